// SPDX-License-Identifier: MIT
import Glibc

/// Two connected descriptors, close-on-exec from the start, so that no other test's child process keeps them open.
func channel() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TestFailure("socketpair: \(errno)") }
    return (ends[0], ends[1])
}
