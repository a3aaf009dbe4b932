// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Errors that name the next command.
@Suite(.daemonLogs)
struct CommandLineAdviceTests {
    @Test func `A name without a directory says what names need, and --type generic calls it`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        let name = try stage.run("dial", "Ada")
        #expect(name.status == .exited(69))
        #expect(name.errors.contains("Ada is a name, and names need monkeycall-directory: "))
        #expect(name.errors.contains("systemctl --user enable --now monkeycall-directory starts it"))
        #expect(try stage.run("dial", "Ada", "--type", "generic").succeeded)
        #expect(try alpha.waitForLine { $0.hasPrefix("start ") }.hasSuffix(" Ada"))
    }

    @Test func `Without a session bus a command says so`() throws {
        let tool = try Product.path("monkeycall")
        for words in [["--session", "list"], ["dnd"]] {
            let result = try ChildProcess.run(
                ["env", "-u", "DBUS_SESSION_BUS_ADDRESS", "-u", "XDG_RUNTIME_DIR", tool] + words)
            #expect(result.status == .exited(69))
            #expect(result.errors.contains("There is no session bus; log in to a desktop"))
        }
    }
}
