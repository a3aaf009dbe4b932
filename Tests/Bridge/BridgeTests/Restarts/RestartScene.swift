// SPDX-License-Identifier: MIT

/// A source with calls, and everything between it and a shell of the user.
protocol RestartScene {
    /// The calls begin, and come to their states.
    func begin() throws
    /// A program is killed. Another one takes its place.
    func kill() throws
    /// What must be true then: each call goes on and is listed once, or it is over.
    func expectCalls() throws
    /// The calls that go on end. Each call has one end.
    func end() throws
}

extension RestartScene {
    func play() throws {
        try begin()
        try kill()
        try expectCalls()
        try end()
    }
}
