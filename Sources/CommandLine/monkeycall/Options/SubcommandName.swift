// SPDX-License-Identifier: MIT
import ArgumentParser

/// Checks the subcommand of a command line before ArgumentParser reads the rest: ArgumentParser says only "Unexpected
/// argument" for a misspelt name, and accepts `help nosuch`.
struct SubcommandName {
    private let names: [String]

    init(_ names: [String]) { self.names = names }

    /// Throws if the arguments name an unknown subcommand.
    func check(_ arguments: [String]) throws(ValidationError) {
        guard let word = Self.first(of: arguments[...]) else { return }
        if word.text != "help" { return try check(word.text) }
        if let subject = Self.first(of: word.rest) { try check(subject.text) }
    }

    private func check(_ word: String) throws(ValidationError) {
        guard word != "help", !names.contains(word) else { return }
        let hint = nearest(to: word).map { "did you mean '\($0)'?" } ?? "see 'monkeycall help'."
        throw ValidationError("There is no command '\(word.printable)'; \(hint)")
    }

    /// The first argument that is not an option, if only options of all commands precede it.
    private static func first(of arguments: ArraySlice<String>) -> (text: String, rest: ArraySlice<String>)? {
        var rest = arguments
        while let word = rest.popFirst() {
            switch word {
            case "--session", "--json": break
            case "--address": rest = rest.dropFirst()
            case _ where word.hasPrefix("--address="): break
            case _ where word.hasPrefix("-"): return nil
            default: return (word, rest)
            }
        }
        return nil
    }

    /// The name that the user may have meant.
    func nearest(to word: String) -> String? {
        let word = word.lowercased()
        if word.count > 1, let whole = names.first(where: { $0.hasPrefix(word) }) { return whole }
        let nearest = names.map { ($0, Self.distance($0, word)) }.min { $0.1 < $1.1 }
        return nearest.flatMap { name, distance in distance <= (word.count > 3 ? 2 : 1) ? name : nil }
    }

    /// How many letters to insert, remove, replace, or swap with the next to get from one word to the other.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var rows = [Array(0...other.count)]
        for i in one.indices {
            var row = [i + 1]
            for j in other.indices {
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (one[i] == other[j] ? 0 : 1))
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
                    cost = min(cost, rows[i - 1][j - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
