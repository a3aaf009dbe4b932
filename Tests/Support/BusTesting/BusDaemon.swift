// SPDX-License-Identifier: MIT

public import Foundation

/// A real bus, private to a test: dbus-daemon (or dbus-broker) on a socket in a folder of its own, ready when made.
public final class BusDaemon: Sendable {
    /// Where clients connect.
    public let address: String
    /// The bus's folder: other sockets and files of the test may lie there too.
    public let directory: TemporaryDirectory

    private let process: ChildProcess
    private let journal: Journal?

    /// A bus with the policy of a session bus. Clients of every user may connect and own names.
    ///
    /// - Parameter serviceDirectories: folders with `.service` files for activation
    public static func session(serviceDirectories: [URL] = []) throws -> BusDaemon {
        try dbusDaemon(.session, policyFiles: [], serviceDirectories: serviceDirectories)
    }

    /// A bus with the policy and the limits of a stock system bus, run by the user of the tests.
    ///
    /// - Parameters:
    ///   - policyFiles: what would be installed in `/usr/share/dbus-1/system.d`
    ///   - serviceDirectories: folders with `.service` files; without a setuid helper `User=` has no effect in them
    public static func system(policyFiles: [URL], serviceDirectories: [URL] = []) throws -> BusDaemon {
        try dbusDaemon(.system, policyFiles: policyFiles, serviceDirectories: serviceDirectories)
    }

    init(address: String, directory: TemporaryDirectory, process: ChildProcess, journal: Journal? = nil) {
        self.address = address
        self.directory = directory
        self.process = process
        self.journal = journal
    }

    deinit { stop() }

    /// What the bus has to say: refused messages on a system bus, errors in policy files.
    public var log: String { process.text(of: .error) + (journal?.text ?? "") }

    /// Ends the bus, under everybody's feet. May be called more than once.
    public func stop() {
        process.killGroup()
    }

    private static func dbusDaemon(
        _ kind: BusConfiguration.Kind, policyFiles: [URL], serviceDirectories: [URL]
    ) throws -> BusDaemon {
        let directory = try TemporaryDirectory()
        let configuration = BusConfiguration(
            kind: kind, socket: directory.url.appendingPathComponent("bus"), policyFiles: policyFiles,
            serviceDirectories: serviceDirectories)
        let file = try directory.write(configuration.xml, to: "bus.conf")
        let process = try ChildProcess(
            ["dbus-daemon", "--config-file=\(file.path)", "--nofork", "--nopidfile", "--print-address=1"])
        // It prints its address once it listens there.
        let address = try process.waitForLine { $0.hasPrefix("unix:") }
        return BusDaemon(address: address, directory: directory, process: process)
    }
}
