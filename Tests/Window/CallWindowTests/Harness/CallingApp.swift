// SPDX-License-Identifier: MIT

import BusTesting

/// An app that carries calls. A test plays the other side.
final class CallingApp {
    private let process: ChildProcess

    /// The app is registered after it. It performs each action at once, or when the test says so.
    init(_ window: PhoneWindow, _ name: String = "Phone", isAutomatic: Bool = true) throws {
        let command = [
            try Product.path("monkeycall"), "provider", "org.example.\(name)", "--name", "Example \(name)", "--address",
            window.desktop.bus.address,
        ]
        process = try window.screen.home.start(command + (isAutomatic ? ["--auto"] : []))
        _ = try process.waitForLine { $0 == "registered org.example.\(name)" }
    }

    /// A call comes in. Returns its id.
    func ring(_ handle: String, _ name: String = "") throws -> String {
        try process.writeLine("incoming \(handle) \(name)")
        return try expect("ringing")
    }

    /// A call of Ada comes in, and the user answers it in the window. Returns its id.
    @discardableResult
    func talk(in window: PhoneWindow) throws -> String {
        let call = try ring("+4930123456", "Ada")
        try window.press("Answer")
        try expect("answer")
        return call
    }

    /// Waits for a line that begins with that word, and returns the rest.
    @discardableResult
    func expect(_ word: String) throws -> String {
        String(try process.waitForLine { $0.hasPrefix(word + " ") }.dropFirst(word.count + 1))
    }

    /// Waits for an action of that word, and returns it with its call.
    func action(_ word: String) throws -> (action: String, call: String) {
        let words = try expect(word).split(separator: " ").map(String.init)
        guard words.count > 1 else { throw SupportError("\(words) is no action") }
        return (words[0], words[1])
    }

    /// The user closes the app.
    func quit() throws {
        process.terminate()
        _ = try process.waitForExit()
    }

    func fulfill(_ action: String) throws { try process.writeLine("fulfill \(action)") }

    /// Waits for an action of that word, performs it, and returns its call.
    @discardableResult
    func perform(_ word: String) throws -> String {
        let (action, call) = try self.action(word)
        try fulfill(action)
        return call
    }

    /// The started call has reached the other side.
    func connecting(_ call: String) throws { try process.writeLine("connecting \(call)") }

    /// The other side has answered.
    func connected(_ call: String) throws { try process.writeLine("connected \(call)") }

    /// The other side hangs up.
    func end(_ call: String) throws { try process.writeLine("ended \(call)") }

    /// The app tells a fact about a call.
    func update(_ call: String, _ key: String, _ value: String) throws {
        try process.writeLine("update \(call) \(key) \(value)")
    }
}
