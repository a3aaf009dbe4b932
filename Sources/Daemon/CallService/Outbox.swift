// SPDX-License-Identifier: MIT

internal import CallCore
internal import SDBus

/// The decisions of the core whose effects are not performed, in the order in which they will be.
///
/// The effects of one user stay in order. The first effects of a user go before what is left of other users, so that a
/// long decision about one user does not delay another; after that the user waits until these had a slice. The state
/// file tells how far the service is by one number, so the numbers of the decisions grow in this order: what is left
/// gets new ones.
struct Outbox {
    /// The effects of an event, or those that are left of them.
    struct Decision {
        let user: User
        fileprivate(set) var effects: [Effect]
        /// The number of the event in the state file.
        fileprivate(set) var number: UInt64
        /// How many of the effects were begun.
        fileprivate(set) var performed = 0

        var nextEffect: Effect? { performed < effects.count ? effects[performed] : nil }
        var left: ArraySlice<Effect> { effects[performed...] }
    }

    private(set) var decisions: [Decision] = []
    /// The highest number.
    var lastEvent: UInt64 = 0

    /// The users whose effects went before others that had no slice since.
    private var overtakers: Set<UInt32> = []

    var isEmpty: Bool { decisions.isEmpty }
    var first: Decision? { decisions.first }

    mutating func add(_ effects: [Effect], of user: User) {
        let decision = Decision(user: user, effects: effects, number: lastEvent + 1)
        let isFirst = !concerns(user)
        if isFirst, !isEmpty { overtakers.insert(user.uid) }
        decisions.insert(decision, at: isFirst ? 0 : decisions.count)
        for place in decisions.indices {
            if decisions[place].performed > 0 {
                decisions[place].effects.removeFirst(decisions[place].performed)
                decisions[place].performed = 0
            }
            lastEvent += 1
            decisions[place].number = lastEvent
        }
    }

    mutating func beginSlice() {
        if let first, !overtakers.contains(first.user.uid) { overtakers = [] }
    }

    mutating func beginEffect() { decisions[0].performed += 1 }

    mutating func removeFirst() {
        decisions.removeFirst()
        if isEmpty { overtakers = [] }
    }

    /// Whether others wait for a slice before the next decision about this user.
    func hasOvertaken(_ uid: UInt32) -> Bool { overtakers.contains(uid) }

    func concerns(_ user: User) -> Bool { decisions.contains { $0.user === user } }
}

/// A long decision is performed in slices, between which the callers of other users get their turns. The calls of its
/// user wait, so that the signals of a subscriber add up to what it reads.
extension CallService {
    var hasUndelivered: Bool { !outbox.isEmpty }

    /// Whether effects wait that a caller of this uid may see, or those of others must be continued first. Root sees
    /// all users; a modem service sees the user that it serves.
    func isDelivering(to uid: UInt32) -> Bool {
        guard hasUndelivered else { return false }
        if uid == 0 || outbox.hasOvertaken(uid) { return true }
        return outbox.decisions.contains { decision in
            decision.user.uid == uid
                || serving.contains { $1.uid == decision.user.uid && bus.knownPeer($0.name)?.uid == uid }
        }
    }
}
