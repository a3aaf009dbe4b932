// SPDX-License-Identifier: MIT

import CPulse

// Conversions of libpulse's structures, whose pointers are valid only in callbacks.

extension SoundServerState {
    /// What a server says of itself: without its devices and streams.
    init(_ info: pa_server_info) {
        self.init()
        (serverName, cookie) = (text(info.server_name), info.cookie)
        (defaultSink, defaultSource) = (text(info.default_sink_name), text(info.default_source_name))
    }
}

extension SoundServerState {
    /// PipeWire names the group. PulseAudio makes its devices and streams by one module, which has no client; the
    /// streams of all clients have the module of their protocol.
    fileprivate static func group(_ properties: [String: String], module: UInt32) -> String? {
        properties["node.link-group"] ?? valid(module).map { "module \($0)" }
    }
}

extension SoundServerState.Device {
    init(_ info: pa_sink_info) {
        self.init(
            index: info.index, name: text(info.name), description: text(info.description), card: valid(info.card),
            isMonitor: false, ports: pointers(info.ports, info.n_ports).map { SoundServerState.Port($0) },
            activePort: text(info.active_port?.pointee.name), volume: levels(info.volume), isMuted: info.mute != 0,
            properties: dictionary(info.proplist))
        group = SoundServerState.group(properties, module: info.owner_module)
    }

    init(_ info: pa_source_info) {
        self.init(
            index: info.index, name: text(info.name), description: text(info.description), card: valid(info.card),
            isMonitor: valid(info.monitor_of_sink) != nil,
            ports: pointers(info.ports, info.n_ports).map { SoundServerState.Port($0) },
            activePort: text(info.active_port?.pointee.name), volume: levels(info.volume), isMuted: info.mute != 0,
            properties: dictionary(info.proplist), isAsleep: info.state == PA_SOURCE_SUSPENDED,
            monitoredSink: valid(info.monitor_of_sink))
        group = SoundServerState.group(properties, module: info.owner_module)
    }
}

extension SoundServerState.Port {
    fileprivate init(_ info: pa_sink_port_info) {
        self.init(
            name: text(info.name), description: text(info.description), priority: info.priority,
            isAvailable: availability(info.available), type: info.type)
    }

    fileprivate init(_ info: pa_source_port_info) {
        self.init(
            name: text(info.name), description: text(info.description), priority: info.priority,
            isAvailable: availability(info.available), type: info.type)
    }

    fileprivate init(_ info: pa_card_port_info) {
        self.init(
            name: text(info.name), description: text(info.description), priority: info.priority,
            isAvailable: availability(info.available), type: info.type)
    }
}

extension SoundServerState.Card {
    init(_ info: pa_card_info) {
        self.init(
            index: info.index, name: text(info.name),
            profiles: pointers(info.profiles2, info.n_profiles).map { SoundServerState.Profile($0) },
            activeProfile: text(info.active_profile2?.pointee.name),
            ports: pointers(info.ports, info.n_ports).map { SoundServerState.CardPort($0) },
            properties: dictionary(info.proplist))
    }
}

extension SoundServerState.Profile {
    fileprivate init(_ info: pa_card_profile_info2) {
        self.init(
            name: text(info.name), priority: info.priority, isAvailable: info.available != 0, sinks: info.n_sinks,
            sources: info.n_sources)
    }
}

extension SoundServerState.CardPort {
    fileprivate init(_ info: pa_card_port_info) {
        self.init(
            port: SoundServerState.Port(info),
            isOutput: UInt32(bitPattern: info.direction) & PA_DIRECTION_OUTPUT.rawValue != 0,
            profiles: pointers(info.profiles2, info.n_profiles).map { text($0.name) })
    }
}

extension SoundServerState.Stream {
    init(_ info: pa_sink_input_info) {
        self.init(
            index: info.index, client: valid(info.client), device: valid(info.sink),
            volume: info.has_volume != 0 && info.volume_writable != 0 ? levels(info.volume) : nil,
            isMuted: info.mute != 0, isCorked: info.corked != 0, properties: dictionary(info.proplist))
        group = SoundServerState.group(properties, module: client == nil ? info.owner_module : .max)
    }

    init(_ info: pa_source_output_info) {
        self.init(
            index: info.index, client: valid(info.client), device: valid(info.source),
            volume: info.has_volume != 0 && info.volume_writable != 0 ? levels(info.volume) : nil,
            isMuted: info.mute != 0, isCorked: info.corked != 0, properties: dictionary(info.proplist))
        group = SoundServerState.group(properties, module: client == nil ? info.owner_module : .max)
    }
}

extension SoundServerState.Client {
    init(_ info: pa_client_info) { self.init(index: info.index, properties: dictionary(info.proplist)) }
}

extension pa_cvolume {
    /// One level for each channel.
    init(levels: [UInt32]) {
        self.init()
        let levels = levels.prefix(Int(PA_CHANNELS_MAX))
        channels = UInt8(levels.count)
        withUnsafeMutableBytes(of: &values) { bytes in
            for (place, level) in levels.enumerated() {
                bytes.storeBytes(of: level, toByteOffset: place * 4, as: UInt32.self)
            }
        }
    }
}

func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

private func levels(_ volume: pa_cvolume) -> [UInt32] {
    withUnsafeBytes(of: volume.values) { Array($0.bindMemory(to: UInt32.self).prefix(Int(volume.channels))) }
}

private func valid(_ index: UInt32) -> UInt32? { index == UInt32.max ? nil : index }

private func availability(_ value: Int32) -> Bool? {
    switch UInt32(bitPattern: value) {
    case PA_PORT_AVAILABLE_YES.rawValue: true
    case PA_PORT_AVAILABLE_NO.rawValue: false
    default: nil
    }
}

private func pointers<Info>(
    _ array: UnsafeMutablePointer<UnsafeMutablePointer<Info>?>?, _ count: UInt32
) -> [Info] {
    guard let array else { return [] }
    return UnsafeBufferPointer(start: array, count: Int(count)).compactMap { $0?.pointee }
}

/// The text properties of a list.
private func dictionary(_ list: OpaquePointer?) -> [String: String] {
    guard let list else { return [:] }
    var result: [String: String] = [:]
    var state: UnsafeMutableRawPointer?
    while let key = pa_proplist_iterate(list, &state) {
        if let value = pa_proplist_gets(list, key) { result[String(cString: key)] = String(cString: value) }
    }
    return result
}
