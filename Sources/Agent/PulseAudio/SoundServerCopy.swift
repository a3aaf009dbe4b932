// SPDX-License-Identifier: MIT

import CPulse

/// A copy of a server's state. After a change it asks again for everything of that kind.
final class SoundServerCopy {
    /// Nil before the copy is complete.
    private(set) var state: SoundServerState?
    /// The kinds of things that it follows; always with the devices.
    private(set) var facilities = SoundServerFacility.devices

    private let context: PulseContext
    private let changed: () -> Void
    private var draft = SoundServerState()
    private var streams = SoundServerState.Streams()
    private var known: Set<SoundServerFacility> = []
    private var underWay: Set<SoundServerFacility> = []
    /// The kinds that have changed since the request that is under way.
    private var stale: Set<SoundServerFacility> = []
    /// The callers of `refresh` that wait.
    private var waiting: [SoundServerFacility: [() -> Void]] = [:]

    init(_ context: PulseContext, changed: @escaping () -> Void) {
        (self.context, self.changed) = (context, changed)
        draft.ownClient = context.client
    }

    /// Calls `body` when the copy is at least as new as this call.
    func refresh(_ facility: SoundServerFacility, then body: @escaping () -> Void) {
        guard facilities.contains(facility) else { return body() }
        waiting[facility, default: []].append(body)
        ask(facility)
    }

    func follow(_ facilities: Set<SoundServerFacility>) {
        let new = known.isEmpty && underWay.isEmpty ? facilities : facilities.subtracting(self.facilities)
        self.facilities = facilities
        known.formIntersection(facilities)
        // Subscribe first, so that no change is missed.
        context.subscribe(facilities)
        // In the order of the cases, so that a client is known before its stream.
        for facility in SoundServerFacility.allCases where new.contains(facility) { ask(facility) }
        publish()
    }

    func ask(_ facility: SoundServerFacility) {
        guard facilities.contains(facility) else { return }
        guard underWay.insert(facility).inserted else { return _ = stale.insert(facility) }
        switch facility {
        case .server: askServer()
        case .cards:
            list(facility, SoundServerState.Card.self, \.index, { $0.draft.cards = $1 }) { context, data in
                pa_context_get_card_info_list(
                    context, { PulseList.received($1, $2, $3) { SoundServerState.Card($0) } }, data)
            }
        case .sinks:
            list(facility, SoundServerState.Device.self, \.index, { $0.draft.sinks = $1 }) { context, data in
                pa_context_get_sink_info_list(
                    context, { PulseList.received($1, $2, $3) { SoundServerState.Device($0) } }, data)
            }
        case .sources:
            list(facility, SoundServerState.Device.self, \.index, { $0.draft.sources = $1 }) { context, data in
                pa_context_get_source_info_list(
                    context, { PulseList.received($1, $2, $3) { SoundServerState.Device($0) } }, data)
            }
        case .clients:
            list(facility, SoundServerState.Client.self, \.index, { $0.streams.clients = $1 }) { context, data in
                pa_context_get_client_info_list(
                    context, { PulseList.received($1, $2, $3) { SoundServerState.Client($0) } }, data)
            }
        case .playback:
            list(facility, SoundServerState.Stream.self, \.index, { $0.streams.playback = $1 }) { context, data in
                pa_context_get_sink_input_info_list(
                    context, { PulseList.received($1, $2, $3) { SoundServerState.Stream($0) } }, data)
            }
        case .recording:
            list(facility, SoundServerState.Stream.self, \.index, { $0.streams.recording = $1 }) { context, data in
                pa_context_get_source_output_info_list(
                    context, { PulseList.received($1, $2, $3) { SoundServerState.Stream($0) } }, data)
            }
        }
    }

    private struct Server {
        var name = ""
        var sink = ""
        var source = ""
        var cookie: UInt32

        init(_ info: pa_server_info) {
            (name, sink) = (text(info.server_name), text(info.default_sink_name))
            (source, cookie) = (text(info.default_source_name), info.cookie)
        }
    }

    private func askServer() {
        context.list({ [weak self] (servers: [Server]?) in
            guard let self else { return }
            if let server = servers?.first {
                (draft.serverName, draft.cookie) = (server.name, server.cookie)
                (draft.defaultSink, draft.defaultSource) = (server.sink, server.source)
            }
            answered(.server, servers != nil)
        }) { context, data in
            pa_context_get_server_info(context, { PulseList.received($1, $2) { Server($0) } }, data)
        }
    }

    private func list<Value>(
        _ facility: SoundServerFacility, _: Value.Type, _ index: @escaping (Value) -> UInt32,
        _ store: @escaping (SoundServerCopy, [UInt32: Value]) -> Void,
        _ function: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
    ) {
        context.list(
            { [weak self] (values: [Value]?) in
                guard let self else { return }
                if let values { store(self, Dictionary(values.map { (index($0), $0) }) { $1 }) }
                answered(facility, values != nil)
            }, function)
    }

    private func answered(_ facility: SoundServerFacility, _ isKnown: Bool) {
        underWay.remove(facility)
        if isKnown, facilities.contains(facility) { known.insert(facility) }
        if stale.remove(facility) != nil {
            ask(facility)
            return publish()
        }
        publish()
        guard isComplete else { return }
        for facility in waiting.keys where !underWay.contains(facility) {
            for body in waiting.removeValue(forKey: facility) ?? [] { body() }
        }
    }

    /// Changes that belong together are published together: a default comes and goes with its sink.
    private var isComplete: Bool {
        known.isSuperset(of: facilities.intersection(SoundServerFacility.devices))
            && underWay.isDisjoint(with: SoundServerFacility.devices)
    }

    private func publish() {
        guard isComplete else { return }
        var new = draft
        let followed = facilities.intersection(SoundServerFacility.streams)
        new.streams = !followed.isEmpty && known.isSuperset(of: followed) ? streams : nil
        guard new != state else { return }
        state = new
        changed()
    }
}
