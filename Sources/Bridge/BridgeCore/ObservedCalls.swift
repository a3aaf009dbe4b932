// SPDX-License-Identifier: MIT

package import CallContract

/// When the microphone streams of an app count as a call: from a stream that has lasted for five seconds, until the app
/// has had no stream for two seconds. All times come with the events.
package struct ObservedCalls: Sendable {
    /// One running app, with all its streams.
    package struct Recorder: Hashable, Sendable {
        package let app: ObservedApp
        /// The first process of the app, whose streams and those of its children are the app's; 0 = the sound server
        /// verifies no owner, so all streams of such apps are one.
        package let process: UInt32

        package init(_ app: ObservedApp, process: UInt32) { (self.app, self.process) = (app, process) }
    }

    package enum Sighting: Hashable, Sendable {
        /// These microphone streams run.
        case records(Set<UInt32>)
        /// The app, or a program that speaks for it, registers its calls.
        case isRegistered
    }

    package enum Event: Hashable, Sendable {
        /// The sound server shows these apps, and no others.
        case shown([Recorder: Sighting])
        /// The user observes the apps of this list from now on.
        case listed(ObservedAppList)
        /// There is no sound server.
        case serverLost
        /// The time of ``ObservedCalls/deadline`` has come.
        case timeCame
    }

    package enum Effect: Hashable, Sendable {
        /// The stream names the call, also for the next bridge.
        case begin(Recorder, stream: UInt32)
        case end(Recorder, EndedReason)
    }

    private enum Phase: Hashable {
        /// It records since a short time: each stream with the time when it was seen first.
        case starting([UInt32: Time])
        /// It has a call.
        case calling
        /// It has a call, and no stream. The call ends at that time. `isLost`: the sound server is away.
        case leaving(until: Time, isLost: Bool)
    }

    /// In microseconds.
    package static let shortest: Time = 5_000_000
    package static let pause: Time = 2_000_000

    private var phases: [Recorder: Phase] = [:]

    package init() {}

    /// When ``Event/timeCame`` is due; nil = no app has a stream that may become a call, or a call that may end.
    package var deadline: Time? { phases.values.compactMap(Self.deadline).min() }

    /// Whether no app has a call or a stream that may become one.
    package var isEmpty: Bool { phases.isEmpty }

    private static func deadline(_ phase: Phase) -> Time? {
        switch phase {
        case .starting(let streams): streams.values.min().map { $0 + shortest }
        case .calling: nil
        case .leaving(let time, _): time
        }
    }

    package mutating func handle(_ event: Event, at now: Time) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .shown(let shown):
            for recorder in Set(phases.keys).union(shown.keys) { show(recorder, shown[recorder], now, &effects) }
        case .listed(let list):
            for (recorder, phase) in phases where !list.contains(recorder.app) { drop(recorder, phase, &effects) }
        case .serverLost:
            for (recorder, phase) in phases { phases[recorder] = Self.withoutServer(phase, now) }
        case .timeCame:
            for (recorder, phase) in phases { pass(recorder, phase, now, &effects) }
        }
        return effects.sorted { $0.recorder.order < $1.recorder.order }
    }

    private mutating func show(_ recorder: Recorder, _ sighting: Sighting?, _ now: Time, _ effects: inout [Effect]) {
        switch (phases[recorder], sighting) {
        case (nil, nil), (nil, .isRegistered): break
        case (nil, .records(let streams)):
            phases[recorder] = .starting(Dictionary(uniqueKeysWithValues: streams.map { ($0, now) }))
        case (.starting(let before), .records(let streams)):
            phases[recorder] = .starting(Dictionary(uniqueKeysWithValues: streams.map { ($0, before[$0] ?? now) }))
        case (.starting, nil), (.starting, .isRegistered): phases[recorder] = nil
        case (.calling, .records): break
        // A new stream of a call need not last: apps replace theirs when the user chooses another microphone.
        case (.leaving, .records): phases[recorder] = .calling
        case (.calling, nil): phases[recorder] = .leaving(until: now + Self.pause, isLost: false)
        // The server is back without the stream. The pause goes on.
        case (.leaving, nil): break
        // The same call is listed twice. A call that was held for this one stays held: the user still talks.
        case (.calling, .isRegistered), (.leaving, .isRegistered):
            phases[recorder] = nil
            effects.append(.end(recorder, .unknown))
        }
    }

    /// The app is not observed any more. The user may still talk, so a call that was held for this one stays held.
    private mutating func drop(_ recorder: Recorder, _ phase: Phase, _ effects: inout [Effect]) {
        phases[recorder] = nil
        switch phase {
        case .starting: break
        case .calling, .leaving: effects.append(.end(recorder, .unknown))
        }
    }

    private static func withoutServer(_ phase: Phase, _ now: Time) -> Phase? {
        switch phase {
        case .starting: nil
        case .calling: .leaving(until: now + pause, isLost: true)
        case .leaving: phase
        }
    }

    private mutating func pass(_ recorder: Recorder, _ phase: Phase, _ now: Time, _ effects: inout [Effect]) {
        switch phase {
        case .starting(let streams):
            let lasting = streams.filter { $0.value + Self.shortest <= now }.keys.min()
            guard let lasting else { return }
            phases[recorder] = .calling
            effects.append(.begin(recorder, stream: lasting))
        case .calling: break
        case .leaving(let time, let isLost):
            guard time <= now else { return }
            phases[recorder] = nil
            // Most likely the user left, so a call that was held for this one resumes.
            effects.append(.end(recorder, isLost ? .unknown : .localEnded))
        }
    }
}

extension ObservedCalls.Effect {
    fileprivate var recorder: ObservedCalls.Recorder {
        switch self {
        case .begin(let recorder, _), .end(let recorder, _): recorder
        }
    }
}

extension ObservedCalls.Recorder {
    fileprivate var order: (String, UInt32) { (app.id, process) }
}
