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
            list(facility, \.draft.cards, \.index, pa_context_get_card_info_list) {
                PulseList.received($1, $2, $3) { SoundServerState.Card($0) }
            }
        case .sinks:
            list(facility, \.draft.sinks, \.index, pa_context_get_sink_info_list) {
                PulseList.received($1, $2, $3) { SoundServerState.Device($0) }
            }
        case .sources:
            list(facility, \.draft.sources, \.index, pa_context_get_source_info_list) {
                PulseList.received($1, $2, $3) { SoundServerState.Device($0) }
            }
        case .clients:
            list(facility, \.streams.clients, \.index, pa_context_get_client_info_list) {
                PulseList.received($1, $2, $3) { SoundServerState.Client($0) }
            }
        case .playback:
            list(facility, \.streams.playback, \.index, pa_context_get_sink_input_info_list) {
                PulseList.received($1, $2, $3) { SoundServerState.Stream($0) }
            }
        case .recording:
            list(facility, \.streams.recording, \.index, pa_context_get_source_output_info_list) {
                PulseList.received($1, $2, $3) { SoundServerState.Stream($0) }
            }
        }
    }

    private func askServer() {
        context.list({ [weak self] (servers: [SoundServerState]?) in
            guard let self else { return }
            if let server = servers?.first {
                (draft.serverName, draft.cookie) = (server.serverName, server.cookie)
                (draft.defaultSink, draft.defaultSource) = (server.defaultSink, server.defaultSource)
            }
            answered(.server, servers != nil)
        }) { context, data in
            pa_context_get_server_info(context, { PulseList.received($1, $2) { SoundServerState($0) } }, data)
        }
    }

    /// The function of libpulse lists things of one kind, and gives them to `received`.
    private func list<Value, Callback>(
        _ facility: SoundServerFacility, _ place: ReferenceWritableKeyPath<SoundServerCopy, [UInt32: Value]>,
        _ index: @escaping (Value) -> UInt32,
        _ function: (OpaquePointer?, Callback?, UnsafeMutableRawPointer?) -> OpaquePointer?, _ received: Callback
    ) {
        context.list(
            { [weak self] (values: [Value]?) in
                guard let self else { return }
                if let values { self[keyPath: place] = Dictionary(values.map { (index($0), $0) }) { $1 } }
                answered(facility, values != nil)
            }, { function($0, received, $1) })
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
