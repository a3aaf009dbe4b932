// SPDX-License-Identifier: MIT

internal import CDBus
public import Foundation

extension BusDaemon {
    package static var canRunBroker: Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return Privilege.isRoot && folders.contains { access($0 + "/dbus-broker-launch", X_OK) == 0 }
    }

    /// dbus-broker with the policy of a stock system bus. It activates no services, because that needs systemd.
    ///
    /// dbus-broker-launch expects three things of systemd, which this function provides: its listening socket, a
    /// journal socket for its log, and a system bus, which is the broker itself.
    public static func broker(policyFiles: [URL], controlGroup: ControlGroup? = nil) throws -> BusDaemon {
        try Privilege.requireRoot()
        let directory = try TemporaryDirectory()
        let socket = directory.url.appendingPathComponent("bus")
        let configuration = BusConfiguration(
            kind: .system, socket: socket, policyFiles: policyFiles, serviceDirectories: [])
        let file = try directory.write(configuration.xml, to: "bus.conf")
        let address = "unix:path=\(socket.path)"
        let journal = try Journal(at: directory.url.appendingPathComponent("journal"))
        let process = try ChildProcess(
            ["unshare", "--mount", "--propagation=private", "sh", "-ec", script, "sh", journal.path, file.path],
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

    /// Only the process's mount namespace hides `/run`. The shell becomes the launcher, which keeps its `LISTEN_PID`.
    private static let script = """
        mount -t tmpfs bus-testing /run
        mkdir -p /run/systemd/journal
        touch /run/systemd/journal/socket
        mount --bind "$1" /run/systemd/journal/socket
        export LISTEN_PID=$$
        exec dbus-broker-launch --scope system --config-file="$2"
        """
}
