// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A stand-in for the notification portal of version 2, see `Tests/Support/Portal/portal`: Debian 12 has version 1.
final class Portal {
    private let process: ChildProcess

    init(on bus: BusDaemon, options: [String] = []) throws {
        process = try ChildProcess(
            ["/usr/bin/python3", try Repository.file("Tests/Support/Portal/portal").path] + options,
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        _ = try expect("ready")
    }

    /// Waits for a call of that method that fits.
    @discardableResult
    func expect(_ method: String, where fits: (Call) -> Bool = { _ in true }) throws -> Call {
        while true {
            let call = try JSONDecoder().decode(Call.self, from: Data(try process.waitForLine().utf8))
            if call.method == method, fits(call) { return call }
        }
    }

    /// Presses a button of the last notification.
    func press(_ action: String, token: String = "token") throws { try process.writeLine("\(action) \(token)") }

    /// Tells of a press of that very key, which may be that of another program's notification in the place of the last
    /// one.
    func tell(_ key: String) throws { try process.writeLine("=\(key) token") }

    /// From now on the portal refuses every notification.
    func refuse() throws {
        try process.writeLine("refuse")
        try expect("refuse")
    }

    func kill9() throws { try process.kill9() }

    struct Call: Decodable {
        let method: String
        var id: String?
        var app: String?
        var title: String?
        var body: String?
        var icon: String?
        var priority: String?
        var category: String?
        var sound: String?
        var buttons: [Button]?

        struct Button: Decodable {
            let label: String
            let key: String
            var purpose: String?
            /// The name of the button.
            var action: String { key.nameOfKey }

            private enum CodingKeys: String, CodingKey {
                case label, purpose
                case key = "action"
            }
        }
    }
}
