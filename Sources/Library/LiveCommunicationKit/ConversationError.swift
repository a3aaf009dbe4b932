// SPDX-License-Identifier: MIT

internal import CallInterface
public import Foundation
internal import SDBus

/// The reason why a conversation or actions were refused. Match it by its code:
///
/// ```swift
/// catch let error as ConversationError where error.code == .filteredByDoNotDisturb { … }
/// ```
public struct ConversationError: LocalizedError, Hashable {
    /// The kinds of refusal.
    public enum Code: Hashable, Sendable {
        /// The cause is not known.
        case unknown
        /// The app may not do that.
        case unentitled
        /// The manager is not registered, for example because it was invalidated.
        case unknownManager
        /// This app has no conversation with that UUID.
        case unknownConversation
        /// A conversation has that UUID, or one that ended recently had it.
        case conversationAlreadyExists
        /// Do-not-disturb is on: the user does not hear of the conversation.
        case filteredByDoNotDisturb
        /// The user blocked the caller.
        case filteredByBlockList
        /// There is no action.
        case noActions
        /// The action is not possible in the state of the conversation, or Linux does not perform it.
        case invalidAction
        /// The manager has its maximum of groups; the message names the conversations.
        case maximumConversationGroupsReached
        /// A protected call, such as an emergency call, would have to end; the message names it.
        case conversationIsProtected
        /// The modem is not there, or there is none.
        case unknownCellularService
        /// The user's directory does not run, or cannot read its database now; the message tells the reason.
        case historyUnavailable
    }

    /// The kind of refusal.
    public let code: Code
    /// What is wrong and what to do; nil without any.
    public let message: String?

    /// Creates an error of that code with that message.
    public init(_ code: Code, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var errorDescription: String? { message }

    /// Errors of one code are equal, whatever their messages.
    public static func == (a: ConversationError, b: ConversationError) -> Bool { a.code == b.code }
    /// By the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension ConversationError {
    private static let unregistered =
        "The service does not know this ConversationManager. It refused the registration, and the log says why; or the manager was invalidated."

    init(_ error: BusError) {
        let code: Code =
            switch error.code {
            case .incomingUnentitled, .requestUnentitled, .unentitled, .accessDenied: .unentitled
            case .unknownProvider, .unknownCallProvider: .unknownManager
            case .unknownCallUUID, .unknownCall: .unknownConversation
            case .incomingCallUUIDAlreadyExists, .requestCallUUIDAlreadyExists: .conversationAlreadyExists
            // LiveCommunicationKit has no word for a user who is in another conversation.
            case .filteredByDoNotDisturb, .incomingBusy: .filteredByDoNotDisturb
            // Neither has it one for an app that the user switched off.
            case .filteredByBlockList, .filteredByUser: .filteredByBlockList
            case .emptyTransaction: .noActions
            case .invalidAction, .requestCallAnswered, .invalidArgs: .invalidAction
            case .incomingMaximumCallGroupsReached, .requestMaximumCallGroupsReached:
                .maximumConversationGroupsReached
            case .incomingCallIsProtected, .requestCallIsProtected: .conversationIsProtected
            default: .unknown
            }
        self.init(code, message: code == .unknownManager ? Self.unregistered : error.message)
    }
}
