// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// Stops a process with several threads. Returns when all of them have stopped: on a busy machine one of them may go on
/// for a while after the signal, and answer what it was asked.
func stop(_ process: Int32) throws {
    guard kill(process, SIGSTOP) == 0 else { throw SupportError.system("kill") }
    let deadline = Deadline()
    while try !hasStopped(process) {
        guard !deadline.hasPassed else { throw SupportError("the process \(process) does not stop") }
        sched_yield()
    }
}

private func hasStopped(_ process: Int32) throws -> Bool {
    let threads = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: threads).allSatisfy { thread in
        // The name may contain spaces and brackets: the state follows the last bracket.
        let facts = try String(contentsOfFile: "\(threads)/\(thread)/stat", encoding: .utf8).split(separator: ")").last
        return facts?.split(separator: " ").first == "T"
    }
}
