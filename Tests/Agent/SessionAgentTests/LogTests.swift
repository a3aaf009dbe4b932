// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// What the agent, the directory and the service write into their logs while they run with their default options.
struct AgentLogTests {
    private let desktop: Desktop
    private let directory: DirectoryOfUser
    private let phone: Provider
    private static let numbers = ["+49301111101", "+49302222202", "+49303333303", "+49304444404", "+49305555505"]

    init() throws {
        desktop = try Desktop()
        directory = try DirectoryOfUser(on: desktop)
        phone = try desktop.phone()
    }

    private func dial(_ words: String...) throws {
        let result = try ChildProcess.run(
            [try Product.path("monkeycall"), "--address=\(desktop.bus.address)", "dial"] + words)
        #expect(result.succeeded, "\(result.errors)")
    }

    /// Waits for the app to be asked for a call.
    private func waitForRequest() throws { _ = try phone.actor.client.waitForSignal("StartCallRequested") }

    @Test func `The logs have no number of an incoming, a refused or an outgoing call, or of a link`() throws {
        try directory.add("Ada", Self.numbers[0])
        try directory.object("Lists").call("AddRule", "caller", .string(Self.numbers[1]), "reject")
        let screen = try Dunst(on: desktop.bus)
        try phone.actor.client.waitForName("org.freedesktop.Notifications")
        try desktop.startAgent()
        // Incoming: missed, blocked, and refused by do-not-disturb.
        try phone.ring("A", name: "", number: Self.numbers[0])
        try screen.expect("Ada")
        try phone.end("A")
        #expect(phone.actor.refusal { _ in try phone.ring("B", number: Self.numbers[1]) } != "no error")
        let agent = try AgentClient(on: desktop.bus)
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        #expect(phone.actor.refusal { _ in try phone.ring("C", number: Self.numbers[2]) } != "no error")
        try agent.setDoNotDisturb(false)
        // Outgoing: a number, and a call that the app makes.
        try dial(Self.numbers[3])
        try waitForRequest()
        _ = try phone.actor.request([phone.start("D", ["Handle": .tuple("phone-number", .string(Self.numbers[3]))])])
        try phone.doEverything()
        try phone.end("D")
        // A link that the user calls, and one that no app can call.
        try dial("--link", "tel:\(Self.numbers[4])")
        try screen.expect("Call ") { $0.summary.contains("5555505") }
        try screen.press("place-call")
        try waitForRequest()
        phone.actor.client.close()
        try dial("--link", "tel:\(Self.numbers[4])")
        try screen.expect("Call ") { $0.summary.contains("5555505") }
        try screen.press("place-call")
        try screen.expect("Cannot call")
        // The same from the search of the desktop, without an agent that could ask the user.
        try desktop.killAgent()
        let client = try BusClient(address: desktop.bus.address)
        let search = client.object(DirectoryOfUser.name, "/org/monkeycall/Search", "org.gnome.Shell.SearchProvider2")
        try search.call("ActivateResult", .string("phone-number:\(Self.numbers[4])"), .strings([]), .uint32(0))
        _ = try directory.process.waitForLine(of: .error) { $0.contains("was not called") }
        let logs = [
            try #require(desktop.agent).text(of: .error), directory.process.text(of: .error), desktop.daemon.log,
        ]
        #expect(logs[0].contains("message=No registered provider") && logs[0].contains("method=RequestStartCall"))
        for (log, writer) in zip(logs, ["agent", "directory", "service"]) {
            for number in Self.numbers { #expect(!log.contains(number.suffix(7)), "the log of the \(writer): \(log)") }
        }
    }
}
