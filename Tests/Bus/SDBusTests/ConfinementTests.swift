// SPDX-License-Identifier: MIT
import Dispatch
import SDBus
import Testing

/// Threads that touch one event loop, each test in a process of its own. The traps are only in debug builds.
@Suite struct ConfinementTests {
    @Test func `A thread that touches the event loop of another one is trapped`() async {
        let trapped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            nonisolated(unsafe) let loop = try EventLoop()
            onAnotherThread { loop.deferred {} }
        }
        #expect(isRefused(trapped))
    }

    @Test func `A thread that cancels a timer of another one is trapped`() async {
        let trapped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            nonisolated(unsafe) let timer = try EventLoop().timer(after: 1) {}
            onAnotherThread { timer?.cancel() }
        }
        #expect(isRefused(trapped))
    }

    @Test func `Threads that adopt an event loop one after another may use it`() async {
        await #expect(processExitsWith: .success) {
            nonisolated(unsafe) let loop = try EventLoop()
            for _ in 1...2 {
                onAnotherThread {
                    loop.adopt()
                    loop.deferred {}
                }
            }
            loop.adopt()
            loop.deferred {}
        }
    }
}

/// Whether the process ended because of the thread.
private func isRefused(_ process: ExitTest.Result?) -> Bool {
    String(decoding: process?.standardErrorContent ?? [], as: UTF8.self).contains("Another thread touches")
}

/// Runs `body` on another thread, and returns when it is done.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: "another").async {
        body()
        done.signal()
    }
    done.wait()
}
