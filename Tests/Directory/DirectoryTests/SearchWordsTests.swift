// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import CallDirectory

/// The text of a desktop search, in several languages.
struct SearchWordsTests {
    @Test(arguments: [
        (["Ada", "anrufen"], "anrufen rufe", "Ada"), (["rufe", "ada"], "anrufen rufe", "ada"),
        (["call ada lovelace"], "call", "ada lovelace"), (["呼叫", "李小龙"], "呼叫 拨打", "李小龙"),
        (["呼叫李小龙"], "呼叫 拨打", "李小龙"), (["CALL", "Ada"], "call", "Ada"), (["ara", "ada"], "ara", "ada"),
    ])
    func `The verb is no part of the name`(_ terms: [String], _ verbs: String, _ text: String) throws {
        let verbs = verbs.split(separator: " ").map(String.init)
        let words = try #require(SearchWords(terms, verbs: verbs))
        #expect(words.text == text && words.hasVerb)
        let query = terms.joined(separator: " ")
        #expect(query.range(of: SearchWords.pattern(verbs), options: .regularExpression) != nil)
    }

    @Test(arguments: [["ada"], ["call"], ["recall", "ada"], ["ada", "caller"], ["callada"]])
    func `A name that looks like a verb stays`(_ terms: [String]) throws {
        let words = try #require(SearchWords(terms, verbs: ["call"]))
        #expect(words.text == terms.joined(separator: " ") && !words.hasVerb)
    }

    @Test func `A text that is longer than every name is not searched`() {
        #expect(SearchWords([String(repeating: "a", count: 257)], verbs: []) == nil)
        #expect(SearchWords(Array(repeating: "", count: 10_000), verbs: []) == nil)
        #expect(SearchWords([], verbs: []) == nil && SearchWords([" "], verbs: []) == nil)
    }
}
