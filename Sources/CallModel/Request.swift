// SPDX-License-Identifier: MIT

/// What a client asks for, before it is accepted.
public struct Request: Hashable, Sendable {
    /// One action of it.
    public struct Item: Hashable, Sendable {
        /// The call.
        public var call: CallID
        /// What is to be done to it.
        public var kind: ActionKind
        /// The requester's name for the action; nil = the registry names it.
        public var identifier: ActionID?

        /// That action on that call.
        public init(call: CallID, kind: ActionKind, identifier: ActionID? = nil) {
            self.call = call
            self.kind = kind
            self.identifier = identifier
        }
    }

    /// In this order.
    public var items: [Item]
    /// True when a shell says that a headset's button was pressed.
    public var isFromHeadset = false
    /// The xdg-activation token for the app; empty = none.
    public var activationToken = ""
    /// The requester's name for the transaction; nil = the registry names it.
    public var transaction: TransactionID?

    /// A request of these actions.
    public init(_ items: [Item]) { self.items = items }
}
