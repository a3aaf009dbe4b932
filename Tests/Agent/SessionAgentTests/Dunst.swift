// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A real notification server, dunst, on a virtual screen. It prints the notifications that it shows. Its command
/// `dunstctl` replaces the mouse.
final class Dunst {
    private let screen: ChildProcess
    private(set) var server: ChildProcess
    private let folder: TemporaryDirectory
    private let environment: [String: String]
    private let configuration: URL

    init(on bus: BusDaemon) throws {
        folder = try TemporaryDirectory()
        screen = try ChildProcess(["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"])
        environment = [
            "DISPLAY": ":" + (try screen.waitForLine()), "DBUS_SESSION_BUS_ADDRESS": bus.address,
            "XDG_RUNTIME_DIR": folder.url.path, "HOME": folder.url.path,
        ]
        // dunst's menu of buttons is a program that reads lines and prints one of them.
        let menu = try folder.writeScript("grep -- \"$(cat \"$HOME/choice\")\"", to: "menu")
        configuration = try folder.write("[global]\ndmenu = \(menu.path)\n", to: "dunstrc")
        server = try Self.start(configuration, environment)
    }

    private static func start(_ configuration: URL, _ environment: [String: String]) throws -> ChildProcess {
        try ChildProcess(["dunst", "-conf", configuration.path, "-print"], environment: environment)
    }

    /// Waits until dunst shows or replaces a notification whose title contains `title` and that fits.
    @discardableResult
    func expect(_ title: String, where fits: (Notification) -> Bool = { _ in true }) throws -> Notification {
        while true {
            _ = try server.waitForLine { $0 == "{" }
            var lines: [String] = []
            while true {
                let line = try server.waitForLine()
                if line == "}" { break }
                lines.append(line.trimmingCharacters(in: .whitespaces))
            }
            let notification = Notification(lines)
            if notification.summary.contains(title), fits(notification) { return notification }
        }
    }

    /// The effect of a middle click on the notification.
    func click() throws { try control("action", "0") }

    /// Chooses a button from the menu.
    func press(_ key: String) throws {
        // The key may end with a random word of the agent.
        _ = try folder.write(",\(key)[].]", to: "choice")
        try control("context")
    }

    /// Dismisses the notification.
    func dismiss() throws { try control("close") }

    /// Switches dunst's do-not-disturb, as its users do.
    func pause(_ isPaused: Bool) throws {
        try BusClient(address: environment["DBUS_SESSION_BUS_ADDRESS"] ?? "").waitForName(
            "org.freedesktop.Notifications")
        try control("set-paused", isPaused ? "true" : "false")
    }

    /// Waits until exactly `count` notifications are on the screen.
    func waitForCount(_ count: Int) throws {
        let deadline = Deadline()
        while try displayed() != count {
            guard !deadline.hasPassed else {
                throw SupportError("\(try displayed()) notifications are shown, not \(count)")
            }
        }
    }

    private func displayed() throws -> Int {
        let line = try control("count", "displayed").trimmingCharacters(in: .whitespacesAndNewlines)
        return Int(line) ?? -1
    }

    /// Kills dunst.
    func stop() throws { try server.kill9() }

    /// Kills dunst if it runs, and starts it again.
    func restart() throws {
        try server.kill9()
        server = try Self.start(configuration, environment)
    }

    @discardableResult
    private func control(_ arguments: String...) throws -> String {
        let result = try ChildProcess.run(["dunstctl"] + arguments, environment: environment)
        return result.output
    }

    /// A notification as dunst prints it.
    struct Notification {
        var summary = ""
        var body = ""
        /// The whole output for this notification.
        var text = ""
        /// The names of the buttons.
        var keys: [String] = []

        init(_ lines: [String]) {
            summary = lines.first { $0.hasPrefix("summary: ") } ?? ""
            body = lines.drop { !$0.hasPrefix("body: ") }.prefix { !$0.hasPrefix("icon: ") }.joined(separator: "\n")
            text = lines.joined(separator: "\n")
            let actions = lines.drop { $0 != "actions: {" }.dropFirst().prefix { $0 != "}" }
            keys = actions.compactMap { $0.split(separator: "\"").first.map { String($0).nameOfKey } }.sorted()
        }
    }
}
