// SPDX-License-Identifier: MIT

/// Where the sound of sources comes from, through the virtual devices of a server.
///
/// A virtual microphone records what plays into a virtual sink: as its monitor, or by a remap, a filter or a loopback,
/// whose devices and streams are one group.
package struct SoundPaths {
    private let state: SoundServerState
    private let streams: SoundServerState.Streams

    package init(_ state: SoundServerState, _ streams: SoundServerState.Streams) {
        (self.state, self.streams) = (state, streams)
    }

    /// The virtual sinks whose sound reaches one of these sources. The default sink is none of them: a program plays
    /// there to be heard here, also if a source records it.
    package func sinks(into sources: Set<UInt32>) -> Set<UInt32> {
        var sinks: Set<UInt32> = []
        var seen: Set<UInt32> = []
        var next = sources
        while let index = next.popFirst() {
            guard seen.insert(index).inserted, let source = state.sources[index] else { continue }
            next.formUnion(recorded(by: source.group))
            var monitored: Set<UInt32> = source.monitoredSink.map { [$0] } ?? []
            while let index = monitored.popFirst() {
                guard let sink = state.sinks[index], sink.isVirtual, sink.name != state.defaultSink,
                    sinks.insert(index).inserted
                else { continue }
                // What plays there may itself come from another device.
                for stream in streams.playback.values where stream.device == index {
                    next.formUnion(recorded(by: stream.group))
                    monitored.formUnion(sinksOf(stream.group))
                }
            }
        }
        return sinks
    }

    /// The sources that the streams of a group record.
    private func recorded(by group: String?) -> [UInt32] {
        group.map { group in streams.recording.values.filter { $0.group == group }.compactMap(\.device) } ?? []
    }

    /// The sinks of a group: a remap or a filter plays on with a stream what it gets as a sink.
    private func sinksOf(_ group: String?) -> [UInt32] {
        group.map { group in state.sinks.values.filter { $0.group == group }.map(\.index) } ?? []
    }
}

extension SoundServerState.Device {
    /// Whether no hardware is behind it.
    fileprivate var isVirtual: Bool { card == nil && properties["device.api"] == nil }
}
