// SPDX-License-Identifier: MIT
import SDBus

/// A service that handles calls in turns and records their senders.
final class TurnService {
    let connection: BusConnection
    /// The senders of the handled calls, in order; `left` when one of them has left the bus.
    private(set) var handled: [String] = []
    /// The number of calls that were handled between the reading of `Ask` and its turn; nil before its turn.
    private(set) var turnsUntilAnswer: Int?
    private var handledBeforeAsk: Int?
    /// The numbers that the `Note` and `Numbers` calls carried, in order.
    private(set) var noted: [UInt32] = []
    /// The calls of `Later` that are not answered.
    var pending: [PendingReply<>] = []

    private static let name: InterfaceName = "org.example.Turns"
    private static let path: ObjectPath = "/org/example/Turns"
    private let ownName: BusName
    private var readers: [BusSlot] = []

    /// `reportsLosses`: it also records when a caller has left.
    init(_ connection: BusConnection, reportsLosses: Bool = true) throws {
        self.connection = connection
        ownName = try connection.ownName
        if reportsLosses {
            try connection.onPeerLost { [unowned self] peer in
                if handled.contains(peer.name) { handled.append("left") }
            }
        }
        try connection.export(table, at: Self.path) { [unowned self] in self }
        try connection.takeTurns(waitingBytes: 16 << 20, unreadBytes: 64 << 20, unanswered: 2) { reason in
            BusError(name: "org.example.Refused", message: reason.message)
        }
        // The handler that is added last sees a call first.
        readers = [
            try connection.onCall(interface: Self.name, member: "Ask") { [unowned self] _ in
                if handledBeforeAsk == nil { handledBeforeAsk = handled.count }
                return false
            }
        ]
    }

    func method(_ member: MemberName) -> CallTarget { CallTarget(ownName, Self.path, Self.name, member) }

    private lazy var table = Interface<TurnService>(
        Self.name,
        [
            .method("Count") { (me, call) in me.handled.append(call.sender) },
            .method("Ask") { (me, _) in me.turnsUntilAnswer = me.handled.count - (me.handledBeforeAsk ?? 0) },
            .method("Much", returns: ("text", String.self)) { (me, call) in
                me.handled.append(call.sender)
                return Self.text
            },
            .method("Note", takes: ("number", UInt32.self)) { (me, call, number) in
                me.handled.append(call.sender)
                me.noted.append(number)
            },
            .deferredMethod("Later") { (me, call, reply) in
                me.handled.append(call.sender)
                me.pending.append(reply)
            },
            .method("Numbers", takes: ("numbers", [UInt32].self)) { (me, _, numbers) in me.noted += numbers },
        ])

    private static let text = String(repeating: "x", count: 16_384)
}
