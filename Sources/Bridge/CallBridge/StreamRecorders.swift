// SPDX-License-Identifier: MIT

package import BridgeCore
package import CallClient
package import PulseAudio
import SDBus

/// Which app records a stream. A sound server that verifies the owner of a stream names a process, and the kernel tells
/// its program and sandbox; of other streams there are only the client's own words.
package struct StreamRecorders {
    package typealias Recorder = ObservedCalls.Recorder

    private let apps: ObservedAppList
    /// File names of programs whose calls another program registers.
    private let supported: Set<String>
    private var owners = StreamOwners()
    /// Once for each client, because a process may end before its stream. nil = none of the list.
    private var known: [SoundServerState.Client: Known?] = [:]

    private struct Known {
        let recorder: Recorder
        /// Another program registers its calls, whether it has some now or not.
        let isSupported: Bool
    }

    package init(_ apps: ObservedAppList, supported: Set<String>) { (self.apps, self.supported) = (apps, supported) }

    /// The apps with microphone streams. `registry` tells the programs that register their calls; `own` are the
    /// providers whose calls come from here.
    package mutating func sightings(
        in state: SoundServerState, _ registry: Registry, own: Set<String>
    ) -> [Recorder: ObservedCalls.Sighting] {
        let streams = state.microphoneRecordings
        let owners = owners.owners(in: state)
        let clients = Set(streams.compactMap(\.client)).compactMap { state.streams?.clients[$0] }
        known = Dictionary(
            uniqueKeysWithValues: clients.map { client in
                (client, known[client] ?? owners[client.index].flatMap { identify(client, $0) })
            })
        var sightings: [Recorder: ObservedCalls.Sighting] = [:]
        var supportedRecorders: Set<Recorder> = []
        for stream in streams {
            guard let client = stream.client.flatMap({ state.streams?.clients[$0] }), let owner = owners[client.index],
                case .some(let found?) = known[client]
            else { continue }
            let recorder = found.recorder
            guard !found.isSupported else {
                supportedRecorders.insert(recorder)
                continue
            }
            switch sightings[recorder] {
            case .isRegistered: break
            case nil, .records:
                sightings[recorder] =
                    registry.speaks(for: owner, except: own)
                    ? .isRegistered : .records(sightings[recorder].streams.union([stream.index]))
            }
        }
        // Another copy of the app, in a sandbox, may be the same recorder if the server does not verify it.
        for recorder in supportedRecorders where sightings[recorder] == nil { sightings[recorder] = .isRegistered }
        return sightings
    }

    private func identify(_ client: SoundServerState.Client, _ owner: StreamOwner) -> Known? {
        guard owner.isVerified else {
            let words = claims(of: client)
            guard let app = words.lazy.compactMap({ apps[$0] }).first else { return nil }
            let isSupported = owner.app == nil && words.contains { supported.contains($0) }
            return Known(recorder: Recorder(app, process: 0), isSupported: isSupported)
        }
        if let sandboxed = owner.app {
            // A sandbox without a name is none of the list, whatever its program is called.
            guard !sandboxed.isEmpty, let app = apps[sandboxed] else { return nil }
            let process = root(of: owner) { StreamOwner(of: $0).unit == owner.unit }
            return Known(recorder: Recorder(app, process: process), isSupported: false)
        }
        // The kernel hides the programs of processes that protect themselves, such as the helpers of browsers.
        guard let program = owner.processes.lazy.compactMap({ Executable.name(of: $0) }).first, let app = apps[program]
        else { return nil }
        let process = root(of: owner) { process in Executable.name(of: process).map { apps[$0] == app } ?? false }
        return Known(recorder: Recorder(app, process: process), isSupported: supported.contains(program))
    }

    /// What an honest client of the PulseAudio protocol says of itself.
    ///
    /// Its program and its sandbox say which app it is. The name comes from the toolkit: every Electron app calls
    /// itself Chromium. So the other words count only for a client that tells no program and no sandbox.
    private func claims(of client: SoundServerState.Client) -> [String] {
        func words(_ keys: [String]) -> [String] {
            keys.compactMap { client.properties[$0] }.filter { !$0.isEmpty }
        }
        let facts = words(["application.process.binary", "pipewire.access.portal.app_id"])
        return facts.isEmpty ? words(["application.id", "application.name"]) : facts
    }

    /// The first process of an app: the last ancestor in a row that belongs to it.
    private func root(of owner: StreamOwner, _ isOfApp: (UInt32) -> Bool) -> UInt32 {
        guard let first = owner.processes.first else { return 0 }
        return owner.processes.dropFirst().prefix(while: isOfApp).last ?? first
    }
}

extension SoundServerState {
    /// The recording streams of programs that are not paused. The server's own, such as those of its filters, have no
    /// client.
    package var runningRecordings: [Stream] {
        let running = streams?.recording.values.filter { !$0.isCorked && $0.client != nil && $0.client != ownClient }
        return (running ?? []).sorted { $0.index < $1.index }
    }

    /// Those of microphones. A monitor is no microphone: it records what a loudspeaker plays.
    var microphoneRecordings: [Stream] {
        runningRecordings.filter { stream in stream.device.flatMap { sources[$0] }?.isMonitor == false }
    }
}

extension Optional<ObservedCalls.Sighting> {
    fileprivate var streams: Set<UInt32> { if case .records(let streams) = self { streams } else { [] } }
}

extension Registry {
    /// Whether a provider, or a call that names a process, registers the calls of the stream's owner.
    fileprivate func speaks(for owner: StreamOwner, except own: Set<String>) -> Bool {
        providers.values.contains { provider in
            !own.contains(provider.identifier)
                && owner.isPart(ofProcess: provider.processID, app: provider.appID, unit: provider.unit)
        }
            || calls.values.contains { call in
                !own.contains(call.provider) && call.streamProcess != 0 && owner.processes.contains(call.streamProcess)
            }
    }
}
