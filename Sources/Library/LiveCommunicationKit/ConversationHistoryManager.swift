// SPDX-License-Identifier: MIT

internal import CallContract
internal import CallInterface
@_spi(Companions) internal import CallLibrary
public import Foundation
internal import SDBus

/// The conversations and calls that have ended, from the user's directory, `monkeycall-directory`.
///
/// An app sees the calls of all apps and modems. An app in a sandbox sees only its own, cannot mark them as read, and
/// hears no ``ConversationHistoryDidUpdate``. Calls that the user blocked are left out.
public final class ConversationHistoryManager: Sendable {
    /// The only instance. ``ConversationHistoryDidUpdate`` is posted from its first use on.
    public static let sharedInstance = ConversationHistoryManager()

    /// The most calls that the directory gives at once.
    private static let pageSize: UInt32 = 1_000

    private init() {
        HistoryWatch.begin {
            NotificationCenter.default.post(ConversationHistoryDidUpdate(), subject: .sharedInstance)
        }
    }

    /// The conversations for which the predicate is true, the newest first.
    /// - Throws: ``ConversationError`` with ``ConversationError/Code/historyUnavailable``, or an error of the
    ///   predicate.
    public nonisolated(nonsending) func recentConversations(
        matching request: Predicate<RecentConversation>
    ) async throws -> [RecentConversation] {
        var found: [RecentConversation] = []
        var next: UInt64? = 0
        while let before = next {
            let page = try await page(before)
            found += try page.conversations.filter { try request.evaluate($0) }
            next = page.next
        }
        return found
    }

    /// Marks a conversation as read: the user has seen it.
    /// - Throws: ``ConversationError`` with ``ConversationError/Code/historyUnavailable``, or in a sandbox
    ///   ``ConversationError/Code/unentitled``.
    public nonisolated(nonsending) func markConversationAsRead(_ recentConversation: RecentConversation) async throws {
        try await markConversationsAsRead([recentConversation])
    }

    /// Marks conversations as read; see ``markConversationAsRead(_:)``.
    public nonisolated(nonsending) func markConversationsAsRead(
        _ recentConversations: [RecentConversation]
    ) async throws {
        let entries = recentConversations.compactMap(\.entry)
        try await ask { thread, completion in
            thread.call(DirectoryMethod.markRead.target, entries, timeout: 0, then: completion)
        } read: { (_) throws(BusError) in
        }
    }

    /// The calls before an entry, 0 = from the newest on, and where the next page ends; nil = there is none.
    private nonisolated(nonsending) func page(
        _ before: UInt64
    ) async throws -> (conversations: [RecentConversation], next: UInt64?) {
        try await ask { thread, completion in
            let filter = [String: Variant]([.includesBlocked: .bool(false)])
            let method = DirectoryMethod.listHistory.target
            thread.call(method, filter, before, Self.pageSize, timeout: 0, then: completion)
        } read: { (message) throws(BusError) in
            let calls = try message.read([[String: Variant]].self)
            let isFull = calls.count == Int(Self.pageSize)
            return (calls.compactMap { RecentConversation($0) }, isFull ? calls.last?.time(.entry) : nil)
        }
    }

    /// Calls a method of the directory. `call` and `read` run on the session thread.
    private nonisolated(nonsending) func ask<Answer: Sendable>(
        _ call: @escaping @Sendable (SessionThread, @escaping (Result<Message, BusError>) -> Void) -> Void,
        read: @escaping @Sendable (Message) throws(BusError) -> Answer
    ) async throws -> Answer {
        let answer: Result<Answer, BusError> = await withCheckedContinuation { continuation in
            SessionThread.perform { thread in
                call(thread) { reply in
                    continuation.resume(
                        returning: Result { () throws(BusError) in try read(try reply.get()) })
                }
            }
        }
        return try answer.mapError { ConversationError(ofDirectory: $0) }.get()
    }
}

extension ConversationError {
    /// The refusal of the directory, or the reason why there is none.
    fileprivate init(ofDirectory error: BusError) {
        let isDenied = error.name == StandardErrorName.accessDenied
        let advice = error.saysUnavailable ? "The user's directory does not run; start monkeycall-directory. " : ""
        self.init(isDenied ? .unentitled : .historyUnavailable, message: advice + error.message)
    }
}

extension ConversationHistoryManager {
    /// A conversation or call that has ended.
    public struct RecentConversation: Identifiable, Hashable, Codable, Sendable {
        /// The side that began a conversation.
        public enum Direction: Hashable, Codable, Sendable {
            /// The other side.
            case incoming
            /// The user.
            case outgoing
        }

        /// What became of a conversation.
        public enum Status: Hashable, Codable, Sendable {
            /// A later version of the directory said something else.
            case unknown
            /// Both sides could talk.
            case connected
            /// The user answered an incoming conversation on another device.
            case answeredElsewhere
            /// The user answered an incoming conversation nowhere: it was missed or declined, or do-not-disturb refused
            /// it.
            case missed
            /// An outgoing conversation ended before it connected.
            case cancelled
        }

        /// Identifies the conversation, as it did while it lasted.
        public let id: UUID
        /// When it started.
        public let date: Date
        /// The seconds from its connection to its end; 0 if it never connected.
        public let duration: TimeInterval
        /// The side that began it.
        public let direction: Direction
        /// What became of it.
        public let status: Status
        /// The other side; empty for a caller that hid its number.
        public let handles: [Handle]
        /// False if it was missed and the user has not seen it.
        public let isRead: Bool
        /// The number of the entry in the directory, and the identifier of the provider. A value that another program
        /// wrote has none.
        let entry: Int64?
        let provider: String?
    }
}

extension ConversationHistoryManager.RecentConversation {
    /// A line of the directory's list; nil if it is not valid.
    init?(_ line: [String: Variant]) {
        guard let id = UUID(uuidString: line.text(.call)), let entry = Int64(exactly: line.time(.entry)) else {
            return nil
        }
        let (connected, ended) = (Date(microseconds: line.time(.connectedAt)), Date(microseconds: line.time(.endedAt)))
        self.init(
            id: id, date: Date(microseconds: line.time(.startedAt)),
            duration: line.time(.connectedAt) == 0 ? 0 : max(0, ended.timeIntervalSince(connected)),
            direction: line.flag(.outgoing) ? .outgoing : .incoming, status: Status(line),
            handles: line[.remoteHandle].flatMap(WireHandle.init)?.handle.map { handle in
                [Handle(handle, displayName: line.text(.name))]
            } ?? [],
            isRead: !line.flag(.unread), entry: entry, provider: line.text(.provider))
    }
}

extension ConversationHistoryManager.RecentConversation.Status {
    fileprivate init(_ line: [String: Variant]) {
        switch CallOutcome(rawValue: line.text(.outcome)) {
        case .answered: self = .connected
        case .missed, .refused, .doNotDisturb, .busy, .blockList, .screener, .user: self = .missed
        case .elsewhere:
            let reason = EndedReason(rawValue: line.text(.endedReason))
            self = reason == .declinedElsewhere ? .missed : .answeredElsewhere
        case .notConnected: self = .cancelled
        case nil: self = .unknown
        }
    }
}

extension ConversationHistoryManager {
    /// Conversations were added to the history or removed, or the user has seen some. Posted with
    /// ``ConversationHistoryManager/sharedInstance`` as its subject, and sometimes without a change.
    public struct ConversationHistoryDidUpdate: NotificationCenter.AsyncMessage {
        /// The manager posts it.
        public typealias Subject = ConversationHistoryManager

        /// Creates a message.
        public init() {}

        /// The name of the same notification.
        public static var name: Notification.Name { Notification.Name("ConversationHistoryDidUpdate") }

        /// The message of a notification.
        public static func makeMessage(_ notification: Notification) -> Self? { Self() }
    }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<ConversationHistoryManager.ConversationHistoryDidUpdate> {
    /// Identifies ``ConversationHistoryManager/ConversationHistoryDidUpdate`` for observers.
    public static var conversationHistoryDidUpdateMessage: Self { Self() }
}
