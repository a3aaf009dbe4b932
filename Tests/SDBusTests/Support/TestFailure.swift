// SPDX-License-Identifier: MIT

/// What a test's own helper could not do.
struct TestFailure: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
