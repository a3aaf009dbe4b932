// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The help, the completion scripts and the usage errors of the command line, and its documented scene.
@Suite(.daemonLogs)
struct CommandLineDocumentationTests {
    private static let commands = [
        "list", "providers", "watch", "dial", "answer", "decline", "end", "hold", "resume", "mute", "unmute", "dtmf",
        "group", "ungroup", "provider", "why", "dnd", "status", "silence", "route", "recents", "missed", "redial",
        "block",
        "unblock", "contact", "favourites", "lists", "new-app", "swap", "merge", "test-call",
    ]

    @Test(arguments: ["bash", "zsh", "fish"]) func `The completion scripts are valid`(shell: String) throws {
        let folder = try TemporaryDirectory()
        let script = try ChildProcess.run([try Product.path("monkeycall"), "--generate-completion-script", shell])
        #expect(script.succeeded && Self.commands.allSatisfy(script.output.contains))
        let file = try folder.write(script.output, to: "completion")
        // Not every machine has every shell.
        guard try ChildProcess.run(["sh", "-c", "command -v \(shell)"]).succeeded else { return }
        let check = try ChildProcess.run([shell, "-n", file.path])
        #expect(check.succeeded && check.errors.isEmpty)
    }

    @Test func `Completion offers the existing calls and providers`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha")
        let call = try stage.ring(alpha)
        let folder = try TemporaryDirectory()
        let tool = try Product.path("monkeycall")
        let script = try ChildProcess.run([tool, "--generate-completion-script", "bash"]).output
        let file = try folder.write(script, to: "completion")
        func complete(_ words: String...) throws -> String {
            let program = """
                source '\(file.path)'
                COMP_WORDS=(monkeycall --address '\(stage.bus.address)' \(words.joined(separator: " ")) '')
                COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
                _monkeycall 2>&1; printf '%s\\n' "${COMPREPLY[@]}"
                """
            let path = URL(fileURLWithPath: tool).deletingLastPathComponent().path
            return try ChildProcess.run(["bash", "-c", "PATH='\(path)':$PATH\n" + program]).output
        }
        #expect(try complete("answer").contains(call.prefix(8)))
        #expect(try complete("dial").contains("org.example.Alpha"))
        let watch = try stage.start("watch", "--json")
        _ = try watch.waitForLine { $0.contains(call) }
        try alpha.writeLine("ended \(call)")
        _ = try watch.waitForLine { $0.contains(#""State":"ended""#) }
        #expect(try !complete("answer").contains(call.prefix(8)) && complete("why").contains(call.prefix(8)))
    }

    @Test func `The help describes the exit statuses and each command`() throws {
        let tool = try Product.path("monkeycall")
        let help = try ChildProcess.run([tool, "--help"]).output
        #expect(["0", "1", "2", "64", "69", "74"].allSatisfy { help.contains("\n" + $0.leftPadded(4) + "  ") })
        for command in Self.commands {
            let page = try ChildProcess.run([tool, command, "--help"])
            #expect(page.succeeded && page.output.hasPrefix("OVERVIEW: ") && help.contains("\n  \(command) "))
        }
        #expect(try ChildProcess.run([tool, "--version"]).output == Repository.version() + "\n")
    }

    @Test func `Without a command monkeycall shows the status, the calls and a few commands`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--name", "Alpha")
        let call = try stage.ring(alpha)
        let shown = try stage.run()
        #expect(shown.succeeded)
        let parts = shown.output.components(separatedBy: "\n\n")
        #expect(parts.count == 3 && parts[0].hasPrefix("In a call:      no\nRinging:"))
        #expect(parts[1].contains("\n" + call.prefix(8) + "  incoming  Alpha  Ada  +4930123456"))
        #expect(parts[2].split(separator: "\n").count == 7 && parts[2].contains("monkeycall answer"))
        let json = try object(try stage.run("--json").output)
        #expect(json["Ringing"] as? Bool == true && (json["Calls"] as? [Any])?.count == 1)
    }

    @Test func `Without a command and without a service monkeycall shows a few commands, and fails`() throws {
        let tool = try Product.path("monkeycall")
        let shown = try ChildProcess.run([tool, "--address=unix:path=/nonexistent"])
        #expect(shown.status == .exited(69) && shown.errors.contains("ServiceUnavailable"))
        #expect(shown.output.contains("monkeycall answer"))
    }

    @Test func `Help and version fail if they cannot be written`() throws {
        for argument in ["--version", "--help"] {
            let full = try ChildProcess.run([
                "sh", "-c", #""$0" "$1" >/dev/full"#, Product.path("monkeycall"), argument,
            ])
            #expect(full.status == .exited(74) && full.errors.contains("OutputFailed"))
        }
    }

    @Test func `Each command has a heading in the manual page that is its usage, and SEE ALSO has every other page`()
        throws
    {
        let tool = try Product.path("monkeycall")
        let page = try ChildProcess.run([Product.path("manual-pages"), tool, "1", "2026-01-01"]).output
        let headings = page.split(separator: "\n").filter { $0.hasPrefix(".Ss ") }.map {
            String($0.dropFirst(4)).replacing("\\&", with: "")
        }
        let help = try ChildProcess.run([tool, "--help"]).output
        let commands = help.split(separator: "\n").compactMap { line in
            line.wholeMatch(of: #/  ([a-z][a-z-]+) +[A-Z].*/#).map { String($0.1) }
        }
        #expect(headings.map { String($0.prefix { $0 != " " }) } == commands && commands.count > 30)
        for (command, heading) in zip(commands, headings) {
            let help = try ChildProcess.run([tool, "help", command]).output
            let usage = help.split(separator: "\n").first { $0.hasPrefix("USAGE: ") }?.filter { !"<>".contains($0) }
            let arguments = heading.dropFirst(command.count)
            #expect(arguments.isEmpty || usage?.contains(arguments) == true, "\(heading)")
            #expect(heading.count { $0 == "[" } == heading.count { $0 == "]" }, "\(heading)")
        }
        let files = try String(contentsOf: Repository.file("packaging/files"), encoding: .utf8)
        for file in files.matches(of: #/man/man[158]/([a-z.-]+)\.([158]) /#) where file.1 != "monkeycall" {
            #expect(page.contains(".Xr \(file.1) \(file.2)"), "\(file.1)")
        }
    }

    @Test func `Wrong usage exits with status 64`() throws {
        let tool = try Product.path("monkeycall")
        for arguments in [
            ["fly"], ["list", "--fly"], ["list", "--session", "--address", "x"], ["dial"], ["help", "fly"],
            ["route", "--auto", "x"],
            ["dtmf"],
            ["dtmf", "12 3"], ["dtmf", "zz", "1"], ["group", "abcd"], ["answer", "hello"], ["provider"],
            ["dnd", "maybe"], ["dnd", "25h"], ["status", "ada"], ["recents", "--keep", "0"],
            ["recents", "--clear", "ada"], ["recents", "--missed", "--by-caller"], ["block", "--silence"],
            ["block", "--on", "--off"], ["block", "--off", "+49"], ["block", "--call", "Ada"],
            ["block", "--call", "3f9a", "3f9b"], ["unblock"], ["contact"], ["favourites", "add"],
            ["favourites", "move", "1"], ["favourites", "remove", "ada"], ["favourites", "fly"], ["missed", "ada"],
            ["lists", "fly"], ["lists", "enable"], ["lists", "import", "a"],
            ["lists", "import", "-", "--format", "csv"],
            ["lists", "reload", "a", "b"], ["lists", "--identify"], ["new-app"], ["new-app", "9x"],
            ["new-app", "My phone"],
            ["new-app", "Phone", "--id", "phone"], ["new-app", "Phone", "--id", "org.9example.Phone"],
        ] {
            let result = try ChildProcess.run([tool] + arguments)
            #expect(result.status == .exited(64) && result.errors.contains("Usage: "))
            let json = try ChildProcess.run([tool, "--json"] + arguments)
            let error = try object(json.errors)
            #expect(json.status == .exited(64) && json.output.isEmpty && error["Error"] as? String == "UsageError")
            #expect(error["Status"] as? Int == 64 && (error["Message"] as? String)?.isEmpty == false)
        }
    }

    @Test func `A misspelt subcommand gets the nearest one as a suggestion`() throws {
        let tool = try Product.path("monkeycall")
        for arguments in [["anwser"], ["help", "anwser"], ["--session", "anwser"]] {
            let result = try ChildProcess.run([tool] + arguments)
            #expect(result.status == .exited(64) && result.output.isEmpty)
            #expect(result.errors.contains("There is no command 'anwser'; did you mean 'answer'?"))
        }
        let hangup = try ChildProcess.run([tool, "hangup"])
        #expect(hangup.status == .exited(64) && hangup.errors.contains("did you mean 'end'?"))
        #expect(try ChildProcess.run([tool, "help", "answer"]).output.hasPrefix("OVERVIEW: Answer a call."))
    }

    @Test func `The scene of the documentation plays to its end`() throws {
        let folder = URL(fileURLWithPath: try Product.path("monkeycall")).deletingLastPathComponent()
        let scene = try ChildProcess.run([try Repository.file("scripts/scene").path, folder.path])
        #expect(scene.succeeded)
        #expect(scene.output.hasSuffix("No app has the microphone.\n    No calls.\n"))
    }
}

extension String {
    fileprivate func leftPadded(_ width: Int) -> String { String(repeating: " ", count: width - count) + self }
}
