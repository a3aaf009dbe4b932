// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A running agent and changes of the user's file.
struct SettingsFileTests {
    let desktop: Desktop
    let client: BusClient
    private var file: URL { desktop.settings }
    private var folder: URL { file.deletingLastPathComponent() }

    /// Three apps that can call the same number. Without a setting the service asks the first one.
    init() throws {
        desktop = try Desktop()
        client = try desktop.daemon.client()
        for name in ["org.example.A", "org.example.B", "org.example.C"] {
            try manager.call(
                "RegisterProvider", .string(name), .options(["SupportedHandleTypes": .strings(["phone-number"])]))
        }
    }

    private var manager: BusObject { client.manager }

    private static func choice(_ name: String) -> String { "[DefaultProviders]\nphone-number=org.example.\(name)\n" }

    /// Waits until the service asks that app to call: then it has applied the settings.
    private func expectChoice(_ name: String) throws {
        let deadline = Deadline()
        var chosen: String?
        repeat {
            let reply = try? manager.call("RequestStartCall", "", .tuple("phone-number", "110"), [:])
            chosen = reply?.first?.string
        } while chosen != "org.example." + name && !deadline.hasPassed
        #expect(chosen == "org.example." + name)
    }

    private func agent() throws -> ChildProcess { try #require(desktop.agent) }

    private func waitForLog(_ words: String) throws {
        _ = try agent().waitForLine(of: .error) { $0.contains(words) }
    }

    @Test func `The settings file is read at the start, after each save and after its removal`() throws {
        try desktop.set(Self.choice("B"))
        try desktop.startAgent()
        try expectChoice("B")
        // The test replaces the file, writes it in place, and removes it.
        try desktop.set(Self.choice("C"))
        try expectChoice("C")
        try Self.choice("B").write(to: file, atomically: false, encoding: .utf8)
        try expectChoice("B")
        try FileManager.default.removeItem(at: file)
        try expectChoice("A")
    }

    @Test func `An editor may move the old settings file away before it writes the new one`() throws {
        try desktop.set(Self.choice("B"))
        try desktop.startAgent()
        try expectChoice("B")
        try FileManager.default.moveItem(at: file, to: folder.appendingPathComponent("agent.conf~"))
        // The log line comes after the agent has seen the move.
        try desktop.set("[Fax]")
        try waitForLog("agent.conf:1 message=There is no section [Fax]")
        try expectChoice("B")
    }

    @Test func `The settings file and its folder may be missing at the start`() throws {
        try desktop.startAgent()
        try expectChoice("A")
        try desktop.set(Self.choice("B"))
        try expectChoice("B")
        try FileManager.default.removeItem(at: folder)
        try expectChoice("A")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try desktop.set(Self.choice("C"))
        try expectChoice("C")
    }

    @Test func `The settings file and its folder may be symbolic links`() throws {
        let dotfiles = desktop.bus.directory.url.appendingPathComponent("dotfiles")
        try FileManager.default.createDirectory(at: dotfiles, withIntermediateDirectories: true)
        let target = dotfiles.appendingPathComponent("agent.conf")
        try Self.choice("B").write(to: target, atomically: false, encoding: .utf8)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try desktop.startAgent()
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        try expectChoice("B")
        try Self.choice("C").write(to: target, atomically: true, encoding: .utf8)
        try expectChoice("C")
        try FileManager.default.removeItem(at: folder)
        try expectChoice("A")
        try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: dotfiles)
        try expectChoice("C")
        try Self.choice("B").write(to: target, atomically: true, encoding: .utf8)
        try expectChoice("B")
    }

    @Test func `A mistake in the settings is shown once with its line, and the previous settings apply`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.set(Self.choice("B"))
        try desktop.startAgent()
        try expectChoice("B")
        try desktop.set(Self.choice("C") + "Phone=x\n")
        let shown = try screen.expect("There is a mistake in your call settings")
        #expect(shown.body.contains("Line \u{2068}3\u{2069}: There is no key Phone= in [DefaultProviders]"))
        try waitForLog("agent.conf:3 message=There is no key Phone=")
        try expectChoice("B")
        // The same mistake again, and then another one.
        try desktop.set(Self.choice("C") + "Phone=x\n\n")
        try desktop.set(Self.choice("C") + "Phone=<x>\n[Fax]\n")
        try desktop.set("[Fax]\n" + Self.choice("C"))
        #expect(try screen.expect("There is a mistake in your call settings").body.contains("Fax"))
        try screen.waitForCount(1)
        try desktop.set(Self.choice("C"))
        try expectChoice("C")
        try screen.waitForCount(0)
    }

    @Test func `After a mistake at the start the defaults apply, and the notification says so`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.set(Self.choice("B") + "[Fax]\n")
        try desktop.startAgent()
        let shown = try screen.expect("There is a mistake in your call settings")
        #expect(shown.body.contains("The defaults apply until you correct it."))
        try waitForLog("There is no section [Fax]")
        try expectChoice("A")
        try desktop.set(Self.choice("B"))
        try expectChoice("B")
        try desktop.set("[Fax]\n")
        #expect(try screen.expect("There is a mistake").body.contains("The previous settings still apply."))
    }

    @Test func `A mistake is shown when the notification server starts after the agent`() throws {
        try desktop.set("[Fax]\n")
        try desktop.startAgent()
        try waitForLog("There is no section [Fax]")
        #expect(try Dunst(on: desktop.bus).expect("There is a mistake").body.contains("Fax"))
    }

    @Test func `A settings file that is not an ordinary file of the user is ignored at once`() throws {
        try desktop.set(Self.choice("B"))
        try desktop.startAgent()
        try expectChoice("B")
        try FileManager.default.removeItem(at: file)
        try expectChoice("A")
        #expect(mkfifo(file.path, 0o600) == 0)
        try desktop.killAgent()
        try desktop.startAgent()
        try waitForLog("agent.conf message=It is not an ordinary file.")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        try desktop.killAgent()
        try desktop.startAgent()
        try waitForLog("agent.conf message=It is not an ordinary file.")
        try FileManager.default.removeItem(at: file)
        try desktop.set(Self.choice("C"))
        try expectChoice("C")
    }

    @Test(.needsRoot) func `a file that belongs to another account is not read`() throws {
        try desktop.set(Self.choice("C"))
        try desktop.startAgent()
        try expectChoice("C")
        // rename() replaces the whole file, so the agent never reads it while it still belongs to the user.
        let theirs = folder.appendingPathComponent("theirs")
        try Self.choice("B").write(to: theirs, atomically: false, encoding: .utf8)
        #expect(chown(theirs.path, 12_345, 12_345) == 0)
        #expect(rename(theirs.path, file.path) == 0)
        try waitForLog("agent.conf message=It belongs to another user.")
        try expectChoice("C")
        #expect(chown(file.path, geteuid(), getegid()) == 0)
        try expectChoice("B")
    }

    @Test func `A new Timeout applies to the next call at once`() throws {
        try desktop.startAgent()
        let app = try desktop.app()
        try desktop.set("[Ringing]\nTimeout=1ms\n" + Self.choice("B"))
        try expectChoice("B")
        try app.type("incoming ada Ada")
        try app.expect("ended")
    }
}
