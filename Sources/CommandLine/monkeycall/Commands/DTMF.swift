// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct DTMF: CallCommand {
    static let configuration = CommandConfiguration(
        commandName: "dtmf",
        abstract: "Play tones to the other side of a call.",
        usage: "monkeycall dtmf [<call>] <digits> [<options>]",
        discussion: """
            One argument is the digits; the command then uses the only call that can play tones.

            EXAMPLE
              monkeycall dtmf '1#'
            """)

    @Argument(
        help: ArgumentHelp(
            "The call, by the first characters of its id, and the digits: 0 to 9, A to D, * and #.",
            valueName: "call digits"),
        completion: .calls)
    var words: [String]
    @OptionGroup var options: ActionOptions

    var call: IDPrefix? { words.count > 1 ? IDPrefix(argument: words[0]) : nil }
    var digits: String { words.last ?? "" }
    var participle: String { "sent tones" }
    var done: String { "was sent \(digits)" }
    var action: ActionKind { .playDTMF(digits: digits, .singleTone) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.allows(action.word) }

    func validate() throws {
        guard (1...2).contains(words.count) else { throw ValidationError("Give the call and the digits, nothing else") }
        if words.count == 2, call == nil { throw ValidationError("'\(words[0])' is not the beginning of a call's id") }
        guard !digits.isEmpty, digits.allSatisfy({ "0123456789ABCDabcd*#".contains($0) }) else {
            throw ValidationError("'\(digits)' is not made of 0 to 9, A to D, * and # only")
        }
    }
}
