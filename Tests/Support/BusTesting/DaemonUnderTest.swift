// SPDX-License-Identifier: MIT

public import Foundation

/// The service's daemon on a private bus, ready when made.
public final class DaemonUnderTest {
    /// The service's name on the bus.
    public static let busName = "org.monkeycall.CallManager"
    /// Its manager object.
    public static let managerPath = "/org/monkeycall/CallManager"

    /// The bus it is on.
    public let bus: BusDaemon
    /// The daemon's connection, `:1.1`, by which its signals can be told from others.
    public let uniqueName: String
    /// The daemon's process.
    public let process: ChildProcess

    private let program: WorldReadableProgram

    /// Starts the daemon and waits until it owns its name.
    ///
    /// - Parameters:
    ///   - bus: where it connects
    ///   - user: as whom it runs; on a system bus only ``TestUser/service`` may own the name
    ///   - configuration: the file that it reads; without one, whatever the machine's may say, an empty one
    ///   - arguments: options besides `--address=` and `--config=`
    ///   - environment: what is set in addition to the test's environment
    public init(
        on bus: BusDaemon, user: TestUser? = nil, configuration: URL? = nil, arguments: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        let program = try WorldReadableProgram(Product.path("monkeycalld"), neededBy: user)
        let watcher = try BusClient(address: bus.address)
        let options = ["--address=\(bus.address)", "--config=\(configuration?.path ?? "/dev/null")"]
        let process = try ChildProcess([program.path] + options + arguments, environment: environment, user: user)
        do {
            uniqueName = try watcher.waitForName(Self.busName, unlessEnded: process)
        } catch {
            throw SupportError("monkeycalld does not get its name: \(error)" + process.report + "\nthe bus: " + bus.log)
        }
        DaemonLogs.current?.add(process)
        self.program = program
        self.bus = bus
        self.process = process
    }

    deinit { process.killGroup() }

    /// What the daemon has logged.
    public var log: String { process.text(of: .error) }

    /// A new connection of a client, as ``BusClient/init(address:uid:controlGroup:)``.
    public func client(uid: UInt32? = nil, controlGroup: ControlGroup? = nil) throws -> BusClient {
        try BusClient(address: bus.address, uid: uid, controlGroup: controlGroup)
    }

    /// The manager object, or another of the daemon's, seen by `client`.
    public func object(
        _ client: BusClient, _ path: String = managerPath, _ interface: String = busName
    ) -> BusObject {
        client.object(Self.busName, path, interface)
    }

    /// Ends the daemon by SIGTERM, which it must obey with exit status 0.
    public func stop(timeout: Double? = nil) throws {
        process.terminate()
        let status = try process.waitForExit(timeout: timeout)
        guard status == .exited(0) else {
            throw SupportError("monkeycalld ended with \(status), not with exit status 0" + process.report)
        }
    }

    /// Ends the daemon at once by SIGKILL, as a crash would.
    public func kill9() throws { try process.kill9() }

    /// What the daemon uses of the machine now.
    public func usage() throws -> ProcessUsage { try ProcessUsage(of: process.processID) }
}
