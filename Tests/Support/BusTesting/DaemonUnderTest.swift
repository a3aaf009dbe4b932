// SPDX-License-Identifier: MIT

public import Foundation

/// The service's daemon on a private bus. It is ready after init.
public final class DaemonUnderTest {
    /// The service's bus name.
    public static let busName = "org.monkeycall.CallManager"
    /// The path of the manager object.
    public static let managerPath = "/org/monkeycall/CallManager"

    /// The bus of the daemon.
    public let bus: BusDaemon
    /// The unique name of the daemon's connection, `:1.1`. It is the sender of the daemon's signals.
    public let uniqueName: String
    /// The daemon's process.
    public let process: ChildProcess

    private let program: WorldReadableProgram

    /// Starts the daemon and waits until it owns its name.
    ///
    /// - Parameters:
    ///   - bus: the bus to connect to
    ///   - user: the user of the daemon; on a system bus only ``TestUser/service`` may own the name
    ///   - configuration: its configuration file; nil = an empty one, so that the machine's file has no effect
    ///   - state: the folder that keeps its state for the next daemon; nil = the state ends with the daemon
    ///   - arguments: options besides `--address=`, `--config=` and `--state=`
    ///   - environment: variables in addition to the test's environment
    ///   - controlGroup: the control group that it enters before it starts
    public init(
        on bus: BusDaemon, user: TestUser? = nil, configuration: URL? = nil, state: URL? = nil,
        arguments: [String] = [], environment: [String: String] = [:], controlGroup: ControlGroup? = nil
    ) throws {
        let program = try WorldReadableProgram(Product.path("monkeycalld"), neededBy: user)
        let watcher = try BusClient(address: bus.address)
        let options =
            ["--address=\(bus.address)", "--config=\(configuration?.path ?? "/dev/null")"]
            + (state.map { ["--state=\($0.path)"] } ?? [])
        let process = try ChildProcess(
            [program.path] + options + arguments, environment: environment, user: user,
            controlGroup: controlGroup)
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

    /// The log of the daemon.
    public var log: String { process.text(of: .error) }

    /// A new client connection, see ``BusClient/init(address:uid:controlGroup:)``.
    public func client(uid: UInt32? = nil, controlGroup: ControlGroup? = nil) throws -> BusClient {
        try BusClient(address: bus.address, uid: uid, controlGroup: controlGroup)
    }

    /// Ends the daemon by SIGTERM. Throws if its exit status is not 0.
    public func stop(timeout: Double? = nil) throws {
        process.terminate()
        let status = try process.waitForExit(timeout: timeout)
        guard status == .exited(0) else {
            throw SupportError("monkeycalld ended with \(status), not with exit status 0" + process.report)
        }
    }

    /// Kills the daemon with SIGKILL, like a crash.
    public func kill9() throws { try process.kill9() }

    /// The memory, threads and descriptors that the daemon uses now.
    public func usage() throws -> ProcessUsage { try ProcessUsage(of: process.processID) }
}
