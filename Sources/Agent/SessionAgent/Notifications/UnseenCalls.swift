// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import SDBus

/// The missed calls that the user has not seen: those that end while the agent runs, those that do-not-disturb or a
/// call of the user refused, and those of the directory, also of a time without an agent.
final class UnseenCalls {
    /// At most this many notifications show missed calls: after a time without an agent there may be more calls.
    private static let limit = 4
    /// The id of the notification that shows several missed calls.
    static let earlier = "earlier-missed-calls"

    private var missed: MissedCalls
    private let refused: RefusedCalls
    /// nil for an agent that only describes.
    private let directory: UserDirectory?
    private let callers: CallerFacts?
    private let blocks: CallerBlocks
    private let callBack: CallBack
    private var state = DesktopState()
    /// The missed calls that the user has put away, and that the directory may still list as not seen, with their ends;
    /// 0 = unknown.
    private var seen: [String: UInt64] = [:]
    /// Missed calls that the user calls back.
    private var calledBack: Set<String> = []
    /// The notifications may have to change.
    var changed: () -> Void = {}

    init(
        _ journal: Journal, _ refused: RefusedCalls, _ directory: UserDirectory?, _ callers: CallerFacts?,
        _ blocks: CallerBlocks, _ callBack: CallBack
    ) {
        missed = MissedCalls(journal)
        (self.refused, self.directory, self.callers) = (refused, directory, callers)
        (self.blocks, self.callBack) = (blocks, callBack)
    }

    subscript(call: String) -> MissedCall? { missed[call] }

    var all: [MissedCall] { missed.all }

    func follow(_ state: DesktopState) {
        self.state = state
        for call in state.calls where call.isMissed { miss(call) }
        // An app that crashed while it rang reports the call again.
        for call in missed.all.map(\.call.uuid) where state.index.call(call)?.isPresent == true { missed.remove(call) }
        refused.follow(state) { [unowned self] calls in
            for call in calls { miss(call) }
            changed()
        }
        followDirectory()
    }

    private func miss(_ call: CallRecord) {
        let provider = state.provider(of: call)
        missed.append(
            MissedCall(
                call: call, icon: provider?.icon ?? "", desktopEntry: provider?.desktopEntry ?? "",
                app: provider?.app ?? call.provider))
    }

    /// Adds the missed calls that the directory lists as not seen, and removes those that the user has seen elsewhere.
    /// A call that do-not-disturb or a call of the user refused waits for its end. A call whose caller the user blocks
    /// stays to say so.
    func followDirectory() {
        guard let directory, state.isPrimary else { return }
        // The last entry of each UUID: calls that follow each other may have the same.
        var known: Set<String> = []
        let entries = directory.missed.filter { known.insert($0.call.uuid).inserted }
        for entry in entries where !entry.isUnread {
            let (call, end) = (entry.call.uuid, entry.call.endedAt)
            if let seenEnd = seen[call], seenEnd <= end { seen[call] = nil }
            let isAnother = missed[call].map { $0.call.endedAt > end } ?? false
            if !isAnother, blocks[call] == nil || blocks[call] == .failed { missed.remove(call) }
        }
        directory.markRead(directory.missed.filter { $0.isUnread && isSeen($0) }.map(\.entry))
        let new = entries.filter { entry in
            entry.isUnread && !isSeen(entry) && missed[entry.call.uuid] == nil
                && !(entry.isRefused && state.refusesCalls)
                && state.index.call(entry.call.uuid)?.isPresent != true
        }
        // A call that was dropped to make room for a newer one must not displace that one.
        for entry in new.prefix(MissedCalls.limit - missed.all.count).reversed() { miss(entry.call) }
    }

    private func isSeen(_ entry: UserDirectory.MissedEntry) -> Bool {
        seen[entry.call.uuid].map { $0 == 0 || $0 >= entry.call.endedAt } ?? false
    }

    // MARK: The user's acts

    /// The user has seen the missed call, or those that share that notification. False if it is no missed call.
    func see(_ id: String, _ banner: Banner? = nil) -> Bool {
        let calls = id == Self.earlier ? banner?.earlier.map(\.call) ?? [] : [id]
        let known = calls.compactMap { missed.remove($0)?.call }
        if directory != nil { for call in known { seen[call.uuid] = call.endedAt } }
        followDirectory()
        return !known.isEmpty
    }

    func callAgain(_ call: String, _ token: String) {
        guard let missed = missed[call], calledBack.insert(call).inserted else { return }
        var order = CallOrder(
            provider: missed.call.provider, handle: missed.call.handle, desktopEntry: missed.desktopEntry)
        order.details.activationToken = token
        callBack.begin(order) { [unowned self] failure in
            calledBack.remove(call)
            if let failure { self.missed.fail(call, failure) } else { _ = see(call) }
            changed()
        }
        changed()
    }

    // MARK: The wanted notifications

    /// The newest missed calls have a notification each. If there is no room for all, the others share one.
    func banners(in room: Int) -> [(CallRecord, Banner)] {
        let news = missed.all.filter { !calledBack.contains($0.call.uuid) }
        let room = min(room, Self.limit)
        guard room > 0 else { return [] }
        let singles = news.suffix(news.count > room ? room - 1 : room)
        let others = Array(news.dropLast(singles.count))
        let canBlock = directory?.isRunning == true
        let shared = others.isEmpty ? [] : [(CallRecord(standIn: Self.earlier), Banner(earlier: others, in: state))]
        return shared
            + singles.map { missed in
                var missed = missed
                callers?.complete(&missed.call)
                return (missed.call, Banner(missed: missed, in: state, canBlock: canBlock))
            }
    }
}

extension CallRecord {
    /// For a notification that is about no call: a record with only this id.
    init(standIn id: String) { self.init([String: Variant]([.uuid: .string(id)])) }

    /// Whether it is over, and counts as missed, as in the history. An app that dies while its call rings has missed it
    /// for the user. No test call is missed, whatever ended it.
    var isMissed: Bool {
        guard state == .ended, !isTest, let reason = endedReason.word else { return false }
        let outcome = CallOutcome(
            outgoing: isOutgoing, hasConnected: connectedAt != 0, endedReason: reason, filteredBy: nil)
        return outcome.isMissed
    }

    fileprivate var isPresent: Bool { state.word.map { $0 != .ending && $0 != .ended } ?? false }
}
