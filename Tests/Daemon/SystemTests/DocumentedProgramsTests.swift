// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The programs that the README and docs/CLIENTS.md begin with.
@Suite(.daemonLogs)
struct DocumentedProgramsTests {
    @Test(.needsPython("dbus", "gi"), arguments: ["README.md", "docs/CLIENTS.md"])
    func `The first program in Python of a page is an app whose call rings and is answered`(page: String) throws {
        let program = try first("python", of: page)
        #expect(program.split(separator: "\n").count <= 15)
        let stage = try Stage()
        let app = try ChildProcess(
            ["/usr/bin/python3", "-c", program], environment: ["DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address])
        let watch = try stage.start("watch")
        _ = try watch.waitForLine { $0.contains("+4930123456") }
        #expect(try stage.run("answer").succeeded)
        for line in ["PerformAnswerCallAction", "DidActivateAudioSession"] { _ = try app.waitForLine { $0 == line } }
        #expect(try stage.run("end").succeeded)
        _ = try app.waitForLine { $0 == "DidDeactivateAudioSession" }
        #expect(app.text(of: .error).isEmpty)
    }

    @Test func `The program in Swift of the README is one that the tests of the library compile`() throws {
        let compiled = try Repository.file("Tests/Library/Packages/App/Sources/Traps/Readme.swift")
        let program = try first("swift", of: "README.md")
        #expect(try String(contentsOf: compiled, encoding: .utf8).hasSuffix("\n\n" + program))
    }

    private func first(_ language: String, of page: String) throws -> String {
        let text = try String(contentsOf: Repository.file(page), encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n")[1].components(separatedBy: "```")[0]
    }
}
