// SPDX-License-Identifier: MIT

/// The failure of a helper of the tests.
struct TestFailure: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
