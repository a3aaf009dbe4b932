// SPDX-License-Identifier: MIT

@testable import CallCore

/// Visits every state that a small world can reach, the nearest first.
public struct Explorer {
    /// The result of an exploration.
    public struct Report: Sendable {
        /// The explored world.
        public let setting: Setting
        /// States that differ in more than names.
        public var states = 0
        /// Events that were tried in these states and accepted.
        public var transitions = 0
        /// Events that were refused. They changed nothing.
        public var refusals = 0
        /// The number of events on the longest of the shortest ways to a state.
        public var depth = 0
        /// The largest number of answers or time-outs until everything rests.
        public var longestWayToRest = 0
        /// False if the limit on states ended the exploration.
        public var isComplete = true
        /// The violated sentence and the shortest story that leads there; nil = none.
        public var violation: String?
    }

    /// A sentence that does not hold.
    struct Violation: Error { let sentence: String }

    private let moves: Moves
    private let invariants: [Invariant]
    private let most: Int
    /// Called at each depth with the depth, the number of states that are new there, and the number of all states.
    public var progress: ((Int, Int, Int) -> Void)?
    private var report: Report
    private var snapshot: Snapshot
    private var numbers: [Fingerprint: Int32] = [:]
    /// For each state: the state it was found from, and the place of the event among the possible ones.
    private var origins: [(state: Int32, move: Int32)] = []
    private var level: [Domain] = []
    private var nextLevel: [Domain] = []
    /// The transitions that are answers of apps, time-outs, or reports of their consequences.
    private var answers: [Rest.Answer] = []

    /// An explorer of this world. It gives up after `most` states.
    public init(_ setting: Setting, most: Int = .max) {
        self.init(setting, most: most, invariants: Invariant.all + Invariant.restart)
    }

    init(_ setting: Setting, most: Int = .max, invariants: [Invariant]) {
        moves = Moves(setting: setting)
        self.most = most
        self.invariants = invariants
        report = Report(setting: setting)
        snapshot = Snapshot(isScreening: setting.chances.contains(.screening))
    }

    /// Explores the world until a violation, the limit or the last state.
    public mutating func run() -> Report {
        do {
            let root = try moves.begin()
            _ = add(root, from: -1, by: 0)
            swap(&level, &nextLevel)
            var first = 0
            while !level.isEmpty {
                report.depth += 1
                progress?(report.depth, level.count, origins.count)
                for place in level.indices {
                    try visit(level[place], number: Int32(first + place))
                    guard origins.count <= most else {
                        report.isComplete = false
                        report.states = origins.count
                        return report
                    }
                }
                first += level.count
                level.removeAll(keepingCapacity: true)
                swap(&level, &nextLevel)
            }
            report.states = origins.count
            report.longestWayToRest = try Rest.longestWay(states: origins.count, answers)
        } catch let violation as Violation {
            report.violation = violation.sentence
        } catch let circle as Rest.Circle {
            report.violation =
                "Whatever apps answer, everything comes to rest.\n\(tell(to: circle.state, then: circle.moves))"
        } catch {
            report.violation = "\(error)"
        }
        return report
    }

    private mutating func visit(_ domain: Domain, number: Int32) throws {
        let events = moves.next(after: domain, depth: report.depth)
        for (place, event) in events.enumerated() {
            do {
                let found = try take(event, in: domain, from: number, by: Int32(place))
                if let found, found != number, event.isAnswer(in: domain) {
                    answers.append(Rest.Answer(from: number, to: found, move: Int32(place)))
                }
            } catch let violation as Violation {
                throw Violation(sentence: "\(violation.sentence)\n\(tell(to: number, then: [place]))")
            }
        }
    }

    /// The state that an event leads to; nil = the event is refused.
    private mutating func take(_ event: Event, in before: Domain, from number: Int32, by move: Int32) throws -> Int32? {
        var after = before
        let response: Domain.Response
        do {
            response = try after.handle(event, at: 1)
        } catch {
            report.refusals += 1
            guard snapshot.fingerprint(of: after) == snapshot.fingerprint(of: before) else {
                throw Violation(sentence: "A refused command changes nothing.")
            }
            return nil
        }
        report.transitions += 1
        after.output = Output()
        _ = after.takeChangedKeys()
        let step = Step(before: before, event: event, response: response, after: after)
        for law in Step.laws where !law.holds(step) { throw Violation(sentence: law.sentence) }
        moves.follow(&after)
        let fingerprint = snapshot.fingerprint(of: after)
        if let known = numbers[fingerprint] { return known }
        for invariant in invariants where !invariant.holds(after) { throw Violation(sentence: invariant.sentence) }
        return add(after, fingerprint, from: number, by: move)
    }

    private mutating func add(_ domain: Domain, _ known: Fingerprint? = nil, from state: Int32, by move: Int32) -> Int32
    {
        let number = Int32(origins.count)
        numbers[known ?? snapshot.fingerprint(of: domain)] = number
        origins.append((state, move))
        nextLevel.append(domain)
        return number
    }

    /// The story that leads to a state, and then the following moves.
    private func tell(to state: Int32, then following: [Int]) -> String {
        var path: [Int] = following.reversed()
        var state = state
        while state > 0 {
            path.append(Int(origins[Int(state)].move))
            state = origins[Int(state)].state
        }
        return Story(moves).tell(path.reversed())
    }
}

extension Event {
    /// Whether an app or its time-out completes an action, an app's report shows that the app has done it, or an app
    /// that holds by itself reports the consequence.
    fileprivate func isAnswer(in domain: Domain) -> Bool {
        switch self {
        case .command(.complete, _), .timerFired(.action): true
        case .command(.reportUpdated(let id, let update), _):
            if let call = domain.calls[id], let onHold = update.onHold {
                domain.isConsequence(onHold: onHold, of: call)
            } else {
                false
            }
        case .command(.reportExisting(_, let id, let report), _):
            domain.calls[id].map { report.isFulfilment(of: $0) } ?? false
        default: false
        }
    }
}
