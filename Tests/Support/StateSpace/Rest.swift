// SPDX-License-Identifier: MIT

/// Whether everything comes to rest, whatever apps answer and in whatever order they do, or sleep.
enum Rest {
    /// The most answers in a row. As every state with a transaction has an action with an app, who may answer it or
    /// sleep, the end of the way is a state without transactions. A circle would be a request that never ends.
    static func longestWay(states: Int, _ answers: [(from: Int32, to: Int32)]) throws(Explorer.Violation) -> Int {
        var incoming = [Int32](repeating: 0, count: states)
        var first = [Int32](repeating: 0, count: states + 1)
        for answer in answers {
            incoming[Int(answer.to)] += 1
            first[Int(answer.from) + 1] += 1
        }
        for state in 0..<states { first[state + 1] += first[state] }
        var place = first
        var targets = [Int32](repeating: 0, count: answers.count)
        for answer in answers {
            targets[Int(place[Int(answer.from)])] = answer.to
            place[Int(answer.from)] += 1
        }
        var ways = [Int32](repeating: 0, count: states)
        var free = (0..<states).filter { incoming[$0] == 0 }
        var seen = 0
        while let state = free.popLast() {
            seen += 1
            for target in targets[Int(first[state])..<Int(first[state + 1])] {
                ways[Int(target)] = max(ways[Int(target)], ways[state] + 1)
                incoming[Int(target)] -= 1
                if incoming[Int(target)] == 0 { free.append(Int(target)) }
            }
        }
        guard seen == states else {
            throw Explorer.Violation(
                sentence: "Whatever apps answer, everything comes to rest: \(states - seen) never do.")
        }
        return Int(ways.max() ?? 0)
    }
}
