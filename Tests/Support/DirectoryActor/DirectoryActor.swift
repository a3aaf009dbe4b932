// SPDX-License-Identifier: MIT

import CallContract
import DirectoryDatabase
import GRDB
import Glibc

/// A process that uses a directory: `DirectoryActor COMMAND FOLDER`. It prints a line for each step. The tests kill it,
/// or take away its disk; scripts/pictures uses the last command.
///
///     hold     opens the database and waits
///     record   records ten calls at a time until it is killed or fails, and prints how many
///     fill     records ten thousand calls of as many callers, the last of them just now, and ends
///     half     records calls in a transaction, and stops before its end
///     week     records a week of calls, and ends
@main
enum DirectoryActor {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let command = arguments.first, let folder = arguments.last else { exit(2) }
        do throws(DirectoryProblem) {
            let database = try DirectoryDatabase(in: folder)
            say("open")
            switch command {
            case "hold": waitForever()
            case "record": try record(in: History(database))
            case "fill": try fill(History(database))
            case "half": try recordHalf(in: database)
            case "week": try Week.record(in: History(database))
            default: exit(2)
            }
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    private static func record(in history: History) throws(DirectoryProblem) -> Never {
        var count = try history.position.map { Int($0.after) } ?? 0
        while true {
            let calls = (count..<count + 10).map(call)
            count += 10
            try history.record(calls, position: History.Position(instance: "actor", after: UInt64(count)))
            say("\(count)")
        }
    }

    /// Call 0 is the newest one, and each other one is a minute earlier.
    private static func fill(_ history: History) throws(DirectoryProblem) {
        let (count, minute) = (10_000, Time(60_000_000))
        let now = Time(time(nil)) * 1_000_000
        let calls = (0..<count).reversed().map { index in
            let number = "+4930\(100_000 + index)"
            var call = PastCall(
                CallID(high: 2, low: UInt64(index)), provider: "org.example.Phone",
                startedAt: now - Time(index) * minute, endedAt: now - Time(index) * minute + 1,
                endedReason: .unanswered,
                outcome: index.isMultiple(of: 2) ? .missed : .refused)
            call.handle = Handle(kind: .phoneNumber, value: number)
            (call.callerKey, call.name) = (number, "Caller \(index)")
            return call
        }
        try history.record(calls, position: History.Position(instance: "actor", after: UInt64(count)))
        say("filled")
    }

    private static func recordHalf(in database: DirectoryDatabase) throws(DirectoryProblem) {
        try database.write { connection in
            // More than the cache of pages, so that the log has a part of the transaction.
            for index in 1...20_000 {
                try connection.execute(
                    sql: "INSERT INTO setting VALUES (?, ?)",
                    arguments: ["\(index)", String(repeating: "x", count: 200)])
            }
            say("half")
            waitForever()
        }
    }

    private static func call(_ index: Int) -> PastCall {
        var call = PastCall(
            CallID(high: 1, low: UInt64(index)), provider: "app", startedAt: Time(1_000_000 + index),
            endedAt: Time(2_000_000 + index), endedReason: .unanswered, outcome: .missed)
        call.callerKey = "caller \(index % 7)"
        call.name = String(repeating: "Ada ", count: 50)
        return call
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func waitForever() -> Never {
        while true { pause() }
    }
}
