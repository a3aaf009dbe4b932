// SPDX-License-Identifier: MIT

internal import CallClient
package import CallLibrary
public import Foundation

/// A request that the manager's delegate performs, and then fulfills or fails.
public class ConversationAction: @unchecked Sendable {
    /// Identifies the action, also at the delegate that performs it.
    public let uuid: UUID
    /// Identifies the conversation.
    public let conversationUUID: UUID
    package let progress: ActionProgress

    /// What has become of an action.
    public enum State: Hashable, Sendable {
        /// The delegate has not got it.
        case idle
        /// The delegate performs it.
        case running
        /// Fulfilled.
        case complete
        /// Not performed.
        case failed(reason: FailureReason)
    }

    /// Why an action failed.
    public enum FailureReason: Hashable, Sendable {
        /// The delegate could not perform it.
        case failed
        /// Its deadline passed.
        case timedOut
        /// Its conversation ended, or is about to.
        case conversationEnded
    }

    /// Creates an action on that conversation. Use a subclass: the system performs no other.
    /// - Parameters:
    ///   - conversationUUID: Identifies the conversation.
    ///   - timeoutDate: Without effect: the service has its own deadlines, which run from the delivery.
    public convenience init(conversationUUID: UUID, timeoutDate: Date = Date(timeIntervalSinceNow: 30)) {
        self.init(.fresh, conversationUUID, until: timeoutDate)
    }

    init(_ uuid: UUID, _ conversationUUID: UUID, until timeoutDate: Date) {
        (self.uuid, self.conversationUUID) = (uuid, conversationUUID)
        progress = ActionProgress(until: timeoutDate)
    }

    /// Creates an action of the app.
    init(on conversationUUID: UUID) {
        (uuid, self.conversationUUID) = (.fresh, conversationUUID)
        progress = ActionProgress(until: Date(timeIntervalSinceNow: 30))
    }

    /// The time by which the delegate must fulfill or fail the action. The service sets it at the delivery: after 600
    /// seconds for a start, 60 for a join and 5 for every other action, unless the administrator configured other
    /// times.
    public var timeoutDate: Date { progress.timeoutDate }

    /// What has become of the action. An action that the app requests stays idle: the delegate gets another object with
    /// the same ``uuid``.
    public var state: State {
        switch progress.state {
        case .idle: .idle
        case .running: .running
        case .fulfilled: .complete
        case .failed: .failed(reason: .failed)
        case .timedOut: .failed(reason: .timedOut)
        case .superseded: .failed(reason: .conversationEnded)
        }
    }

    /// Marks the action as done. Has no effect on an action that is complete.
    public final func fulfill() { progress.complete(.fulfilled(nil)) }

    /// Marks the action as failed. Has no effect on an action that is complete.
    public final func fail() { progress.complete(.failed) }

    /// Marks the action as done at that time.
    final func fulfill(at date: Date) { progress.complete(.fulfilled(date.microseconds)) }
}

extension ConversationAction: PerformedAction {
    package var performedCall: UUID? { conversationUUID }
    package var isEnd: Bool { self is EndConversationAction }
}

/// The actions that the service delivers together.
final class ActionBatch: PerformedTransaction {
    let uuid: UUID
    private let lock = NSLock()
    private var members: [ConversationAction]

    init(_ uuid: UUID, _ actions: [ConversationAction]) { (self.uuid, members) = (uuid, actions) }

    var actions: [ConversationAction] { lock.withLock { members } }

    func addAction(_ action: ConversationAction) { lock.withLock { members.append(action) } }
}
