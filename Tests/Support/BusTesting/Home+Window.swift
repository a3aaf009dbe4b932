// SPDX-License-Identifier: MIT

import Foundation

extension Home {
    /// Lets the bus start the window by its name, with the service file of the package and in this environment.
    package func installWindow(on bus: BusDaemon) throws {
        let folder = URL(fileURLWithPath: try Product.path("monkeycall-phone")).deletingLastPathComponent().path
        let file = try Repository.file("dbus/org.monkeycall.Phone.service")
        let service = try String(contentsOf: file, encoding: .utf8).replacing("@bindir@", with: folder)
        try bus.install("org.monkeycall.Phone", service: service)
        try client.callBus(
            "UpdateActivationEnvironment",
            .dictionary(
                key: "s", value: "s", Dictionary(environment.map { (.string($0), .string($1)) }) { $1 }))
    }

    /// Waits for a visible window of that program and does xdotool's actions in it. Returns what xdotool printed.
    ///
    /// xdotool reads the tree of all windows, and fails if one of them closes meanwhile. Then it reads the tree again.
    @discardableResult
    package func act(inWindowOf program: String, _ actions: String...) throws -> String {
        let deadline = Deadline()
        while true {
            let result = try ChildProcess.run(
                ["xdotool", "search", "--sync", "--onlyvisible", "--class", program] + actions,
                environment: environment)
            if result.succeeded { return result.output }
            guard result.errors.contains("BadWindow"), !deadline.hasPassed else {
                throw SupportError("\(actions) in a window of \(program): \(result)")
            }
        }
    }
}
