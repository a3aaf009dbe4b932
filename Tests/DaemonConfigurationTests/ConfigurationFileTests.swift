// SPDX-License-Identifier: MIT

import CallCore
import ConfigurationText
import DaemonConfiguration
import Foundation
import Testing

struct ConfigurationFileTests {
    @Test(arguments: ["", "\n\n", "# a word\n ; another\n", "[Deadlines]"])
    func `a file that says nothing decides nothing`(_ text: String) throws {
        let file = try read(text)
        #expect(file.policy == Policy() && file.warnings.isEmpty)
    }

    @Test func `each deadline has a key`() throws {
        let keys = ["Start", "Answer", "Other", "Emergency", "Connect", "RepeatCaller"]
        let lines = keys.enumerated().map { "\($1)=\($0 + 1)" }.joined(separator: "\n")
        var expected = Deadlines()
        expected.start = 1_000_000
        expected.answer = 2_000_000
        expected.other = 3_000_000
        expected.emergency = 4_000_000
        expected.connect = 5_000_000
        expected.repeatCaller = 6_000_000
        #expect(try read("[Deadlines]\n" + lines).policy.deadlines == expected)
        #expect(Mirror(reflecting: expected).children.count == keys.count)
    }

    @Test func `white space around a word and the line ends of another system do not count`() throws {
        let file = try read(" [ Deadlines ] \r\n\tStart = 5s\r\n[ Cellular  org.example.Modem ]\r\nUser =\tmodem\r\n")
        #expect(file.policy.deadlines.start == 5_000_000 && file.policy.cellular == ["org.example.Modem": 61_000])
    }

    @Test func `each modem has a section that names its account, or its uid`() throws {
        let file = try read("[Cellular org.example.A]\nUser=modem\n[Cellular org.example.B]\nUser=0\n")
        #expect(file.policy.cellular == ["org.example.A": 61_000, "org.example.B": 0] && file.warnings.isEmpty)
    }

    @Test func `an account that does not exist is worth a warning, and nobody may use what it was to have`() throws {
        let file = try read("[Cellular org.example.Modem]\n\nUser=nihil")
        #expect(file.policy.cellular == ["org.example.Modem": Policy.nobody])
        #expect(file.warnings.map(\.line) == [3])
        #expect(
            file.warnings.first?.message
                == "There is no account nihil, so nobody may register org.example.Modem. Restart when there is one.")
    }

    @Test(arguments: [
        ("Start=5s", 1, "Start= is in no section: [Deadlines] or [Cellular IDENTIFIER] comes first."),
        (
            "[Deadlines]\n\nStart 5s", 3,
            "This is neither [SECTION] nor KEY=VALUE, nor a comment, which begins with # or ;."
        ),
        ("[Deadlines]\n=5s", 2, "This is neither [SECTION] nor KEY=VALUE, nor a comment, which begins with # or ;."),
        ("[Deadlines", 1, "This is neither [SECTION] nor KEY=VALUE, nor a comment, which begins with # or ;."),
        ("# a word\n[Limits]", 2, "There is no section [Limits], only [Deadlines] and [Cellular IDENTIFIER]."),
        ("[CellularModem]", 1, "There is no section [CellularModem], only [Deadlines] and [Cellular IDENTIFIER]."),
        ("[Deadlines]\n[Deadlines]", 2, "[Deadlines] is there already, in line 1."),
        (
            "[Deadlines]\nBegin=5s", 2,
            "There is no key Begin= in [Deadlines], only Start, Answer, Other, Emergency, Connect, RepeatCaller."
        ),
        ("[Deadlines]\nStart=5s\nStart=6s", 3, "Start= is there already, in line 2."),
        (
            "[Deadlines]\nStart=soon", 2,
            "Start=soon is no time span. Write 600, 5s, 10min or 1h 30min: from 1ms to 24h, in ms, s (also without a unit), "
                + "min and h."
        ),
        (
            "[Cellular]\nUser=modem", 1,
            "[Cellular] must name the identifier that the modem service registers, such as [Cellular org.example.Modem]: "
                + "1 to 1024 letters, digits, dots, dashes and _."
        ),
        (
            "[Cellular a/b]\nUser=modem", 1,
            "[Cellular a/b] must name the identifier that the modem service registers, such as [Cellular org.example.Modem]: "
                + "1 to 1024 letters, digits, dots, dashes and _."
        ),
        (
            "\n[Cellular a]\n[Deadlines]\nStart=5s", 2, "[Cellular a] lacks User=, the account that may register it."
        ),
        ("[Cellular a]", 1, "[Cellular a] lacks User=, the account that may register it."),
        ("[Cellular a]\nuser=modem", 2, "There is no key user= in [Cellular a], only User=."),
        ("[Cellular a]\nUser=", 2, "User= is no account. Write one name, such as User=modem, or one uid."),
        (
            "[Cellular a]\nUser=modem, root", 2,
            "User=modem, root is no account. Write one name, such as User=modem, or one uid."
        ),
        ("[Cellular a]\nUser=4294967295", 2, "User=4294967295 is no uid."),
    ])
    func `what is wrong is said with its line`(_ text: String, _ line: Int, _ message: String) {
        let fault = #expect(throws: ConfigurationFault.self) { try read(text) }
        #expect(fault?.line == line && fault?.message == message)
    }

    @Test func `the example says what holds without it`() throws {
        let path = URL(fileURLWithPath: #filePath).appending(path: "../../../docs/monkeycalld.conf").standardized
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(try read(text).policy == Policy())
        let lines = text.split(separator: "\n").map { $0.hasPrefix("# ") ? $0 : $0.drop { $0 == "#" } }
        let file = try read(lines.joined(separator: "\n"))
        #expect(file.policy.deadlines == Deadlines() && file.policy.cellular == ["org.example.Modem": 61_000])
    }

    private func read(_ text: String) throws(ConfigurationFault) -> ConfigurationFile {
        try ConfigurationFile(text) { $0 == "modem" ? 61_000 : nil }
    }
}
