// SPDX-License-Identifier: MIT

import AgentSettings
import BusTesting
import Foundation
import Testing

/// The user's default apps, which the command line sets and the agent tells to the service.
struct DefaultAppTests {
    let desktop: Desktop

    init() throws {
        desktop = try Desktop()
        try desktop.startAgent()
        for name in ["Alpha", "Beta"] {
            _ = try desktop.stage.app(name, ["SupportedHandleTypes": .strings(["phone-number", "generic"])])
        }
    }

    private func run(_ arguments: String...) throws -> CommandResult {
        let configuration = desktop.settings.deletingLastPathComponent().deletingLastPathComponent().path
        return try ChildProcess.run(
            [try Product.path("monkeycall"), "--address=\(desktop.bus.address)"] + arguments,
            environment: ["XDG_CONFIG_HOME": configuration])
    }

    /// Dials without an app until the service asks this one; the agent needs a moment to read its file.
    private func expectDial(_ handle: String, _ type: String = "phone-number", asks app: String) throws {
        let deadline = Deadline()
        while try run("dial", "--type", type, handle).output.prefix(while: { $0 != " " }) != "org.example.\(app)" {
            guard !deadline.hasPassed else { throw SupportError("\(app) does not become the default app") }
        }
    }

    @Test func `The command line chooses the app that calls, for each type of handle`() throws {
        try expectDial("+4930123456", asks: "Alpha")
        let chosen = try run("providers", "--default", "phone-number=org.example.Beta")
        #expect(chosen.output == "phone-number  is called with  org.example.Beta\n")
        try expectDial("+4930123456", asks: "Beta")
        try expectDial("ada", "generic", asks: "Alpha")
        let list = try run("providers").output.split(separator: "\n")
        #expect(list.contains { $0.hasPrefix("org.example.Beta") && $0.contains("phone-number") })
        let removed = try run("providers", "--default", "phone-number=", "--json")
        #expect(removed.output == #"{"Type":"phone-number","Provider":null}"# + "\n")
        try expectDial("+4930123456", asks: "Alpha")
    }

    @Test func `The command keeps the rest of the file and the target of a link`() throws {
        let target = desktop.settings.deletingLastPathComponent().appendingPathComponent("dotfiles.conf")
        try desktop.set("")
        try FileManager.default.removeItem(at: desktop.settings)
        try "# Mine\n[Screen]\nShowCallerWhenLocked=no\n".write(to: target, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(at: desktop.settings, withDestinationURL: target)
        #expect(try run("providers", "--default", "generic=org.example.Beta").succeeded)
        #expect(
            try String(contentsOf: target, encoding: .utf8)
                == "# Mine\n[Screen]\nShowCallerWhenLocked=no\n\n[DefaultProviders]\ngeneric=org.example.Beta\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: desktop.settings.path) == target.path)
        try expectDial("ada", "generic", asks: "Beta")
    }

    @Test(arguments: [
        "phone=org.example.Beta", "phone-number", "phone-number=a b", "=org.example.Beta", "generic=\n[x]",
    ])
    func `A wrong choice is refused, and the file stays`(_ choice: String) throws {
        #expect(try run("providers", "--default", choice).status == .exited(64))
        #expect(!FileManager.default.fileExists(atPath: desktop.settings.path))
    }
}
