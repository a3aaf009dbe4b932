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

    /// Whether every number and address is blocked.
    let isBlocked: Bool

    /// nil if the directory does not answer.
    static func load(
        _ handles: [WireHandle], _ directory: DirectoryFollower, then completion: @escaping (CallerRules?) -> Void
    ) {
        keys(handles, directory) { keys in
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
        isBlocked = !keys.isEmpty && keys.allSatisfy { key in blocks.contains { $0.pattern == key } }
    }

    /// The forms by which the directory compares callers, one question after the other.
    private static func keys(
        _ handles: [WireHandle], _ directory: DirectoryFollower, _ known: [String] = [],
        then completion: @escaping ([String]) -> Void
    ) {
        guard let handle = handles.first else { return completion(known) }
        directory.ask(.normalize, handle.written, "", for: [String: Variant].self) { number in
            let key = number?[.handle].flatMap { WireHandle($0) }?.value ?? handle.value
            keys(Array(handles.dropFirst()), directory, known + [key], then: completion)
        }
    }

    /// Blocks all numbers and addresses, or removes the rules. The answer is the sentence for the user if one fails.
    func setBlocked(
        _ isBlocked: Bool, _ directory: DirectoryFollower, then completion: @escaping (String?) -> Void
    ) {
        let done: (String?) -> Void = { problem in
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
