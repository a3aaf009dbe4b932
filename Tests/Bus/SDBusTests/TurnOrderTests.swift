// SPDX-License-Identifier: MIT
import Testing

@testable import SDBus

/// Whose turn is next.
@Suite struct TurnOrderTests {
    private func peer(_ name: String, uid: UInt32, app: String? = nil, unit: String = "", pid: UInt32 = 1) -> Peer {
        Peer(name: name, uid: uid, pid: pid, identity: ProcessIdentity(unit: unit, app: app))
    }

    private func all(_ order: inout TurnOrder, _ mayHaveTurn: (UInt32) -> Bool = { _ in true }) -> [String] {
        var names: [String] = []
        while let name = order.takeNext(ofUser: mayHaveTurn) { names.append(name) }
        return names
    }

    @Test func `A user has every second turn beside 200 connections of another user`() {
        var order = TurnOrder()
        for number in 1...200 as ClosedRange<UInt32> {
            order.append(":1.\(number)", of: peer(":1.\(number)", uid: 1001, pid: number))
        }
        order.append(":2.1", of: peer(":2.1", uid: 1002))
        #expect(all(&order).firstIndex(of: ":2.1") == 1)
    }

    @Test func `A program has every second turn beside 200 connections of another program of its user`() {
        var order = TurnOrder()
        for number in 1...200 as ClosedRange<UInt32> {
            order.append(":1.\(number)", of: peer(":1.\(number)", uid: 1001, app: "org.example.Flood", pid: number))
        }
        order.append(":2.1", of: peer(":2.1", uid: 1001, unit: "app-good.scope"))
        #expect(all(&order).firstIndex(of: ":2.1") == 1)
    }

    @Test func `The connections of one program take turns`() {
        var order = TurnOrder()
        let peers = ["a", "b", "c"].map { peer($0, uid: 1001) }
        for peer in peers { order.append(peer.name, of: peer) }
        #expect(order.takeNext { _ in true } == "a")
        order.append("a", of: peers[0])
        #expect(all(&order) == ["b", "c", "a"])
        #expect(order.isEmpty)
    }

    @Test func `A user that must wait loses no turn and delays no other user`() {
        var order = TurnOrder()
        order.append("waits", of: peer("waits", uid: 1001))
        order.append("goes", of: peer("goes", uid: 1002))
        #expect(all(&order) { $0 != 1001 } == ["goes"])
        #expect(all(&order) == ["waits"])
    }

    @Test(
        arguments: [
            ("org.example.App", "app.scope", "app org.example.App"),
            (nil, "app-x.scope", "unit app-x.scope"), ("", "app-x.scope", "app "), ("", "", "app "),
            (nil, "session-3.scope", "process 7"), (nil, "", "process 7"),
        ] as [(String?, String, String)])
    func `A program is its sandbox, else its unit, else its process`(sandbox: String?, unit: String, program: String) {
        #expect(peer(":1.2", uid: 1000, app: sandbox, unit: unit, pid: 7).program == program)
    }
}
