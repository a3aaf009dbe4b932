// SPDX-License-Identifier: MIT

import Foundation
import Logging
import Testing
import os.log

@Suite struct LoggerTests {
    @Test("A logger hides private values above debug and shows them in debug messages")
    func privacy() {
        let number = "+15550100"
        let written = Written { logger, _ in
            logger.notice("call to \(number) with id \(7)")
            logger.notice("call to \(number, privacy: .public)")
            logger.debug("call to \(number), pin \(number, privacy: .sensitive)")
        }
        #expect(
            written.lines == [
                "notice call to <private> with id 7", "notice call to +15550100",
                "debug call to +15550100, pin <private>",
            ])
    }

    @Test("Equal values have equal masks")
    func hash() {
        let written = Written { logger, _ in
            for name in ["Ann", "Ann", "Bob"] { logger.info("\(name, privacy: .private(mask: .hash))") }
        }
        #expect(written.lines.count == 3)
        #expect(written.lines[0] == written.lines[1])
        #expect(written.lines[0] != written.lines[2])
        #expect(!written.lines[0].contains("Ann"))
    }

    @Test("A logger formats numbers, truth values, types and errors")
    func values() {
        struct Lost: Error {}
        let written = Written { logger, _ in
            logger.error("\(255, format: .hex(includePrefix: true)) \(2.5, format: .fixed(precision: 2))")
            logger.fault("\(true, format: .answer) \(String.self) \(Lost(), privacy: .public)")
            logger.log(level: .info, "\("a", align: .right(columns: 3), privacy: .public)|")
        }
        #expect(written.lines == ["error 0xff 2.50", "critical yes String Lost()", "info   a|"])
    }

    @Test("os_log shows public arguments and hides private ones")
    func formats() {
        let written = Written { _, log in
            os_log(
                "call %{public}@ to %@ after %d s, 100%%", log: log, type: .error, "A" as NSString, "Ann" as NSString, 3
            )
            os_log(.info, log: log, "%{private}d %{public}s %.1f", 5, "text", 1.25)
            os_log("%d and %@", log: log, type: .info, 1)
            os_log("interpolated \(4)", log: log)
        }
        #expect(
            written.lines == [
                "error call A to <private> after 3 s, 100%", "info <private> text 1.2", "info 1 and <missing argument>",
                "notice interpolated 4",
            ])
    }

    @Test("Signposts are debug messages, and a disabled log writes nothing")
    func signposts() {
        let written = Written { _, log in
            let signposter = OSSignposter(logHandle: log)
            let sum = signposter.withIntervalSignpost("Answer") { 1 + 1 }
            signposter.emitEvent("Ring", "\(sum)")
            os_signpost(.event, log: log, name: "Hold", signpostID: OSSignpostID(3), "%d", 1)
            Logger(OSLog.disabled).fault("never")
        }
        #expect(
            written.lines == [
                "debug begin of Answer", "debug end of Answer", "debug event of Ring: 2", "debug event of Hold 3: 1",
            ])
    }

    @Test("Threads share the state of a lock")
    func lock() {
        let count = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 100) { _ in count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 100)
        let old = os_unfair_lock_t.allocate(capacity: 1)
        defer { old.deallocate() }
        old.initialize(to: os_unfair_lock())
        nonisolated(unsafe) let shared = old
        nonisolated(unsafe) let sum = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        defer { sum.deallocate() }
        sum.initialize(to: 0)
        DispatchQueue.concurrentPerform(iterations: 1_000) { _ in
            os_unfair_lock_lock(shared)
            sum.pointee += 1
            os_unfair_lock_unlock(shared)
        }
        #expect(sum.pointee == 1_000)
        #expect(os_unfair_lock_trylock(old) && !os_unfair_lock_trylock(old))
        os_unfair_lock_unlock(old)
    }
}
