// SPDX-License-Identifier: MIT

import CallCore
import CallService
import ConfigurationText
import Foundation
import Testing

struct ConfigurationFileTests {
    @Test(arguments: ["", "\n\n", "# a word\n ; another\n", "[Deadlines]"])
    func `An empty file leaves every default`(_ text: String) {
        let file = read(text)
        #expect(file.policy == Policy() && file.problems.isEmpty)
    }

    @Test func `Each deadline has a key`() {
        let keys = ["Start", "Answer", "Other", "Emergency", "Connect", "RepeatCaller", "EmergencyWindow"]
        let lines = keys.enumerated().map { "\($1)=\($0 + 1)" }.joined(separator: "\n")
        var expected = Deadlines()
        expected.start = 1_000_000
        expected.answer = 2_000_000
        expected.other = 3_000_000
        expected.emergency = 4_000_000
        expected.connect = 5_000_000
        expected.repeatCaller = 6_000_000
        expected.emergencyWindow = 7_000_000
        #expect(read("[Deadlines]\n" + lines).policy.deadlines == expected)
        #expect(Mirror(reflecting: expected).children.count == keys.count)
    }

    @Test func `White space around a word and line ends of another system are ignored`() {
        let file = read(" [ Deadlines ] \r\n\tStart = 5s\r\n[ Cellular  org.example.Modem ]\r\nUser =\tmodem\r\n")
        #expect(file.policy.deadlines.start == 5_000_000 && file.policy.cellular == ["org.example.Modem": 61_000])
    }

    @Test func `Each modem has a section that names its account or its uid`() {
        let file = read("[Cellular org.example.A]\nUser=modem\n[Cellular org.example.B]\nUser=0\n")
        #expect(file.policy.cellular == ["org.example.A": 61_000, "org.example.B": 0] && file.problems.isEmpty)
    }

    @Test func `One section names the account of all identifiers below another one`() {
        let file = read("[Cellular org.example.*]\nUser=modem\n[Cellular org.example.B.*]\nUser=0\n")
        #expect(file.policy.cellular == ["org.example.*": 61_000, "org.example.B.*": 0] && file.problems.isEmpty)
        #expect(read("[Cellular *]\nUser=modem").policy.cellular.isEmpty)
    }

    @Test func `The administrator names the units of containers in which the user works`() {
        let file = read("[Toolboxes]\nUnits=libpod-12.scope  libpod-ab*\n")
        #expect(file.policy.toolboxes == ["libpod-12.scope", "libpod-ab*"] && file.problems.isEmpty)
        for units in ["*", "app-*", "libpod-*.scope", "libpod-1*  a/b.scope"] {
            let wrong = read("[Toolboxes]\nUnits=\(units)\n")
            #expect(wrong.policy.toolboxes.isEmpty && wrong.problems.count == 1, "\(units)")
        }
        #expect(read("[Toolboxes]\nNames=a.scope\n").problems.map(\.line) == [2])
    }

    @Test func `Our own bridge carries modems unless the file names another account`() {
        var policy = Policy()
        policy.admitBridge { $0 == "monkeycall-bridge" ? 61_007 : nil }
        #expect(policy.cellular == ["org.monkeycall.Modem.*": 61_007])
        policy.admitBridge { _ in nil }
        #expect(policy.cellular == ["org.monkeycall.Modem.*": 61_007])
        var without = Policy()
        without.admitBridge { _ in nil }
        #expect(without.cellular == ["org.monkeycall.Modem.*": Policy.nobody])
    }

    @Test func `An unknown account is a problem, and no account may register its identifier`() {
        let file = read("[Cellular org.example.Modem]\n\nUser=nihil")
        #expect(file.policy.cellular == ["org.example.Modem": Policy.nobody])
        #expect(
            file.lines == [
                "3: There is no account nihil, so no program may register org.example.Modem. Create the account, then run "
                    + "systemctl reload monkeycalld."
            ])
    }

    @Test(arguments: [
        ("Start=5s", 1, "Start= is in no section. Write [Deadlines], [Cellular IDENTIFIER] or [Toolboxes] before it."),
        (
            "[Deadlines]\n\nStart 5s", 3,
            "Write [SECTION], KEY=VALUE, or a comment that begins with # or ;."
        ),
        ("[Deadlines]\n=5s", 2, "Write [SECTION], KEY=VALUE, or a comment that begins with # or ;."),
        ("[Deadlines", 1, "Write [SECTION], KEY=VALUE, or a comment that begins with # or ;."),
        (
            "# a word\n[Limits]", 2,
            "There is no section [Limits]. Use [Deadlines], [Cellular IDENTIFIER] or [Toolboxes]."
        ),
        (
            "[CellularModem]", 1,
            "There is no section [CellularModem]. Use [Deadlines], [Cellular IDENTIFIER] or [Toolboxes]."
        ),
        ("[Deadlines]\n[Deadlines]", 2, "[Deadlines] exists already in line 1. Remove one."),
        (
            "[Deadlines]\nBegin=5s", 2,
            "There is no key Begin= in [Deadlines]. Use one of Start, Answer, Other, Emergency, Connect, RepeatCaller, "
                + "EmergencyWindow."
        ),
        ("[Deadlines]\nStart=5s\nStart=6s", 3, "Start= exists already in line 2. Remove one."),
        (
            "[Deadlines]\nStart=soon", 2,
            "Start=soon is not a time span. Write 600, 5s, 10min or 1h 30min: from 1ms to 24h, in ms, s (also without a unit), "
                + "min and h."
        ),
        (
            "[Cellular]\nUser=modem", 1,
            "[Cellular] must name the identifier that the modem service registers, such as [Cellular org.example.Modem]: "
                + "1 to 1024 letters, digits, dots, dashes and _, no dot or dash first. With .* at its end it names all "
                + "identifiers below."
        ),
        (
            "[Cellular a/b]\nUser=modem", 1,
            "[Cellular a/b] must name the identifier that the modem service registers, such as [Cellular org.example.Modem]: "
                + "1 to 1024 letters, digits, dots, dashes and _, no dot or dash first. With .* at its end it names all "
                + "identifiers below."
        ),
        (
            "\n[Cellular a]\n[Deadlines]\nStart=5s", 2,
            "[Cellular a] lacks User=. Add the account that may register it."
        ),
        ("[Cellular a]", 1, "[Cellular a] lacks User=. Add the account that may register it."),
        ("[Cellular a]\nuser=modem", 2, "There is no key user= in [Cellular a]. Use User=."),
        ("[Cellular a]\nUser=", 2, "User= is not an account. Write one name, such as User=modem, or one uid."),
        (
            "[Cellular a]\nUser=modem, root", 2,
            "User=modem, root is not an account. Write one name, such as User=modem, or one uid."
        ),
        ("[Cellular a]\nUser=4294967295", 2, "User=4294967295 is not a uid."),
    ])
    func `A mistake is reported with its line and leaves the default`(_ text: String, _ line: Int, _ message: String) {
        let file = read(text)
        #expect(file.lines.contains("\(line): \(message)"))
        var policy = file.policy
        // Among duplicates the first line applies.
        if policy.deadlines.start == 5_000_000 { policy.deadlines.start = Deadlines().start }
        #expect(policy == Policy())
    }

    @Test func `Every mistake is reported, and the correct lines apply`() {
        let file = read(
            """
            Start=1s
            [Deadlines]
            Start=soon
            Answer=30s
            nonsense
            Other=6s
            [Cellular a/b]
            User=modem
            [Cellular org.example.A]
            [Cellular org.example.B]
            User=modem
            Colour=red
            [Deadlines]
            Other=7s
            [Cellular org.example.C]
            User=two words
            """)
        #expect(file.problems.map(\.line) == [1, 3, 5, 7, 9, 12, 13, 16])
        var expected = Policy()
        expected.deadlines.answer = 30_000_000
        expected.deadlines.other = 6_000_000
        expected.cellular = ["org.example.B": 61_000]
        #expect(file.policy == expected)
    }

    @Test func `The keys of an unknown section do not belong to the section before`() {
        let file = read("[Cellular org.example.A]\n[Cellular org.example.B\nUser=modem\n")
        #expect(file.policy.cellular.isEmpty && file.problems.map(\.line) == [1, 2])
    }

    @Test func `A file of another kind gives its first hundred problems and the number of the rest`() {
        let file = read(String(repeating: "nonsense\n", count: 1_000))
        #expect(file.problems.map(\.line) == Array(1...101))
        #expect(file.problems.last?.message == "There are 900 more mistakes from here on. Correct those above first.")
    }

    @Test func `The example file has the defaults`() throws {
        let path = URL(fileURLWithPath: #filePath).appending(path: "../../../../docs/monkeycalld.conf").standardized
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(read(text).policy == Policy())
        let lines = text.split(separator: "\n").map { $0.hasPrefix("# ") ? $0 : $0.drop { $0 == "#" } }
        let file = read(lines.joined(separator: "\n"))
        let bridge = try #require(file.policy.cellular["org.monkeycall.Modem.*"])
        #expect(file.policy.cellular == ["org.example.Modem": 61_000, "org.monkeycall.Modem.*": bridge])
        #expect(file.policy.deadlines == Deadlines())
        #expect(text.contains("\n#[Cellular \(Policy.bridgedModems)]\n#User=\(Policy.bridgeAccount)\n"))
    }

    private func read(_ text: String) -> ConfigurationFile {
        ConfigurationFile(text) { $0 == "modem" ? 61_000 : nil }
    }
}

extension ConfigurationFile {
    fileprivate var lines: [String] { problems.map { "\($0.line): \($0.message)" } }
}
