// SPDX-License-Identifier: MIT
import Testing

import class BusTesting.BusClient

@testable import SDBus

/// The programs that hear of the changes of an object.
struct SubscribersTests {
    /// An object with a text, which tells its changes to subscribers.
    private final class Board {
        static let name: InterfaceName = "org.example.Board"
        static let path: ObjectPath = "/org/example/Board"
        static let ended: MemberName = "Ended"

        let connection: BusConnection
        private let subscribers: Subscribers
        private var text = ""

        init(_ connection: BusConnection) throws {
            self.connection = connection
            subscribers = Subscribers(connection, limit: 8, ended: BusSignal(Self.path, Self.name, Self.ended))
            try connection.export(table, at: Self.path) { [unowned self] in text }
            try connection.takeTurns(waitingBytes: 1 << 20, unreadBytes: 256 << 10) { reason in
                BusError(name: "org.example.Refused", message: reason.message)
            }
        }

        private lazy var table = Interface<String>(
            Self.name,
            [
                .property("Text") { $0 },
                .method("Subscribe") { [unowned self] (_, call) throws(BusError) in try subscribers.add(call.sender) },
            ])

        func write(_ new: String) {
            let old = text
            text = new
            subscribers.announce(table, from: old, to: new, path: Self.path)
        }
    }

    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    /// Turns the loop until the condition holds.
    private func turn(until condition: () -> Bool) throws { try loop.turn(until: condition) }

    private func subscribe(_ client: BusClient, to board: Board) throws {
        let request = try client.send(
            try board.connection.uniqueName, Board.path.text, Board.name.text, "Subscribe", [])
        try turn {
            client.drain()
            return client.hasReply(to: request)
        }
        _ = try client.reply(to: request)
    }

    /// The texts that the client has heard of, by their beginning.
    private func heard(_ client: BusClient) -> [String] {
        client.signals.compactMap { $0.arguments.dropFirst().first?["Text"]?.string }.map { String($0.prefix(5)) }
    }

    @Test(arguments: BusProgram.all)
    func `A subscriber that does not read loses its subscription, learns it, and may subscribe again`(
        _ program: BusProgram
    ) throws {
        let bus = try PrivateBus(program)
        let board = try Board(try bus.connect(loop))
        let slow = try BusClient(address: bus.address)
        try subscribe(slow, to: board)
        // 400 KiB, in one turn of the loop, so no answer about what the client has read can come between them.
        for number in 1_001...1_400 { board.write("\(number)" + String(repeating: "x", count: 1_024)) }
        try turn {
            slow.drain()
            return slow.signals.last?.member == Board.ended.text
        }
        #expect((1..<400).contains(heard(slow).count))
        #expect(slow.signals.count { $0.member == Board.ended.text } == 1)
        slow.forgetSignals()
        board.write("missed")
        try subscribe(slow, to: board)
        board.write("again")
        try turn {
            slow.drain()
            return heard(slow).last == "again"
        }
        #expect(heard(slow) == ["again"])
    }
}
