// SPDX-License-Identifier: MIT

import ArgumentParser
import Testing

@testable import monkeycall

/// The errors for an unknown subcommand.
struct SubcommandNameTests {
    private let names = SubcommandName(["answer", "end", "dnd", "list", "providers", "unmute", "mute"])

    @Test(arguments: [
        ("anwser", "answer"), ("Answer", "answer"), ("lst", "list"), ("prov", "providers"), ("unmut", "unmute"),
        ("ned", "end"), ("hangup", "end"), ("accept", "answer"), ("Reject", "decline"), ("call", "dial"),
        ("history", "recents"), ("version", "--version"),
    ])
    func `A misspelt word or one of another program gets a suggestion`(_ word: String, _ name: String) {
        #expect(names.nearest(to: word) == name)
    }

    @Test(arguments: ["fly", "x", ""]) func `A word unlike any subcommand gets no suggestion`(
        _ word: String
    ) {
        #expect(names.nearest(to: word) == nil)
    }

    @Test(arguments: [
        ["anwser"], ["--json", "anwser"], ["--address", "list", "anwser"], ["--address=list", "anwser", "list"],
        ["help", "anwser"], ["help", "--json", "anwser"], ["--session", "help", "anwser"],
    ])
    func `An unknown subcommand is found after common options and after help`(_ arguments: [String]) {
        let error = #expect(throws: ValidationError.self) { try names.check(arguments) }
        #expect(error?.message == "There is no command 'anwser'; did you mean 'answer'?")
    }

    @Test(arguments: [
        [], ["list", "anwser"], ["help"], ["help", "list"], ["help", "help"], ["--help"], ["--address"],
        ["--generate-completion-script", "bash"], ["---completion", "anwser"], ["--fly", "anwser"],
    ])
    func `All other arguments pass to the parser`(_ arguments: [String]) throws { try names.check(arguments) }
}
