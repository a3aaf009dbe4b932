// SPDX-License-Identifier: MIT

import ArgumentParser
import CallCore
import CallService
import ConfigurationText
import DaemonConfiguration
import Glibc
import Logging
import SDBus

/// The daemon's composition root: options, log, configuration, loop, bus, service, in that order.
@main
struct MonkeyCallDaemon: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycalld",
        abstract: "One registry and one audio arbiter for the calls of every app.",
        discussion: """
            Owns org.monkeycall.CallManager on the system bus, where the bus starts it when somebody asks for it. Apps report \
            calls to it and take the user's actions from it; shells and monkeycall(1) show and control them. It keeps nothing \
            on disk. When it ends, or is told to by SIGTERM or SIGINT, every provider gets ProviderDidReset.

            CONFIGURATION

            \(ConfigurationFile.defaultPath), which need not exist, is read once, at the start. monkeycalld.conf(5) describes \
            it. What is wrong in it keeps the service from starting; the log says where.

            A change takes effect when the service is started anew: systemctl restart monkeycalld. Calls do not survive that, \
            because every provider gets ProviderDidReset, so do it when nobody talks.

            EXIT STATUS

            0 when it was told to end or the bus has gone; 1 when it could not start; 78 when its configuration is wrong.

            FILES
              \(ConfigurationFile.defaultPath)  deadlines and modem services, see monkeycalld.conf(5)

            SEE ALSO
            monkeycall(1), monkeycalld.conf(5), monkeycall-agent(8)
            """,
        version: "2")

    @Flag(help: "Use the session bus.")
    var session = false

    @Option(help: "Use the bus at this D-Bus address.")
    var address: String?

    @Option(
        help: ArgumentHelp(
            "Read this configuration (default: \(ConfigurationFile.defaultPath), if it is there).", valueName: "file"))
    var config: String?

    @Flag(help: "Also log what is private to the user, such as refused requests.")
    var debug = false

    func validate() throws {
        if session, address != nil { throw ValidationError("--session and --address exclude each other.") }
    }

    func run() throws {
        let isVerbose = debug
        LoggingSystem.bootstrap { _ in StandardErrorLog(level: isVerbose ? .debug : .info) }
        let log = Logger(label: "monkeycalld")
        let policy = try readPolicy(log)
        do {
            try serve(policy, log)
        } catch {
            log.critical("cannot run", metadata: ["error": "\(error.name)", "message": "\(error.message)"])
            throw ExitCode.failure
        }
    }

    private func readPolicy(_ log: Logger) throws(ExitCode) -> Policy {
        do throws(UnusableConfiguration) {
            let path = config ?? ConfigurationFile.defaultPath
            let file = try ConfigurationFile(path: config)
            for warning in file.warnings {
                log.warning(
                    "odd configuration", metadata: ["at": "\(path):\(warning.line)", "message": "\(warning.message)"])
            }
            return file.policy
        } catch {
            log.critical("wrong configuration", metadata: ["at": "\(error.place)", "message": "\(error.message)"])
            // EX_CONFIG of sysexits.h, by which the unit knows that another try is in vain.
            throw ExitCode(78)
        }
    }

    private func serve(_ policy: Policy, _ log: Logger) throws(BusError) {
        let loop = try EventLoop()
        let bus = try BusConnection(busAddress, description: "monkeycalld", loop: loop)
        let clock = ServiceClock(now: realtime) { (time, body) throws(BusError) in try loop.timer(after: time, body) }
        let service = CallService(
            bus: bus, loop: loop, policy: policy, clock: clock, seed: { UInt64.random(in: .min ... .max) },
            log: { log.note($0) })
        try service.export()
        for signal in [SIGTERM, SIGINT] {
            try loop.onSignal(signal) {
                service.reset()
                loop.exit()
            }
        }
        try bus.onDisconnect {
            log.notice("the bus has gone")
            loop.exit()
        }
        try bus.requestName(CallService.busName)
        try loop.enableWatchdog()
        loop.notify("READY=1")
        _ = try loop.run()
        loop.notify("STOPPING=1")
        bus.close()
    }

    private var busAddress: BusAddress {
        if let address { return .address(address) }
        return session ? .session : .system
    }
}

/// Microseconds since the Unix epoch.
private func realtime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
}

extension Logger {
    /// One constant message per kind of event; values are metadata, and nothing about a call is above debug.
    fileprivate func note(_ event: ServiceEvent) {
        switch event {
        case .refused(let error, let client): debug("refused", metadata: ["error": "\(error)", "client": "\(client)"])
        case .unsent(let message): warning("a signal could not be sent", metadata: ["error": "\(message)"])
        }
    }
}
