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
}
