// SPDX-License-Identifier: MIT

/// The call that the user has asked for, from the press on *Call* until the call is there or the request is over. It is
/// pure: an event and a time in microseconds in, effects out.
///
/// The contract has no way to take a request back. So a call that comes after the user has cancelled its request is
/// ended as soon as it appears, and a second request waits for the end of the first one. There is never a second call
/// that the user did not ask for.
package struct WantedCall: Hashable, Sendable {
    /// After this time without a call the user reads that the app does not answer.
    package static let patience: UInt64 = 8_000_000
    /// How long the next request waits for the end of a cancelled one, and the window for the end of its call. An app
    /// that hangs must not keep the user from calling with another one, nor from the controls of a call that goes on.
    package static let longestCancel: UInt64 = 5_000_000
    /// How long a call of a cancelled request is ended when it appears.
    package static let longestWatch: UInt64 = 60_000_000

    package private(set) var stage = Stage.none
    /// The outgoing calls that live now.
    private var calls: [OutgoingCall] = []
    /// The ids of calls that belong to no request before.
    private var claimed: Set<String> = []
    /// Cancelled requests whose calls may still come.
    private var abandoned: [Attempt] = []
    private var lastNumber = 0

    package init() {}

    package enum Stage: Hashable, Sendable {
        /// There is no request.
        case none
        /// The directory is asked for the line.
        case preparing(Attempt)
        /// An app is asked.
        case asking(Attempt)
        /// The user has cancelled, at that time. `next` is asked when the request is over.
        case cancelling(Attempt, next: Request?, since: UInt64)
        /// The call of a cancelled request came and is being ended, since that time.
        case ending(Attempt, call: String, next: Request?, since: UInt64)
    }

    package enum Event: Hashable, Sendable {
        /// The user presses *Call*.
        case press(Request)
        /// The directory has answered, or too late: the provider of the line, the user's name for the other side, and
        /// its number as people write it.
        case prepared(Int, provider: String, name: String, formatted: String)
        /// The service has asked that provider.
        case accepted(Int, provider: String)
        case refused(Int)
        /// The outgoing calls are these now.
        case calls([OutgoingCall])
        /// An app has left the service.
        case providerLeft(String)
        case cancel
        /// The user chooses another app.
        case choose(String)
        /// Some time has passed.
        case time
    }

    package enum Effect: Hashable, Sendable {
        /// Ask the directory for the line.
        case lookUp(Attempt)
        /// Ask the service for the call.
        case ask(Attempt)
        case end(call: String)
        /// Tell the user that the service or the app refused.
        case tellRefusal(Request)
        /// Tell the user that the app has closed before it called.
        case tellClosed(Request)
    }

    package mutating func handle(_ event: Event, at now: UInt64) -> [Effect] {
        abandoned.removeAll { now >= $0.began + Self.longestWatch }
        switch event {
        case .press(let request): return press(request, now)
        case .prepared(let number, let provider, let name, let formatted):
            return prepared(number, provider, name, formatted)
        case .accepted(let number, let provider): return accepted(number, provider, now)
        case .refused(let number): return refused(number, now)
        case .calls(let calls): return follow(calls, now)
        case .providerLeft(let provider): return left(provider, now)
        case .cancel: return cancel(now)
        case .choose(let provider): return choose(provider, now)
        case .time: return passTime(now)
        }
    }

    // MARK: The user

    private mutating func press(_ request: Request, _ now: UInt64) -> [Effect] {
        switch stage {
        case .none: return begin(request, now)
        // A second press is the same request. An emergency waits for no other request.
        case .preparing: return request.isUrgent ? begin(request, now) : []
        case .asking(let attempt):
            guard request.isUrgent, request.handle != attempt.request.handle else { return [] }
            abandon(attempt)
            return begin(request, now)
        case .cancelling(let attempt, next: _, let since):
            guard !request.isUrgent else {
                abandon(attempt)
                return begin(request, now)
            }
            stage = .cancelling(attempt, next: request, since: since)
            return []
        case .ending(let attempt, let call, next: _, let since):
            if request.isUrgent { return begin(request, now) }
            stage = .ending(attempt, call: call, next: request, since: since)
            return []
        }
    }

    private mutating func cancel(_ now: UInt64) -> [Effect] {
        switch stage {
        case .none: break
        case .preparing: stage = .none
        case .asking(let attempt): stage = .cancelling(attempt, next: nil, since: now)
        case .cancelling(let attempt, next: _, let since): stage = .cancelling(attempt, next: nil, since: since)
        case .ending(let attempt, let call, next: _, let since):
            stage = .ending(attempt, call: call, next: nil, since: since)
        }
        return []
    }

    private mutating func choose(_ provider: String, _ now: UInt64) -> [Effect] {
        switch stage {
        case .none, .preparing: return []
        case .asking(let attempt):
            let next = attempt.request(by: provider)
            guard !next.isUrgent else {
                abandon(attempt)
                return begin(next, now)
            }
            stage = .cancelling(attempt, next: next, since: now)
        case .cancelling(let attempt, next: _, let since):
            stage = .cancelling(attempt, next: attempt.request(by: provider), since: since)
        case .ending(let attempt, let call, next: _, let since):
            stage = .ending(attempt, call: call, next: attempt.request(by: provider), since: since)
        }
        return []
    }

    // MARK: The directory and the service

    private mutating func prepared(
        _ number: Int, _ provider: String, _ name: String, _ formatted: String
    ) -> [Effect] {
        switch stage {
        case .preparing(var attempt):
            guard attempt.number == number else { return [] }
            attempt.provider = attempt.request.provider ?? provider
            (attempt.name, attempt.formatted) = (name, formatted)
            return ask(attempt)
        // The user has cancelled meanwhile.
        case .none, .asking, .cancelling, .ending: return []
        }
    }

    private mutating func accepted(_ number: Int, _ provider: String, _ now: UInt64) -> [Effect] {
        if let place = abandoned.firstIndex(where: { $0.number == number }) { abandoned[place].provider = provider }
        switch stage {
        case .asking(var attempt):
            guard attempt.number == number else { return [] }
            attempt.provider = provider
            stage = .asking(attempt)
        case .cancelling(var attempt, let next, let since):
            guard attempt.number == number else { return [] }
            attempt.provider = provider
            stage = .cancelling(attempt, next: next, since: since)
        case .none, .preparing, .ending: break
        }
        // The call may have come before this answer.
        return follow(calls, now)
    }

    private mutating func refused(_ number: Int, _ now: UInt64) -> [Effect] {
        abandoned.removeAll { $0.number == number }
        switch stage {
        case .asking(let attempt):
            guard attempt.number == number else { return [] }
            stage = .none
            return [.tellRefusal(attempt.request)]
        case .cancelling(let attempt, let next, since: _):
            return attempt.number == number ? proceed(next, now) : []
        case .none, .preparing, .ending: return []
        }
    }

    private mutating func follow(_ new: [OutgoingCall], _ now: UInt64) -> [Effect] {
        calls = new
        var effects: [Effect] = []
        switch stage {
        case .none, .preparing: break
        case .asking(let attempt):
            if let call = calls.first(where: { isOf(attempt, $0) }) {
                claimed.insert(call.id)
                stage = .none
            }
        case .cancelling(let attempt, let next, since: _):
            if let call = calls.first(where: { isSurelyOf(attempt, $0) }) {
                claimed.insert(call.id)
                stage = .ending(attempt, call: call.id, next: next, since: now)
                effects.append(.end(call: call.id))
            }
        case .ending(_, let call, let next, since: _):
            if !calls.contains(where: { $0.id == call }) { effects += proceed(next, now) }
        }
        for attempt in abandoned {
            guard let call = calls.first(where: { isSurelyOf(attempt, $0) }) else { continue }
            claimed.insert(call.id)
            abandoned.removeAll { $0.number == attempt.number }
            effects.append(.end(call: call.id))
        }
        claimed.formIntersection(calls.map(\.id))
        return effects
    }

    private mutating func left(_ provider: String, _ now: UInt64) -> [Effect] {
        abandoned.removeAll { $0.provider == provider }
        switch stage {
        case .asking(let attempt):
            guard attempt.provider == provider else { return [] }
            stage = .none
            return [.tellClosed(attempt.request)]
        case .cancelling(let attempt, let next, since: _):
            return attempt.provider == provider ? proceed(next, now) : []
        // The service ends the calls of an app that leaves.
        case .none, .preparing, .ending: return []
        }
    }

    private mutating func passTime(_ now: UInt64) -> [Effect] {
        switch stage {
        case .cancelling(let attempt, let next, let since):
            guard now >= since + Self.longestCancel else { return [] }
            abandon(attempt)
            return proceed(next, now)
        // The app has not ended its call, or refuses to. The user sees that call with its controls, and no other app
        // is asked beside it.
        case .ending(_, call: _, next: _, let since):
            if now >= since + Self.longestCancel { stage = .none }
            return []
        // The directory has a time-out of its own.
        case .none, .preparing, .asking: return []
        }
    }

    // MARK: Steps

    private mutating func begin(_ request: Request, _ now: UInt64) -> [Effect] {
        lastNumber += 1
        let attempt = Attempt(
            number: lastNumber, request: request, provider: request.provider ?? "", name: request.name,
            formatted: request.formatted, began: now, known: Set(calls.map(\.id)))
        guard request.isLookedUp else { return ask(attempt) }
        stage = .preparing(attempt)
        return [.lookUp(attempt)]
    }

    private mutating func ask(_ attempt: Attempt) -> [Effect] {
        stage = .asking(attempt)
        return [.ask(attempt)]
    }

    private mutating func proceed(_ next: Request?, _ now: UInt64) -> [Effect] {
        stage = .none
        return next.map { begin($0, now) } ?? []
    }

    private mutating func abandon(_ attempt: Attempt) { abandoned.append(attempt) }

    /// Whether the call is what the request asked for. The app may write the number in another way.
    private func isOf(_ attempt: Attempt, _ call: OutgoingCall) -> Bool {
        guard !attempt.known.contains(call.id), !claimed.contains(call.id) else { return false }
        return attempt.provider.isEmpty ? call.isTo(attempt.request.handle) : call.provider == attempt.provider
    }

    /// The same for a call that would be ended. It may be another one, which the user has started in the app itself.
    private func isSurelyOf(_ attempt: Attempt, _ call: OutgoingCall) -> Bool {
        isOf(attempt, call) && call.isTo(attempt.request.handle)
    }
}

extension WantedCall {
    /// The request that the window shows; nil if there is none.
    package var attempt: Attempt? {
        switch stage {
        case .none: nil
        case .preparing(let attempt), .asking(let attempt), .cancelling(let attempt, next: _, since: _),
            .ending(let attempt, call: _, next: _, since: _):
            attempt
        }
    }

    /// Whether an outgoing call may be the one of a request.
    package var watchesCalls: Bool {
        switch stage {
        case .none, .preparing: !abandoned.isEmpty
        case .asking, .cancelling, .ending: true
        }
    }

    /// The user has cancelled it.
    package var isCancelling: Bool {
        switch stage {
        case .none, .preparing, .asking: false
        case .cancelling, .ending: true
        }
    }

    /// No call has come for so long that the user should know.
    package func isUnanswered(at now: UInt64) -> Bool {
        switch stage {
        case .asking(let attempt): now >= attempt.began + Self.patience
        case .none, .preparing, .cancelling, .ending: false
        }
    }

    /// When time alone changes something; nil = never.
    package func deadline(after now: UInt64) -> UInt64? {
        switch stage {
        case .asking(let attempt): isUnanswered(at: now) ? nil : attempt.began + Self.patience
        case .cancelling(_, next: _, let since), .ending(_, call: _, next: _, let since): since + Self.longestCancel
        case .none, .preparing: nil
        }
    }
}
