// SPDX-License-Identifier: MIT

internal import CDBus
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

extension BusDaemon {
    package static var canRunBroker: Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return Privilege.isRoot && folders.contains { access($0 + "/dbus-broker-launch", X_OK) == 0 }
    }

    /// dbus-broker with the policy of a stock system bus. It activates no services, because that needs systemd.
    ///
    /// dbus-broker-launch expects four things of systemd, which this function provides: its listening socket, a journal
    /// socket for its log, a system bus, which is the broker itself, and the id of the machine, which a new root folder
    /// does not have.
    public static func broker(policyFiles: [URL], controlGroup: ControlGroup? = nil) throws -> BusDaemon {
        try Privilege.requireRoot()
        let directory = try TemporaryDirectory()
        let socket = directory.url.appendingPathComponent("bus")
        let configuration = BusConfiguration(
            kind: .system, socket: socket, policyFiles: policyFiles, serviceDirectories: [])
        let file = try directory.write(configuration.xml, to: "bus.conf")
        let address = "unix:path=\(socket.path)"
        let journal = try Journal(at: directory.url.appendingPathComponent("journal"))
        let machine = try directory.write(String(repeating: "b", count: 32) + "\n", to: "machine-id")
        let process = try ChildProcess(
            [
                "unshare", "--mount", "--propagation=private", "sh", "-ec", script, "sh", journal.path, file.path,
                machine.path,
            ],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": address, "LISTEN_FDS": "1"], controlGroup: controlGroup,
            passing: [try UnixAddress(address).listen()])
        let bus = BusDaemon(address: address, directory: directory, process: process, journal: journal)
        do {
            _ = try BusClient(address: address)
        } catch {
            throw SupportError("dbus-broker does not answer: \(error)" + process.report + "\njournal: " + bus.log)
        }
        return bus
    }

    /// Only the process's mount namespace hides `/run` and the id. An empty file is an id that is not known. The shell
    /// becomes the launcher, which keeps its `LISTEN_PID`.
    private static let script = """
        mount -t tmpfs bus-testing /run
        mkdir -p /run/systemd/journal
        touch /run/systemd/journal/socket
        mount --bind "$1" /run/systemd/journal/socket
        [ -e /etc/machine-id ] || : >/etc/machine-id
        mount --bind "$3" /etc/machine-id
        export LISTEN_PID=$$
        exec dbus-broker-launch --scope system --config-file="$2"
        """
}

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

/// The configuration file of a private bus.
struct BusConfiguration {
    /// The two types of a bus. Each has the policy of a stock machine, and both have the limits of a stock system bus.
    enum Kind: String {
        case session
        case system
    }

    let kind: Kind
    let socket: URL
    let policyFiles: [URL]
    let serviceDirectories: [URL]
    /// Whether it has the high limits of a session bus.
    var allowsFloods = false

    /// The text of the file.
    var xml: String {
        let lines =
            [
                #"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN""#,
                #" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">"#,
                "<busconfig>",
                "<type>\(kind.rawValue)</type>",
                "<auth>EXTERNAL</auth>",
                "<listen>unix:path=\(socket.path)</listen>",
            ]
            + serviceDirectories.map { "<servicedir>\($0.path)</servicedir>" }
            + [kind == .system ? Self.systemPolicy : Self.sessionPolicy]
            + (allowsFloods ? [Self.sessionLimits] : []) + policyFiles.map { "<include>\($0.path)</include>" }
            + ["</busconfig>", ""]
        return lines.joined(separator: "\n")
    }

    /// Debian's system.conf: it denies all names, and all method calls except those to the bus, and raises no limit.
    /// Tests first reach dbus-daemon's limits of 256 connections of a user, 512 matches and 128 unanswered calls of a
    /// connection.
    private static let systemPolicy = """
        <policy context="default">
          <allow user="*"/>
          <deny own="*"/>
          <deny send_type="method_call"/>
          <allow send_type="signal"/>
          <allow send_requested_reply="true" send_type="method_return"/>
          <allow send_requested_reply="true" send_type="error"/>
          <allow receive_type="method_call"/>
          <allow receive_type="method_return"/>
          <allow receive_type="error"/>
          <allow receive_type="signal"/>
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Introspectable"/>
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Properties"/>
          <deny send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"
                send_member="UpdateActivationEnvironment"/>
          <deny send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Debug.Stats"/>
          <deny send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.systemd1.Activator"/>
        </policy>
        <policy user="root">
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Monitoring"/>
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Debug.Stats"/>
        </policy>
        """

    /// The policy of Debian's session.conf, with the limits of a system bus: a program must not need the high limits of
    /// a session bus. Other users may connect too, for the tests of identity.
    private static let sessionPolicy = """
        <policy context="default">
          <allow user="*"/>
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
        """

    /// Those of Debian's session.conf.
    private static let sessionLimits = """
        <limit name="max_incoming_bytes">1000000000</limit>
        <limit name="max_outgoing_bytes">1000000000</limit>
        <limit name="max_message_size">1000000000</limit>
        <limit name="max_completed_connections">100000</limit>
        <limit name="max_incomplete_connections">10000</limit>
        <limit name="max_connections_per_user">100000</limit>
        <limit name="max_names_per_connection">50000</limit>
        <limit name="max_match_rules_per_connection">50000</limit>
        <limit name="max_replies_per_connection">50000</limit>
        """
}

/// Stands in for systemd's journal: a datagram socket whose messages are kept as text.
final class Journal: Sendable {
    /// The socket's path.
    let path: String

    private let socket: Descriptor
    private let collector: LineCollector

    /// Binds the socket and begins to read.
    init(at url: URL) throws {
        path = url.path
        socket = try UnixAddress("unix:path=\(path)").bind(type: SOCK_DGRAM)
        collector = LineCollector(reading: socket)
    }

    deinit {
        // Ends the reader, which waits in `read`.
        shutdown(socket.number, Int32(SHUT_RDWR))
    }

    /// All messages so far, as the journal's lines of the form `FIELD=value`.
    var text: String { collector.text }
}
