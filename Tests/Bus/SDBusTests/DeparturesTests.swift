// SPDX-License-Identifier: MIT
import Testing

@testable import SDBus

/// In which order departures are reported, and which calls wait for them.
@Suite struct DeparturesTests {
    private func kin(uid: UInt32 = 1001, app: String? = nil) -> Departures.Kin {
        Departures.Kin(Peer(name: ":1.1", uid: uid, pid: 1, identity: ProcessIdentity(unit: "", app: app)))
    }

    /// Reports one departure. Returns its name, and the connections that wait no longer.
    private func report(
        _ departures: inout Departures, busy: Set<UInt32> = []
    ) -> (name: String?, released: [String]) {
        let name = departures.next { busy.contains($0) }
        return (name, name == nil ? [] : departures.removeCurrent())
    }

    @Test func `A call waits for the departures before it, and not for later ones`() {
        var departures = Departures()
        for name in ["a", "b"] { departures.append(name, of: kin()) }
        let isHeld = departures.hold("caller", of: kin())
        departures.append("c", of: kin())
        let reports = (0..<3).map { _ in report(&departures) }
        #expect(isHeld && reports.map(\.name) == ["a", "b", "c"])
        #expect(reports.map(\.released) == [[], ["caller"], []])
        let isHeldAgain = departures.hold("caller", of: kin())
        #expect(departures.isEmpty && !isHeldAgain)
    }

    @Test func `A call waits for no departure of another sandboxed app or of another user`() {
        var departures = Departures()
        departures.append("app", of: kin(app: "org.example.App"))
        let callers = [
            kin(app: "org.example.Other"), kin(), kin(uid: 1002, app: "org.example.App"), kin(app: "org.example.App"),
        ]
        let held = callers.map { departures.hold("caller", of: $0) }
        #expect(held == [false, false, false, true])
    }

    @Test func `The departures of a user come after one of another user, whatever their number`() {
        var departures = Departures()
        for number in 1...200 { departures.append("a\(number)", of: kin(app: "org.example.App\(number % 7)")) }
        departures.append("b", of: kin(uid: 1002))
        let names = [report(&departures).name, report(&departures).name]
        #expect(names == ["a1", "b"])
    }

    @Test func `The work after a departure comes before the next one of its user, and delays no other user`() {
        var departures = Departures()
        for name in ["a", "b"] { departures.append(name, of: kin()) }
        departures.append("c", of: kin(uid: 1002))
        let names = ([[], [1001], [1001], []] as [Set<UInt32>]).map { report(&departures, busy: $0).name }
        #expect(names == ["a", "c", nil, "b"])
    }

    @Test func `A departure waits for one call of its user at most`() {
        var departures = Departures()
        departures.append("a", of: kin())
        let before = report(&departures, busy: [1001]).name
        departures.noteTurn(of: 1001)
        let after = report(&departures, busy: [1001]).name
        #expect(before == nil && after == "a")
    }

    @Test func `A departure stays the present one until it is reported`() {
        var departures = Departures()
        departures.append("a", of: kin())
        let first = departures.next { _ in false }
        departures.append("unknown", of: nil)
        let again = departures.next { _ in true }
        #expect(first == "a" && again == "a")
        let released = departures.removeCurrent()
        let last = report(&departures, busy: [1001]).name
        #expect(released.isEmpty && last == "unknown" && departures.isEmpty)
    }
}
