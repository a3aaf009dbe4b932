// SPDX-License-Identifier: MIT

import ArgumentParser
import CallContract
import SDBus

/// The command line of the service.
@main
struct MonkeyCallDaemon: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycalld",
        abstract: "Run the call registry and the audio arbiter for the calls of all apps.",
        discussion: """
            Owns org.monkeycall.CallManager on the system bus; the bus starts it for the first client. Apps report \
            calls to it and perform the actions that it sends; shells and monkeycall(1) show and control the calls.

            It keeps its state in a folder in memory for the next service: calls go on when it ends by SIGTERM or \
            SIGINT, is killed, or is replaced by an upgrade. It keeps nothing on disk.

            CONFIGURATION

            \(Configuration.defaultPath) need not exist. monkeycalld.conf(5) describes it. A line with a mistake \
            counts as absent, and so does a whole section with a mistake in its first line: the default applies. The \
            log and the D-Bus property ConfigurationProblems show each mistake with its line. monkeycalld --check \
            prints the mistakes; write the file, check it, then run systemctl reload monkeycalld.

            The service reads the file at the start and again on SIGHUP, which systemctl reload sends. Calls go on. \
            New deadlines apply to actions that the service delivers later. A changed [Cellular] section applies to \
            providers that register later: restart the modem service to change its class.

            EXIT STATUS

            0 after SIGTERM or SIGINT; 1 if it cannot start, or if the bus ends or closes the connection, so that systemd \
            starts it again. With --check: 0 if the file has no mistake, 1 if it has one. 64 if the command line is wrong.

            FILES
              \(Configuration.defaultPath)  deadlines and modem services, see monkeycalld.conf(5)

            SEE ALSO
            monkeycall(1), monkeycalld.conf(5), monkeycall-agent(8), monkeycall-bridge(8), monkeycall-directory(8)
            """,
        version: "\(contractVersion)")

    @Flag(help: "Use the session bus.")
    var session = false

    @Option(help: "Use the bus at this D-Bus address.")
    var address: String?

    @Option(
        help: ArgumentHelp(
            "Read this configuration (default: \(Configuration.defaultPath), if it exists).", valueName: "file"))
    var config: String?

    @Flag(help: "Print the mistakes in the configuration, one per line, and exit with 1 if there is one.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "Keep the state in this folder, so that calls survive a restart (default: $RUNTIME_DIRECTORY).",
            valueName: "folder"))
    var state: String?

    @Argument(help: ArgumentHelp("The configuration to check, with --check.", valueName: "file"))
    var file: String?

    @Flag(help: "Also log data that is private to the user, such as refused calls.")
    var debug = false

    func validate() throws {
        if session, address != nil { throw ValidationError("Give either --session or --address, not both.") }
        if file != nil, !check { throw ValidationError("Only --check accepts a file without an option; use --config.") }
        if file != nil, config != nil { throw ValidationError("Give the file once: --check FILE, or --config FILE.") }
    }

    /// systemd and the bus start the service without options. Then this skips the parser, which takes half of the
    /// instructions of such a start.
    static func main() {
        guard CommandLine.arguments.count == 1 else { return main(nil) }
        do throws(ExitCode) { try Daemon().run() } catch { exit(withError: error) }
    }

    func run() throws {
        if check { return try printProblems() }
        var daemon = Daemon(busAddress: busAddress, configurationFile: config, isVerbose: debug)
        if let state { daemon.stateFolder = state }
        try daemon.run()
    }

    private var busAddress: BusAddress {
        if let address { return .address(address) }
        return session ? .session : .system
    }

    private func printProblems() throws(ExitCode) {
        let problems = Configuration(path: file ?? config).problems
        for problem in problems { print(problem) }
        if !problems.isEmpty { throw .failure }
    }
}
