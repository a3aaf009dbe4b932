// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// docs/TESTING.md names the suites of each rule.
struct RulesInDocumentationTests {
    @Test func `The table of rules names every suite about rules, and only existing suites`() throws {
        let text = try String(contentsOf: Repository.file("docs/TESTING.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("Tests` |") }
        let named = Set(rows.flatMap { $0.matches(of: /`(\w+)`/).map { String($0.1) } })
        let numbers = rows.compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
        #expect(numbers == Array(1...11))
        let ruled = try suites(in: "Tests/Daemon/SystemTests/Rules").subtracting(["RulesInDocumentationTests"])
        #expect(ruled.subtracting(named).isEmpty)
        #expect(try named.subtracting(ruled).subtracting(suites(in: "Tests/Daemon/SystemTests")).isEmpty)
    }

    private func suites(in folder: String) throws -> Set<String> {
        let names = try Repository.files(in: folder, extension: "swift").map {
            $0.deletingPathExtension().lastPathComponent
        }
        return Set(names.filter { $0.hasSuffix("Tests") })
    }
}
