// SPDX-License-Identifier: MIT

import PulseAudio

/// Decides what is to be changed at the sound server for a call, and what is to be put back after it.
///
/// The desktop's defaults are changed for as long as a call lasts, and no streams are moved. What is moved is remembered by
/// both servers for the app or the role, for ever and also where the stream is gone before it could be moved back: the
/// user's music would be played on the headset some day. A default is one value that can be put back, an app's next stream
/// is there from its first sample on, and the desktop's own mixer shows it and can change it, which counts as the user's
/// choice. An app that was given a device of its own keeps it.
struct RouteKeeper: Hashable {
    enum Event: Hashable {
        /// What the server has now.
        case found(SoundServerState)
        /// There is no server.
        case lost
        /// Whether this is the shell that routes. Before it is, and after, nothing is changed.
        case primary(Bool)
        /// The user's choice.
        case requested(String)
        /// Whether there is a call that talks, or has and will.
        case talking(Bool)
        /// The server has done it.
        case done(SoundSetting)
        /// The server did not do it.
        case refused(SoundSetting)
    }

    private(set) var routes: [AudioRoute] = []
    /// Name of the route in use, or without a call of the one that would be; "" = none.
    private(set) var inUse = ""
    /// What has to be put back, the first change first.
    private(set) var changes: [SoundChange] = []
    private(set) var isTalking = false
    private(set) var policy = RoutePolicy()

    private var state: SoundServerState?
    private var isPrimary = false
    private var wanted = ""
    /// What was asked for `wanted`, so that nothing is asked twice, and what others change after it is theirs.
    private var asked: Set<SoundSetting> = []
    /// What was asked and is not to be seen yet.
    private var pending: [SoundSetting.Subject: String] = [:]
    /// When each thing was asked last, and when the last device came.
    private var timeAsked: [SoundSetting: UInt64] = [:]
    private var lastArrival: UInt64 = 0

    init() {}

    /// Returns what is to be asked of the server, in this order. `time` is in microseconds.
    mutating func handle(_ event: Event, at time: UInt64) -> [SoundSetting] {
        switch event {
        case .found(let new): find(new, at: time)
        case .lost: (state, routes, inUse, asked, pending) = (nil, [], "", [], [:])
        case .primary(let isPrimary): (self.isPrimary, asked, pending) = (isPrimary, [], [:])
        case .requested(let route): policy.choose(route)
        case .talking(let isTalking):
            guard isTalking != self.isTalking else { return [] }
            self.isTalking = isTalking
            asked = []
            if !isTalking { policy.endCall() }
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

    private mutating func find(_ new: SoundServerState, at time: UInt64) {
        let old = state
        state = new
        let places = RoutePlace.all(new)
        routes = places.map(\.route)
        let desktop = RoutePlace.inUse(new, places)?.route.name ?? ""
        let hasNewSource = !Set(new.sources.keys).isSubset(of: (old ?? new).sources.keys)
        let hasNewRoute = !policy.update(routes, desktop: desktop).isEmpty
        // Nobody knows how long that has been there which is there to begin with.
        if old != nil, hasNewRoute || hasNewSource { lastArrival = time }
        timeAsked = timeAsked.filter { time < $0.value &+ Self.reactionTime }
        pending = pending.filter { entry in
            new.value(entry.key) != entry.value && new.has(SoundSetting(entry.key, entry.value))
        }
        if let old { see(from: old, to: new, desktop, at: time) }
        // It may come again. What could not be put back then can perhaps be now.
        asked = isTalking || !pending.isEmpty ? asked.filter { new.has($0) } : []
    }

    /// A default that has become another one while both were there: the server does that when a device comes, this agent
    /// when it wants to, and everything else is a person's choice.
    private mutating func see(from old: SoundServerState, to new: SoundServerState, _ now: String, at time: UInt64) {
        let isServers = time < lastArrival &+ Self.reactionTime
        if isServers, isTalking {
            // It has its reasons, and the call another one.
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

    /// Whether it plays where this agent has just asked it to.
    private func isOwn(_ state: SoundServerState) -> Bool {
        let port = state.sink(named: state.defaultSink)?.activePort ?? ""
        return timeAsked[SoundSetting(.defaultSink, state.defaultSink)] != nil
            || timeAsked[SoundSetting(.sinkPort(state.defaultSink), port)] != nil
    }

    /// So long after a device has come a server may set its default to it; microseconds.
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

    /// What the defaults are when the call begins. They may become others without being asked to, when a device goes.
    private mutating func remember(_ state: SoundServerState) {
        for subject in [SoundSetting.Subject.defaultSink, .defaultSource] {
            guard let value = state.value(subject), !changes.contains(where: { $0.subject == subject }) else {
                continue
            }
            changes.append(SoundChange(subject, from: value, to: value))
        }
    }

    private mutating func going(to place: RoutePlace, _ state: SoundServerState) -> [SoundSetting] {
        if let profile = place.profile {
            if !asked.contains(profile) { return change([profile], state) }
            // The sinks that there are will be others in a moment.
            if pending[profile.subject] == profile.value { return [] }
        }
        guard let sink = place.sink(state) else { return [] }
        var input = place.input(state)
        // Whoever has no microphone of its own is heard by the desktop's, which is the server's affair as long as nothing
        // was changed here.
        if input.isEmpty, let own = changes.first(where: { $0.subject == .defaultSource }), own.new != own.old {
            input = [SoundSetting(.defaultSource, own.old)].filter { state.has($0) }
        }
        return change(place.output(sink) + input, state)
    }

    /// Those that are not so already, written down.
    private mutating func change(_ settings: [SoundSetting], _ state: SoundServerState) -> [SoundSetting] {
        let new = settings.filter { setting in
            !asked.contains(setting)
                && (state.value(setting.subject) != setting.value || pending[setting.subject] != nil)
        }
        for setting in new {
            if let place = changes.firstIndex(where: { $0.subject == setting.subject }) {
                changes[place].new = setting.value
            } else if let old = state.value(setting.subject) {
                changes.append(SoundChange(setting.subject, from: old, to: setting.value))
            }
        }
        return new
    }

    /// What is gone is put back when it comes again.
    private mutating func restoring(_ state: SoundServerState) -> [SoundSetting] {
        changes.removeAll { change in
            guard change.new != change.old else { return true }
            guard let now = state.value(change.subject), now != change.old else { return false }
            // If that is gone, the server has fallen back to something.
            let isGone = !state.has(SoundSetting(change.subject, change.new))
            return now != change.new && !isGone && pending[change.subject] == nil
        }
        return changes.reversed().map { SoundSetting($0.subject, $0.old) }.filter {
            state.has($0) && !asked.contains($0)
        }
    }

    // MARK: Saying

    private func inUse(_ wanted: RoutePlace?, _ actual: RoutePlace?, _ state: SoundServerState) -> String {
        guard isTalking, let wanted, actual?.route.name != wanted.route.name else { return wanted?.route.name ?? "" }
        let isUnderWay = !pending.isEmpty || wanted.sink(state) == nil
        // Nobody has to hear of what a card goes through while it changes.
        if isUnderWay, routes.contains(where: { $0.name == inUse && $0.isAvailable }) { return inUse }
        return actual?.route.name ?? ""
    }
}

extension RouteKeeper {
    /// Goes on where another has ended.
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

    /// What has to be remembered over the agent's death.
    var journal: [[String]] {
        guard isTalking || !changes.isEmpty || policy.chosen != nil else { return [] }
        return (isTalking ? [["talking"]] : []) + (policy.chosen.map { [["chosen", $0]] } ?? [])
            + [["recent"] + policy.recent] + changes.map { ["change"] + $0.record }
    }
}
