// SPDX-License-Identifier: MIT

public import Foundation

/// A real bus, private to a test: dbus-daemon or dbus-broker with a socket in its own folder, ready after init.
public final class BusDaemon: Sendable {
    /// The address for clients.
    public let address: String
    /// The bus's folder. A test may put other sockets and files there.
    public let directory: TemporaryDirectory

    private let process: ChildProcess
    private let journal: Journal?

    /// A bus with the policy of a session bus, and the limits of a system bus. Clients of every user may connect and
    /// own names.
    ///
    /// - Parameters:
    ///   - serviceDirectories: folders with `.service` files for activation
    ///   - allowsFloods: whether the bus has the high limits of a session bus, for tests of a service that is flooded
    public static func session(serviceDirectories: [URL] = [], allowsFloods: Bool = false) throws -> BusDaemon {
        try dbusDaemon(
            .session, policyFiles: [], serviceDirectories: serviceDirectories, allowsFloods: allowsFloods)
    }

    /// A bus with the policy and the limits of a stock system bus, run by the user of the tests.
    ///
    /// - Parameters:
    ///   - policyFiles: the files that a package would install in `/usr/share/dbus-1/system.d`
    ///   - serviceDirectories: folders with `.service` files; without a setuid helper their `User=` has no effect
    ///   - controlGroup: the control group that it enters before it starts
    public static func system(
        policyFiles: [URL], serviceDirectories: [URL] = [], controlGroup: ControlGroup? = nil
    ) throws -> BusDaemon {
        try dbusDaemon(
            .system, policyFiles: policyFiles, serviceDirectories: serviceDirectories, controlGroup: controlGroup)
    }

    init(address: String, directory: TemporaryDirectory, process: ChildProcess, journal: Journal? = nil) {
        self.address = address
        self.directory = directory
        self.process = process
        self.journal = journal
    }

    deinit { stop() }

    /// The log of the bus: refused messages on a system bus, errors in policy files.
    public var log: String { process.text(of: .error) + (journal?.text ?? "") }

    /// Ends the bus, even if clients are connected. May be called more than once.
    public func stop() {
        process.killGroup()
    }

    private static func dbusDaemon(
        _ kind: BusConfiguration.Kind, policyFiles: [URL], serviceDirectories: [URL], allowsFloods: Bool = false,
        controlGroup: ControlGroup? = nil
    ) throws -> BusDaemon {
        let directory = try TemporaryDirectory()
        let configuration = BusConfiguration(
            kind: kind, socket: directory.url.appendingPathComponent("bus"), policyFiles: policyFiles,
            serviceDirectories: serviceDirectories, allowsFloods: allowsFloods)
        let file = try directory.write(configuration.xml, to: "bus.conf")
        let process = try ChildProcess(
            ["dbus-daemon", "--config-file=\(file.path)", "--nofork", "--nopidfile", "--print-address=1"],
            controlGroup: controlGroup)
        // dbus-daemon prints its address when it listens there.
        let address = try process.waitForLine { $0.hasPrefix("unix:") }
        return BusDaemon(address: address, directory: directory, process: process)
    }
}
