// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallContract
internal import CallInterface
public import Foundation

/// A conversation of the app: one call, with one or more others.
///
/// The object stays the same as long as the conversation goes on. Its state changes on the main queue, before
/// ``ConversationManagerDelegate/conversationManager(_:conversationChanged:)``.
public final class Conversation: @unchecked Sendable {
    /// Identifies the conversation.
    public let uuid: UUID
    private let lock = NSLock()
    private var current = State.idle
    private var local: Handle?
    private var shown = ShownMembers()

    init(_ uuid: UUID) { self.uuid = uuid }

    /// How far the conversation is.
    public enum State: Int, Hashable, Sendable {
        /// It rings and is not answered, or its start waits for its turn.
        case idle
        /// The app starts or joins it.
        case joining
        /// All sides can communicate.
        case joined
        /// This side holds it.
        case paused
        /// The app ends it.
        case leaving
        /// It is over.
        case left
    }

    /// Why a conversation ended if no action ended it.
    public enum EndedReason: Int, Hashable, Sendable {
        /// The app could not service it.
        case failed
        /// The other side ended it.
        case remoteEnded
        /// It was not answered in time.
        case unanswered
        /// The user joined it on another device.
        case joinedElsewhere
        /// The user declined it on another device.
        case declinedElsewhere
    }

    /// What happens to a conversation without an action.
    public enum Event: Hashable, Sendable {
        /// Its members or capabilities changed.
        case conversationUpdated(Update)
        /// It begins to connect, also an incoming one whose join action the delegate has.
        case conversationStartedConnecting(Date)
        /// All sides can communicate. This also counts as the fulfilment of the start or join action.
        case conversationConnected(Date)
        /// It ended.
        case conversationEnded(Date, EndedReason)
    }

    /// How far the conversation is.
    public var state: State { lock.withLock { current } }

    /// The user's own address in the conversation, as the app reported it; nil if it did not.
    public var localMember: Handle? { lock.withLock { local } }

    func change(to state: State) { lock.withLock { current = state } }

    /// Takes the app's report of it. Returns the update as the service takes it.
    func take(_ update: Update) -> CallUpdate {
        lock.withLock {
            if let member = update.localMember { local = member }
            return update.model(&shown)
        }
    }

    /// It was started with these members. Returns what the service does not know from the start.
    func begin(with members: [Handle]) -> CallUpdate? {
        lock.withLock {
            let names = shown.begin(with: members)
            guard !names.isEmpty else { return nil }
            var update = CallUpdate()
            update.localizedCallerName = names
            return update
        }
    }
}

extension Conversation.State {
    init(_ state: OwnCallState) {
        switch state {
        case .idle: self = .idle
        case .joining: self = .joining
        case .active: self = .joined
        case .held: self = .paused
        case .ending: self = .leaving
        case .ended: self = .left
        }
    }
}

extension Conversation.EndedReason {
    var model: CallContract.EndedReason {
        switch self {
        case .failed: .failed
        case .remoteEnded: .remoteEnded
        case .unanswered: .unanswered
        case .joinedElsewhere: .answeredElsewhere
        case .declinedElsewhere: .declinedElsewhere
        }
    }
}
