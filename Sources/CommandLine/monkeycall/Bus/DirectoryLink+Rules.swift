// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import SDBus

// The user's rules about callers.

extension DirectoryLink {
    func rules() throws(Failure) -> [RuleRecord] {
        try call(.listRules, returning: [[String: Variant]].self).map(RuleRecord.init)
    }

    /// Adds a rule for each pattern, or none: if the directory refuses one, those before it are as they were.
    ///
    /// - Returns: the numbers of the rules
    func addRules(
        _ patterns: [(kind: RuleKind, text: String)], _ verdict: Verdict
    ) throws(Failure) -> Set<Int64> {
        let before = try rules()
        // Two patterns may be the same caller in two spellings.
        var added: [Int64: (kind: RuleKind, text: String)] = [:]
        do throws(Failure) {
            for (kind, text) in patterns { added[try addRule(kind, text, verdict.rawValue)] = (kind, text) }
        } catch {
            try restore(before, added)
            throw error
        }
        return Set(added.keys)
    }

    private func restore(
        _ before: [RuleRecord], _ added: [Int64: (kind: RuleKind, text: String)]
    ) throws(Failure) {
        do throws(Failure) {
            for (id, pattern) in added {
                if let old = before.first(where: { $0.id == id }) {
                    _ = try addRule(pattern.kind, pattern.text, old.verdict.text)
                } else {
                    try call(.removeRule, id)
                }
            }
        } catch {
            let advice = "; some of the rules may be in force: monkeycall block shows them"
            throw Failure(status: error.status, name: error.name, message: error.message + advice)
        }
    }

    private func addRule(_ kind: RuleKind, _ pattern: String, _ verdict: String) throws(Failure) -> Int64 {
        try call(.addRule, kind.rawValue, pattern, verdict, returning: Int64.self)
    }
}
