// SPDX-License-Identifier: MIT

import Foundation

/// A line that the user has typed.
enum UserCommand {
    case call(Party, video: Bool)
    case open(URL)
    case incoming(Party, name: String?)
    /// A command about one call; nil = the only call that fits.
    case about(Verb, call: String?)
    case swap
    case merge(String?, with: String?)
    case play(String, call: String?)
    case mood(Mood)
    case calls
    case help
    case quit

    /// A command that needs only a call.
    enum Verb: String, CaseIterable {
        case answer, end, decline, hold, resume
        case makePrivate = "private"
        case mute, unmute
        case remoteEnd = "remote-end"
        case remoteBusy = "remote-busy"
        case fail
    }

    /// The fault of a line that is not a command.
    struct Fault: Error {
        let message: String
    }

    static let usage = """
        call HANDLE [video]        call a number, an address or a name: +4930123456, ada@example.org, ada
        open URL                   call a link: tel:+4930123456, sip:ada@example.org, monkeycall://ada
        incoming HANDLE [NAME]     simulate an incoming call
        answer, end, decline, hold, resume, mute, unmute, private [CALL]
        swap                       hold the active call, resume the held one
        merge [CALL [CALL]]        make two calls a conference; "private" takes one out of it
        play DIGITS [CALL]         send tones
        remote-end, remote-busy, fail [CALL]
                                   the other side hangs up or is busy, or the network fails
        refuse, ignore             fail the next action of the system, or let it time out
        calls                      the calls of this app
        help, quit
        CALL is the beginning of a call's id. Leave it out if only one call fits.
        """

    /// Nil for an empty line and for a comment.
    init?(_ line: String) throws(Fault) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let command = words.first, !command.hasPrefix("#") else { return nil }
        let arguments = Array(words.dropFirst())
        if let verb = Verb(rawValue: command) {
            try Self.check(arguments, 0...1, "\(command) [CALL]")
            self = .about(verb, call: arguments.first)
        } else {
            try self.init(command, arguments)
        }
    }

    private init(_ command: String, _ arguments: [String]) throws(Fault) {
        let second = arguments.count > 1 ? arguments[1] : nil
        switch command {
        case "call":
            try Self.check(arguments, 1...2, "call HANDLE [video]")
            guard second == nil || second == "video" else { throw Fault(message: "usage: call HANDLE [video]") }
            self = .call(Party(guessing: arguments[0]), video: second != nil)
        case "open":
            try Self.check(arguments, 1...1, "open URL")
            guard let url = URL(string: arguments[0]) else { throw Fault(message: "\(arguments[0]) is not a URL") }
            self = .open(url)
        case "incoming":
            try Self.check(arguments, 1...Int.max, "incoming HANDLE [NAME]")
            let name = arguments.dropFirst().joined(separator: " ")
            self = .incoming(Party(guessing: arguments[0]), name: name.isEmpty ? nil : name)
        case "merge":
            try Self.check(arguments, 0...2, "merge [CALL [CALL]]")
            self = .merge(arguments.first, with: second)
        case "play":
            try Self.check(arguments, 1...2, "play DIGITS [CALL]")
            self = .play(arguments[0], call: second)
        case "swap": self = .swap
        case "refuse": self = .mood(.refuse)
        case "ignore": self = .mood(.ignore)
        case "calls": self = .calls
        case "help": self = .help
        case "quit": self = .quit
        default: throw Fault(message: "no such command: \(command); see help")
        }
    }

    private static func check(_ arguments: [String], _ count: ClosedRange<Int>, _ usage: String) throws(Fault) {
        guard count.contains(arguments.count) else { throw Fault(message: "usage: \(usage)") }
    }
}
