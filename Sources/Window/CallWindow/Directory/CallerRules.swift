// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The user's rules about exactly the numbers and addresses of one person.
@MainActor
struct CallerRules {
    private let handles: [WireHandle]
    /// The rules that block one of them.
    private let blocks: [RuleRecord]

    /// Whether one of them is blocked: the user can take that back.
    var isBlocked: Bool { !blocks.isEmpty }

    /// nil if the directory does not answer.
    static func load(
        _ handles: [WireHandle], _ directory: DirectoryFollower, then completion: @escaping (CallerRules?) -> Void
    ) {
        directory.keys.load(handles) { keys in
            directory.ask(.listRules, for: [[String: Variant]].self) { rules in
                guard let rules else { return completion(nil) }
                let blocks = rules.map(RuleRecord.init).filter { $0.kind == .caller && $0.verdict == .reject }
                completion(CallerRules(handles, keys, blocks))
            }
        }
    }

    private init(_ handles: [WireHandle], _ keys: [String], _ blocks: [RuleRecord]) {
        self.handles = handles
        self.blocks = blocks.filter { keys.contains($0.pattern) }
    }

    /// Blocks all numbers and addresses, or removes the rules. The answer comes once, after all answers of the
    /// directory: a sentence for the user if one fails.
    func setBlocked(
        _ isBlocked: Bool, _ directory: DirectoryFollower, then completion: @escaping (String?) -> Void
    ) {
        var waiting = isBlocked ? handles.count : blocks.count
        var problem: String?
        let done: (String?) -> Void = { new in
            problem = problem ?? new
            waiting -= 1
            guard waiting == 0 else { return }
            completion(problem)
            if problem != nil { directory.tell(.rules) }
        }
        if isBlocked {
            for handle in handles { directory.block(handle, then: done) }
        } else {
            for rule in blocks { directory.change(.removeRule, rule.id, then: done) }
        }
    }
}
