// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Synchronization

/// Lets a process run for a part of the time, where no control group can limit it.
final class DutyCycle: Sendable {
    private let process = Mutex<ChildProcess?>(nil)
    private let isStopped = Mutex(false)

    init(percent: Int) {
        let cycle: useconds_t = 100_000
        let running = cycle * useconds_t(percent) / 100
        Thread { [self] in
            while !isStopped.withLock({ $0 }) {
                process.withLock { $0?.send(signal: SIGCONT) }
                usleep(running)
                process.withLock { $0?.send(signal: SIGSTOP) }
                usleep(cycle - running)
            }
        }.start()
    }

    func slow(_ process: ChildProcess) { self.process.withLock { $0 = process } }

    func stop() {
        isStopped.withLock { $0 = true }
        process.withLock {
            $0?.send(signal: SIGCONT)
            $0 = nil
        }
    }
}
