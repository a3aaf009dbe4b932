// SPDX-License-Identifier: MIT

import BusTesting
import DiskWork
import Foundation
import SDBus
import Testing

/// Threads that wait for files, with pipes that hang as a file of a disk may.
struct FileThreadsTests {
    /// A pipe whose reader waits until `release`.
    private struct Hang {
        private let ends: (reader: BusFile, writer: BusFile)

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            self.ends = (BusFile(adopting: ends[0]), BusFile(adopting: ends[1]))
        }

        /// Returns after `release`.
        var wait: @Sendable () -> Int {
            {
                [reader = ends.reader] in
                var byte: UInt8 = 0
                return read(reader.descriptor, &byte, 1)
            }
        }

        func release(_ waiters: Int = 1) {
            let bytes = [UInt8](repeating: 0, count: waiters)
            _ = write(ends.writer.descriptor, bytes, waiters)
        }
    }

    @Test func `Work at a place that hangs delays only later work at this place`() throws {
        let (loop, hang) = (try EventLoop(), try Hang())
        let files = FileThreads(loop)
        var results: [String] = []
        var accepted = [files.perform(at: "hung", hang.wait) { _ in results.append("hung") }]
        accepted.append(files.perform(at: "hung", { "later" }, then: { results.append($0) }))
        for number in 0..<3 {
            accepted.append(files.perform(at: "other", { "\(number)" }, then: { results.append($0) }))
        }
        #expect(!accepted.contains(false))
        try loop.turn { results.count == 3 }
        #expect(results == ["0", "1", "2"])
        hang.release()
        try loop.turn { results.count == 5 }
        #expect(results.suffix(2) == ["hung", "later"])
    }

    @Test func `Places beyond a limit are refused until other places have nothing to do`() throws {
        let (loop, hang) = (try EventLoop(), try Hang())
        let files = FileThreads(loop)
        var (accepted, completed) = (0, 0)
        while accepted < 1_000, files.perform(at: "\(accepted)", hang.wait, then: { _ in completed += 1 }) {
            accepted += 1
        }
        #expect(accepted < 1_000)
        // A place that has a thread takes more work.
        let isAccepted = files.perform(at: "0", hang.wait) { _ in completed += 1 }
        #expect(isAccepted)
        hang.release(accepted + 1)
        try loop.turn { completed == accepted + 1 }
        let isAcceptedAgain = files.perform(at: "another", { true }, then: { #expect($0) })
        #expect(isAcceptedAgain)
    }

    @Test func `A thread that is dropped while it hangs gives no result and is not waited for`() throws {
        let (loop, hang) = (try EventLoop(), try Hang())
        var thread: DiskThread? = try DiskThread("dropped", loop)
        // A thread has its name when it works.
        let begun = DispatchSemaphore(value: 0)
        let work: @Sendable () -> Int = { [wait = hang.wait] in
            begun.signal()
            return wait()
        }
        thread?.perform(work) { _ in Issue.record("a dropped thread gave a result") }
        begun.wait()
        #expect(try Self.hasThread("dropped"))
        thread = nil
        hang.release()
        let deadline = Deadline()
        while try Self.hasThread("dropped"), !deadline.hasPassed { sched_yield() }
        #expect(try !Self.hasThread("dropped"))
        while try loop.turn() {}
    }

    private static func hasThread(_ name: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").contains { thread in
            (try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)) == name + "\n"
        }
    }

    @Test func `The end of threads waits for their work, but not for work that hangs`() throws {
        let (loop, hang) = (try EventLoop(), try Hang())
        let (idle, hung) = (try DiskThread("idle", loop), try DiskThread("hung", loop))
        idle.perform({ true }, then: { _ in })
        #expect(DiskThread.finish([idle], within: 60))
        hung.perform(hang.wait, then: { _ in })
        #expect(!DiskThread.finish([hung], within: 0.01))
        hang.release()
        #expect(DiskThread.finish([hung], within: 60))
    }
}
