// SPDX-License-Identifier: MIT

/// Whether everything comes to rest, in whatever way and order apps answer or time out.
enum Rest {
    /// An event by which an app answers, with the state before it and the state after it.
    struct Answer {
        let from: Int32
        let to: Int32
        /// The place of the event among those that are possible.
        let move: Int32
    }

    /// Answers that lead back to their start: the registry asks the apps again and again.
    struct Circle: Error {
        let state: Int32
        let moves: [Int]
    }

    /// The largest number of answers in a row. In every state with a transaction, an app has an action to answer or to
    /// miss, so the way ends in a state without transactions. A circle would be a request that never ends.
    static func longestWay(states: Int, _ answers: [Answer]) throws(Circle) -> Int {
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
        if seen < states { throw circle(among: incoming, answers) }
        return Int(ways.max() ?? 0)
    }

    /// Each remaining state is reached by an answer from another remaining state, so the way back ends in a circle.
    private static func circle(among incoming: [Int32], _ answers: [Answer]) -> Circle {
        var back: [Int32: Answer] = [:]
        for answer in answers where incoming[Int(answer.from)] > 0 { back[answer.to] = answer }
        var state = Int32(incoming.firstIndex { $0 > 0 } ?? 0)
        var seen: Set<Int32> = []
        while seen.insert(state).inserted, let answer = back[state] { state = answer.from }
        var moves: [Int] = []
        var place = state
        while let answer = back[place] {
            moves.append(Int(answer.move))
            place = answer.from
            if place == state { break }
        }
        return Circle(state: state, moves: moves.reversed())
    }
}
