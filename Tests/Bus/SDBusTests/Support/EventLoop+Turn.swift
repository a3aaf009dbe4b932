// SPDX-License-Identifier: MIT
import Glibc
import SDBus

import struct BusTesting.Deadline

extension EventLoop {
    /// Turns until the condition holds.
    func turn(until condition: () -> Bool) throws {
        let deadline = Deadline()
        while !condition() {
            guard !deadline.hasPassed else { throw TestFailure("what the test waits for does not happen") }
            try turn { descriptor in
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                Glibc.poll(&entry, 1, 100)
            }
        }
    }
}
