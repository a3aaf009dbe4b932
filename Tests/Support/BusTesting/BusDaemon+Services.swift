// SPDX-License-Identifier: MIT

import Foundation

extension BusDaemon {
    private var services: URL { directory.url.appendingPathComponent("services") }

    /// Lets the bus start a program by a name, as after the installation of its package. `service` is the text of its
    /// service file.
    package func install(_ name: String, service: String) throws {
        try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
        try service.write(to: file(of: name), atomically: true, encoding: .utf8)
        let configuration = directory.url.appendingPathComponent("bus.conf")
        let text = try String(contentsOf: configuration, encoding: .utf8)
        let line = "<servicedir>\(services.path)</servicedir></busconfig>"
        if !text.contains(line) {
            try text.replacing("</busconfig>", with: line).write(to: configuration, atomically: true, encoding: .utf8)
        }
        try reload()
    }

    /// From now on the bus cannot start a program by that name.
    package func uninstall(_ name: String) throws {
        try FileManager.default.removeItem(at: file(of: name))
        try reload()
    }

    private func file(of name: String) -> URL { services.appendingPathComponent("\(name).service") }

    private func reload() throws { try BusClient(address: address).callBus("ReloadConfig") }
}
