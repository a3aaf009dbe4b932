// SPDX-License-Identifier: MIT

/// A client's request for a transaction, before the registry has accepted it.
public struct Request: Hashable, Sendable {
    /// A requested action.
    public struct Item: Hashable, Sendable {
        /// The call that it changes, or that it starts.
        public var call: CallID
        /// The action on the call.
        public var kind: ActionKind
        /// The requester's name for the action; nil = the registry names it.
        public var identifier: ActionID?
        /// For an end: whether it declines, so it is refused when an answer of the call has been accepted.
        public var onlyIfRinging: Bool

        /// An action on a call.
        public init(call: CallID, kind: ActionKind, identifier: ActionID? = nil, onlyIfRinging: Bool = false) {
            self.call = call
            self.kind = kind
            self.identifier = identifier
            self.onlyIfRinging = onlyIfRinging
        }
    }

    /// The actions, in the order in which they are performed.
    public var items: [Item]
    /// True when a shell says that a headset's button was pressed.
    public var isFromHeadset = false
    /// The xdg-activation token for the app; empty = none.
    public var activationToken = ""
    /// Whether the registry may end other calls to make room. It may always hold them.
    public var endsOthers = true
    /// The requester's name for the transaction; nil = the registry names it.
    public var transaction: TransactionID?

    /// A request of these actions.
    public init(_ items: [Item]) { self.items = items }
}
