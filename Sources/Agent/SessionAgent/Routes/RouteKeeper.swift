// SPDX-License-Identifier: MIT

import PulseAudio

/// Decides the changes at the sound server for a call, and undoes them after it.
///
/// It changes the desktop's defaults during a call, and moves no streams. Both servers remember a moved stream for its
/// app or role without end, also if the stream ended before it could be moved back: the user's music would some day
/// play on the headset. A default is one value that can be restored. An app's next stream uses it from its first sample
/// on. The desktop's mixer shows it and can change it, which counts as the user's choice. An app with a device of its
/// own keeps it.
struct RouteKeeper: Hashable {
    enum Event: Hashable {
        /// The present state of the server.
        case found(SoundServerState)
        case lost
        /// Whether this is the primary shell. Only the primary shell changes anything.
        case primary(Bool)
        /// The user's choice.
        case requested(String)
        /// Whether a call talks, or has talked and will again.
        case talking(Bool)
        /// Whether the calls have left the microphone alone for so long that a Bluetooth headset may sound better.
        case resting(Bool)
        case done(SoundSetting)
        case refused(SoundSetting)
    }

    private(set) var routes: [AudioRoute] = []
    /// Name of the route in use, or without a call of the route that a call would use; "" if there is none.
    private(set) var inUse = ""
    /// The changes to undo, oldest first.
    private(set) var changes: [SoundChange] = []
    private(set) var isTalking = false
    private(set) var isResting = false
    private(set) var policy = RoutePolicy()

    private var state: SoundServerState?
    private var isPrimary = false
    private var wanted = ""
    /// The requests for `wanted`: none is repeated, and a later change by another program stays.
    private var asked: Set<SoundSetting> = []
    /// Requests without a visible effect yet.
    private var pending: [SoundSetting.Subject: String] = [:]
    /// The time of each last request, and of the last new device.
    private var timeAsked: [SoundSetting: UInt64] = [:]
    private var lastArrival: UInt64 = 0

    /// Returns the requests to the server, in this order. `time` is in microseconds.
    mutating func handle(_ event: Event, at time: UInt64) -> [SoundSetting] {
        switch event {
        case .found(let new): update(to: new, at: time)
        case .lost: (state, routes, inUse, asked, pending) = (nil, [], "", [], [:])
        case .primary(let isPrimary): (self.isPrimary, asked, pending) = (isPrimary, [], [:])
        case .requested(let route): policy.choose(route)
        case .talking(let isTalking):
            guard isTalking != self.isTalking else { return [] }
            self.isTalking = isTalking
            asked = []
            if !isTalking {
                isResting = false
                policy.endCall()
            }
        case .resting(let isResting):
            guard isResting != self.isResting else { return [] }
            self.isResting = isResting
            asked = []
        case .done(let setting):
            if !isTalking { changes.removeAll { $0.subject == setting.subject && $0.old == setting.value } }
            if state?.value(setting.subject) == setting.value { fallthrough }
        case .refused(let setting):
            if pending[setting.subject] == setting.value { pending[setting.subject] = nil }
        }
        guard let state else { return [] }
        if isTalking, isPrimary { remember(state) }
        let places = RoutePlace.all(state)
        let desktop = RoutePlace.inUse(original(state), places) ?? RoutePlace.inUse(state, places)
        let wanted = policy.route(routes, desktop: desktop?.route.name ?? "")
        if wanted != self.wanted { asked = [] }
        self.wanted = wanted
        let place = places.first { $0.route.name == wanted }
        let settings = !isPrimary ? [] : isTalking ? place.map { going(to: $0, state) } ?? [] : restoring(state)
        asked.formUnion(settings)
        for setting in settings { (pending[setting.subject], timeAsked[setting]) = (setting.value, time) }
        inUse = inUse(place, RoutePlace.inUse(state, places), state)
        return settings
    }

    // MARK: Seeing

    private mutating func update(to new: SoundServerState, at time: UInt64) {
        let old = state
        state = new
        let places = RoutePlace.all(new)
        routes = places.map(\.route)
        let desktop = RoutePlace.inUse(new, places)?.route.name ?? ""
        let hasNewSource = !Set(new.sources.keys).isSubset(of: (old ?? new).sources.keys)
        let hasNewRoute = !policy.update(routes, desktop: desktop).isEmpty
        // At startup the age of existing devices is unknown.
        if old != nil, hasNewRoute || hasNewSource { lastArrival = time }
        timeAsked = timeAsked.filter { time < $0.value &+ Self.reactionTime }
        pending = pending.filter { entry in
            new.value(entry.key) != entry.value && new.has(SoundSetting(entry.key, entry.value))
        }
        if let old { see(from: old, to: new, desktop, at: time) }
        // The device may have come back, so that a failed restoration is possible now.
        asked = isTalking || !pending.isEmpty ? asked.filter { new.has($0) } : []
    }

    /// A default has changed while both devices exist. The server does that when a device comes, this agent on purpose,
    /// and any other change is the user's choice.
    private mutating func see(from old: SoundServerState, to new: SoundServerState, _ now: String, at time: UInt64) {
        let isServers = time < lastArrival &+ Self.reactionTime
        if isServers, isTalking {
            // The server chose for the new device; the call needs another one.
            asked = asked.filter { old.value($0.subject) != $0.value || new.value($0.subject) == $0.value }
        }
        let before = RoutePlace.inUse(old, RoutePlace.all(old))?.route.name
        guard !isServers, let before, before != now, !now.isEmpty, !isTalking || before == wanted,
            routes.contains(where: { $0.name == before && $0.isAvailable }), new.sink(named: old.defaultSink) != nil,
            old.sink(named: new.defaultSink) != nil, !isOwn(new)
        else { return }
        changes.removeAll { $0.subject == .defaultSink }
        if isTalking { policy.choose(now) } else { policy.prefer(now) }
    }

    /// Whether the server plays on the device that this agent has just requested.
    private func isOwn(_ state: SoundServerState) -> Bool {
        let port = state.sink(named: state.defaultSink)?.activePort ?? ""
        return timeAsked[SoundSetting(.defaultSink, state.defaultSink)] != nil
            || timeAsked[SoundSetting(.sinkPort(state.defaultSink), port)] != nil
    }

    /// A server may make a new device its default within this time; microseconds.
    private static let reactionTime: UInt64 = 2_000_000

    /// The server as it would be without the call.
    private func original(_ state: SoundServerState) -> SoundServerState {
        var original = state
        for change in changes {
            switch change.subject {
            case .defaultSink: original.defaultSink = change.old
            case .defaultSource: original.defaultSource = change.old
            case .sinkPort(let name):
                if let sink = state.sink(named: name) { original.sinks[sink.index]?.activePort = change.old }
            case .sourcePort, .profile: break
            }
        }
        return original
    }

    // MARK: Doing

    /// The defaults at the beginning of the call. The server changes them by itself when a device goes.
    private mutating func remember(_ state: SoundServerState) {
        for subject in [SoundSetting.Subject.defaultSink, .defaultSource] {
            guard let value = state.value(subject), !changes.contains(where: { $0.subject == subject }) else {
                continue
            }
            changes.append(SoundChange(subject: subject, old: value, new: value))
        }
    }

    private mutating func going(to place: RoutePlace, _ state: SoundServerState) -> [SoundSetting] {
        if let profile = isResting ? place.profileAtRest(changes, state) : place.profile {
            if !asked.contains(profile) { return change([profile], state) }
            // The sinks are about to change.
            if pending[profile.subject] == profile.value { return [] }
        }
        guard let sink = place.sink(state) else { return [] }
        var input = place.input(state)
        // A route without a microphone uses the desktop's, which the server chooses while this agent has not changed
        // it.
        if input.isEmpty, let own = changes.first(where: { $0.subject == .defaultSource }), own.new != own.old {
            input = [SoundSetting(.defaultSource, own.old)].filter { state.has($0) }
        }
        return change(place.output(sink) + input, state)
    }

    /// The settings with another present value, after they are noted as changes.
    private mutating func change(_ settings: [SoundSetting], _ state: SoundServerState) -> [SoundSetting] {
        let new = settings.filter { setting in
            !asked.contains(setting)
                && (state.value(setting.subject) != setting.value || pending[setting.subject] != nil)
        }
        for setting in new {
            if let place = changes.firstIndex(where: { $0.subject == setting.subject }) {
                changes[place].new = setting.value
            } else if let old = state.value(setting.subject) {
                changes.append(SoundChange(subject: setting.subject, old: old, new: setting.value))
            }
        }
        return new
    }

    /// The settings of a missing device are restored when it comes back.
    private mutating func restoring(_ state: SoundServerState) -> [SoundSetting] {
        changes.removeAll { change in
            guard change.new != change.old else { return true }
            guard let now = state.value(change.subject), now != change.old else { return false }
            // If that device is gone, the server has chosen another by itself.
            let isGone = !state.has(SoundSetting(change.subject, change.new))
            return now != change.new && !isGone && pending[change.subject] == nil
        }
        return changes.reversed().map { SoundSetting($0.subject, $0.old) }.filter {
            state.has($0) && !asked.contains($0)
        }
    }

    // MARK: Reporting

    private func inUse(_ wanted: RoutePlace?, _ actual: RoutePlace?, _ state: SoundServerState) -> String {
        guard isTalking, let wanted, actual?.route.name != wanted.route.name else { return wanted?.route.name ?? "" }
        let isUnderWay = !pending.isEmpty || wanted.sink(state) == nil
        // Do not report the transitions while a card changes its profile.
        if isUnderWay, routes.contains(where: { $0.name == inUse && $0.isAvailable }) { return inUse }
        return actual?.route.name ?? ""
    }
}

extension RouteKeeper {
    /// Takes over the changes of an earlier agent.
    mutating func adopt(_ journal: [[String]]) {
        (changes, isTalking) = ([], false)
        for record in journal {
            switch record.first {
            case "talking": isTalking = true
            case "chosen": policy = RoutePolicy(chosen: record.dropFirst().first, recent: policy.recent)
            case "recent": policy = RoutePolicy(chosen: policy.chosen, recent: Array(record.dropFirst()))
            case "change": if let change = SoundChange(record.dropFirst()) { changes.append(change) }
            default: break
            }
        }
    }

    /// The data that must outlive the agent.
    var journal: [[String]] {
        guard isTalking || !changes.isEmpty || policy.chosen != nil else { return [] }
        return (isTalking ? [["talking"]] : []) + (policy.chosen.map { [["chosen", $0]] } ?? [])
            + [["recent"] + policy.recent] + changes.map { ["change"] + $0.record }
    }
}
