// SPDX-License-Identifier: MIT
import Foundation

/// A new user without settings. The programs of this user end with the test.
package final class Home {
    private let folder: TemporaryDirectory
    package private(set) var environment: [String: String]
    private var processes: [ChildProcess] = []
    package let client: BusClient

    package init(on bus: BusDaemon) throws {
        folder = try TemporaryDirectory()
        client = try BusClient(address: bus.address)
        let home = folder.url.path
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
            "HOME": home, "XDG_RUNTIME_DIR": home + "/run", "XDG_CONFIG_HOME": home + "/config",
            "XDG_DATA_HOME": home + "/data", "XDG_CACHE_HOME": home + "/cache", "XDG_STATE_HOME": home + "/state",
            "GSETTINGS_BACKEND": "memory", "DISPLAY": "", "WAYLAND_DISPLAY": "", "LC_ALL": "C.UTF-8",
        ]
        try FileManager.default.createDirectory(
            atPath: home + "/run", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Sets a variable in the environment of programs that start later.
    package func set(_ name: String, _ value: String) { environment[name] = value }

    /// Writes a file of the user and returns its path.
    package func write(_ text: String, to name: String) throws -> String { try folder.write(text, to: name).path }

    /// The path of a file that a program creates.
    package func path(of name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// Starts a program, and waits until it owns its name on the bus.
    @discardableResult
    package func start(
        _ arguments: [String], owning name: String? = nil, in group: ControlGroup? = nil
    ) throws -> ChildProcess {
        let process = try ChildProcess(arguments, environment: environment, controlGroup: group)
        processes.append(process)
        guard let name else { return process }
        do {
            try client.waitForName(name)
        } catch {
            throw SupportError("\(arguments[0]) does not own \(name): \(process.text(of: .error))")
        }
        return process
    }

    /// Runs a program to its end, and returns its output.
    @discardableResult
    package func run(_ arguments: String...) throws -> String {
        let result = try ChildProcess.run(arguments, environment: environment)
        guard result.succeeded else { throw SupportError("\(arguments): \(result)") }
        return result.output
    }

    /// The program that a bus would start for that name.
    package static func program(of service: String) throws -> [String] {
        let file = try String(contentsOfFile: "/usr/share/dbus-1/services/\(service).service", encoding: .utf8)
        guard let line = file.split(separator: "\n").first(where: { $0.hasPrefix("Exec=") }) else {
            throw SupportError("\(service) has no program")
        }
        return line.dropFirst("Exec=".count).split(separator: " ").map(String.init)
    }
}
