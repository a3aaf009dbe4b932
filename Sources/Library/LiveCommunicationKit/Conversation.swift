// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallContract
internal import CallInterface
internal import CallLibrary
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

extension Conversation {
    /// Facts about a conversation; nil = unchanged.
    ///
    /// Report the members of each conversation. In one line the system shows one of them, and their names.
    public struct Update: Hashable, Sendable {
        /// The user's own address.
        public var localMember: Handle?
        /// All others that belong to the conversation.
        public var members: Set<Handle>?
        /// The others that take part now.
        public var activeRemoteMembers: Set<Handle>?
        /// What the user can do with it. A set replaces the earlier one. A conversation without any can be paused,
        /// merged and unmerged, plays tones and has no video.
        public var capabilities: Capabilities?

        /// Creates an update of those facts.
        public init(
            localMember: Handle? = nil, members: Set<Handle>? = nil, activeRemoteMembers: Set<Handle>? = nil,
            capabilities: Capabilities? = nil
        ) {
            self.localMember = localMember
            self.members = members
            self.activeRemoteMembers = activeRemoteMembers
            self.capabilities = capabilities
        }
    }

    /// What the user can do with a conversation.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: Int

        /// Creates a set of those bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// It can be paused and continued. The system ends a conversation without it if another one needs the audio.
        public static let pausing = Capabilities(rawValue: 1 << 0)
        /// It can be merged with another.
        public static let merging = Capabilities(rawValue: 1 << 1)
        /// It can be taken out of its group.
        public static let unmerging = Capabilities(rawValue: 1 << 2)
        /// It is a video conversation.
        public static let video = Capabilities(rawValue: 1 << 3)
        /// It plays tones to the other side.
        public static let playingTones = Capabilities(rawValue: 1 << 4)
    }
}

/// The members that the line for people comes from.
struct ShownMembers {
    private var hasMembers = false
    private var first: Handle?

    /// Returns the names to show.
    mutating func begin(with members: [Handle]) -> String {
        (hasMembers, first) = (true, members.first)
        return members.names
    }

    /// The members to show, the one that was shown before first; nil = unchanged. Those that take part now count while
    /// the app has reported no others.
    mutating func take(_ update: Conversation.Update) -> [Handle]? {
        if update.members != nil { hasMembers = true }
        guard let new = update.members ?? (hasMembers ? nil : update.activeRemoteMembers) else { return nil }
        let known = new.inOrder
        let kept = known.filter { $0.type == first?.type && $0.value == first?.value }
        let members = kept + known.filter { !kept.contains($0) }
        first = members.first
        return members
    }
}

extension Conversation.Update {
    /// The update as the service takes it.
    func model(_ shown: inout ShownMembers) -> CallUpdate {
        var update = CallUpdate()
        update.localMember = localMember.map(\.member)
        update.members = members?.inOrder.compactMap(\.member)
        update.activeMembers = activeRemoteMembers?.inOrder.compactMap(\.member)
        if let line = shown.take(self) {
            update.remoteHandle = .some(line.first?.model)
            update.localizedCallerName = line.names
        }
        if let capabilities {
            update.supportsHolding = capabilities.contains(.pausing)
            update.supportsGrouping = capabilities.contains(.merging)
            update.supportsUngrouping = capabilities.contains(.unmerging)
            update.supportsDTMF = capabilities.contains(.playingTones)
            update.hasVideo = capabilities.contains(.video)
        }
        return update.fitting
    }
}

/// The address of a member of a conversation, and the member's name.
public struct Handle: Hashable, Codable, Sendable {
    /// The type of a handle's value.
    public enum Kind: Int, Hashable, Codable, Sendable {
        /// An address that only the app understands.
        case generic
        /// A telephone number.
        case phoneNumber
        /// An e-mail address.
        case emailAddress
    }

    /// The type of ``value``.
    public var type: Kind
    /// The number, address or name.
    public var value: String
    /// The name for people; ``value`` if there is no other.
    public var displayName: String

    /// Creates a handle; without a name, `value` is the name.
    public init(type: Kind, value: String, displayName: String? = nil) {
        self.type = type
        self.value = value
        self.displayName = displayName ?? value
    }
}
