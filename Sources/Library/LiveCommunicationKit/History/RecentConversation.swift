// SPDX-License-Identifier: MIT

internal import CallContract
internal import CallInterface
internal import CallLibrary
public import Foundation
internal import SDBus

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
        case .missed, .refused, .doNotDisturb, .blockList, .screener: self = .missed
        case .elsewhere:
            let reason = EndedReason(rawValue: line.text(.endedReason))
            self = reason == .declinedElsewhere ? .missed : .answeredElsewhere
        case .notConnected: self = .cancelled
        case nil: self = .unknown
        }
    }
}
