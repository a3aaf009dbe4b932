// SPDX-License-Identifier: MIT

internal import CallClient
package import CallLibrary
public import Foundation

/// A request that the manager's delegate performs, and then fulfills or fails.
public class ConversationAction: @unchecked Sendable {
    /// Identifies the action, also at the delegate that performs it.
    public package(set) var uuid = UUID.fresh
    /// Identifies the conversation.
    public let conversationUUID: UUID
    package let progress = ActionProgress(until: Date(timeIntervalSinceNow: 30))

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
        self.init(on: conversationUUID)
        progress.timeoutDate = timeoutDate
    }

    init(on conversationUUID: UUID) { self.conversationUUID = conversationUUID }

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
    var uuid = UUID.fresh
    private let lock = NSLock()
    private var members: [ConversationAction]

    init(_ actions: [ConversationAction]) { members = actions }

    var actions: [ConversationAction] { lock.withLock { members } }

    func addAction(_ action: ConversationAction) { lock.withLock { members.append(action) } }
}

/// Starts a conversation. Fulfill it when the invitations are sent.
public final class StartConversationAction: ConversationAction, @unchecked Sendable {
    /// The members to call; the first one is shown where there is space for one.
    public let handles: [Handle]
    /// Whether it is a video conversation.
    public let isVideo: Bool

    /// Creates an action that starts a conversation with that UUID.
    public init(conversationUUID: UUID, handles: [Handle], isVideo: Bool) {
        (self.handles, self.isVideo) = (handles, isVideo)
        super.init(on: conversationUUID)
    }

    /// Fulfills the action: the invitations were sent at that time.
    public func fulfill(dateStarted: Date) { fulfill(at: dateStarted) }
}

/// Answers a conversation. Fulfill it when all sides can communicate.
public final class JoinConversationAction: ConversationAction, @unchecked Sendable {
    /// Creates an action that joins that conversation.
    public init(conversationUUID: UUID) { super.init(on: conversationUUID) }

    /// Fulfills the action: all sides can communicate since that time.
    public func fulfill(dateConnected: Date) { fulfill(at: dateConnected) }
}

/// Ends a conversation, or declines one that is ``Conversation/State/idle`` or ``Conversation/State/joining``.
public final class EndConversationAction: ConversationAction, @unchecked Sendable {
    /// Creates an action that ends that conversation.
    public init(conversationUUID: UUID) { super.init(on: conversationUUID) }

    /// Fulfills the action: the conversation ended at that time.
    public func fulfill(dateEnded: Date) { fulfill(at: dateEnded) }
}

/// Holds or continues a conversation. Fulfill it at once, because another call may wait for the audio.
public final class PauseConversationAction: ConversationAction, @unchecked Sendable {
    /// True to hold, false to continue.
    public let isPaused: Bool

    /// Creates an action that holds or continues that conversation.
    public init(conversationUUID: UUID, isPaused: Bool) {
        self.isPaused = isPaused
        super.init(on: conversationUUID)
    }
}

/// Mutes or unmutes the microphone of a conversation.
public final class MuteConversationAction: ConversationAction, @unchecked Sendable {
    /// True to mute, false to unmute.
    public let isMuted: Bool

    /// Creates an action that mutes or unmutes that conversation.
    public init(conversationUUID: UUID, isMuted: Bool) {
        self.isMuted = isMuted
        super.init(on: conversationUUID)
    }
}

/// Merges a conversation with another.
public final class MergeConversationAction: ConversationAction, @unchecked Sendable {
    /// The conversation whose group it joins.
    public let conversationUUIDToMergeWith: UUID

    /// Creates an action that merges both conversations.
    public init(conversationUUID: UUID, conversationUUIDToMergeWith: UUID) {
        self.conversationUUIDToMergeWith = conversationUUIDToMergeWith
        super.init(on: conversationUUID)
    }
}

/// Takes a conversation out of its group.
public final class UnmergeConversationAction: ConversationAction, @unchecked Sendable {
    /// Creates an action that takes that conversation out of its group.
    public init(conversationUUID: UUID) { super.init(on: conversationUUID) }
}

/// Plays tones to the other side.
public final class PlayToneAction: ConversationAction, @unchecked Sendable {
    /// The kind of a sequence of tones.
    public enum Tone: Hashable, Sendable {
        /// The tone of one key.
        case single
        /// Digits after a comma.
        case softPause
        /// Digits after a semicolon: a wait that the user has ended.
        case hardPause
    }

    /// The keys: `0` to `9`, `A` to `D`, `*` and `#`.
    public let digits: String
    /// The kind of the sequence.
    public let tone: Tone

    /// Creates an action that plays those tones to that conversation.
    public init(conversationUUID: UUID, digits: String, tone: Tone) {
        (self.digits, self.tone) = (digits, tone)
        super.init(on: conversationUUID)
    }
}

/// Translates a conversation. Linux has no translation; the class exists for source compatibility, and the service
/// refuses it.
public final class SetTranslatingAction: ConversationAction, @unchecked Sendable {
    /// The translator of a conversation.
    public enum TranslationEngine: Hashable, Sendable {
        /// The system.
        case `default`
        /// The app.
        case custom
    }

    /// True to begin, false to stop.
    public let isTranslating: Bool
    /// The language of this side.
    public let localLanguage: Locale.Language
    /// The language of the other side.
    public let remoteLanguage: Locale.Language

    /// Creates an action that begins or stops translation between those languages.
    public init(
        conversationID: UUID, isTranslating: Bool, localLanguage: Locale.Language, remoteLanguage: Locale.Language
    ) {
        self.isTranslating = isTranslating
        (self.localLanguage, self.remoteLanguage) = (localLanguage, remoteLanguage)
        super.init(on: conversationID)
    }

    /// Fulfills the action: that engine began or stopped translating.
    public func fulfill(using engine: TranslationEngine) { fulfill() }
}
