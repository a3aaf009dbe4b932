// SPDX-License-Identifier: MIT

import BusTesting

/// An app that carries calls and performs each action at once. A test plays the other side.
final class CallingApp {
    private let process: ChildProcess

    /// The app is registered after it.
    init(_ window: PhoneWindow, _ name: String = "Phone") throws {
        process = try window.screen.home.start([
            try Product.path("monkeycall"), "provider", "org.example.\(name)", "--auto", "--name", "Example \(name)",
            "--address", window.desktop.bus.address,
        ])
        _ = try process.waitForLine { $0 == "registered org.example.\(name)" }
    }

    /// A call comes in. Returns its id.
    func ring(_ handle: String, _ name: String = "") throws -> String {
        try process.writeLine("incoming \(handle) \(name)")
        return try expect("ringing")
    }

    /// Waits for a line that begins with that word, and returns the rest.
    @discardableResult
    func expect(_ word: String) throws -> String {
        String(try process.waitForLine { $0.hasPrefix(word + " ") }.dropFirst(word.count + 1))
    }

    /// The other side hangs up.
    func end(_ call: String) throws { try process.writeLine("ended \(call)") }

    /// The app tells a fact about a call.
    func update(_ call: String, _ key: String, _ value: String) throws {
        try process.writeLine("update \(call) \(key) \(value)")
    }
}
