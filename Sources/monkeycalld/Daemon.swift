// SPDX-License-Identifier: MIT

import ArgumentParser
import CallCore
import CallService
import Glibc
import Logging
import SDBus

/// The daemon's composition root: log, configuration, loop, bus, service, in this order.
struct Daemon {
    var busAddress = BusAddress.system
    /// Nil = the default file, which need not exist.
    var configurationFile: String?
    /// The folder that keeps the state for the next service; nil = the state is not kept.
    var stateFolder = ProcessEnvironment.runtimeFolder
    /// Whether the log has data that is private to the user.
    var isVerbose = false

    /// Returns after SIGTERM or SIGINT. Throws a failure if the service cannot run or the bus ends, after the log has the reason.
    func run() throws(ExitCode) {
        LoggingSystem.bootstrap { [isVerbose] _ in StandardErrorLog(level: isVerbose ? .debug : .info) }
        let log = Logger(label: "monkeycalld")
        let status: Int32
        do {
            status = try serve(log)
        } catch {
            log.critical("cannot run", metadata: ["error": "\(error.name)", "message": "\(error.message)"])
            // systemd starts the service again at once, and again.
            if getenv("NOTIFY_SOCKET") != nil { sleep(1) }
            throw .failure
        }
        guard status == 0 else { throw ExitCode(status) }
    }

    private func readConfiguration(_ log: Logger) -> Configuration {
        let configuration = Configuration(path: configurationFile)
        for problem in configuration.problems {
            log.warning("wrong configuration", metadata: ["at": "\(problem.place)", "message": "\(problem.message)"])
        }
        return configuration
    }

    /// The exit status.
    private func serve(_ log: Logger) throws(BusError) -> Int32 {
        let configuration = readConfiguration(log)
        let loop = try EventLoop()
        let bus = try BusConnection(busAddress, description: "monkeycalld", loop: loop)
        let clock = ServiceClock(
            now: { SystemClock.realtime }, uptime: { SystemClock.boottime },
            elapsed: { SystemClock.monotonic },
            timer: { (time, body) throws(BusError) in try loop.timer(after: time, body) })
        let service = CallService(
            bus: bus, loop: loop, policy: configuration.policy, problems: configuration.problems.map(\.description),
            clock: clock, seed: { UInt64.random(in: .min ... .max) }, log: { log.note($0) })
        try service.export()
        if let stateFolder { try service.keepState(in: stateFolder) }
        for signal in [SIGTERM, SIGINT] {
            try loop.onSignal(signal) { loop.exit() }
        }
        try loop.onSignal(SIGHUP) {
            let configuration = readConfiguration(log)
            service.configure(configuration.policy, problems: configuration.problems.map(\.description))
            log.notice("the configuration was read again")
        }
        try bus.onDisconnect {
            log.notice("the bus has gone")
            // A failure, so that systemd starts the service again. A bus also cuts off a service that sends too much.
            loop.exit(1)
        }
        let dateWatch = try loop.watchDate { service.dateWasSet() }
        defer { withExtendedLifetime(dateWatch) {} }
        try bus.requestName(CallService.busName)
        try service.resume()
        try loop.enableWatchdog()
        loop.notify("READY=1")
        let status = try loop.run()
        loop.notify("STOPPING=1")
        bus.close()
        return status
    }
}

/// The environment that systemd gives the service.
enum ProcessEnvironment {
    /// The folder of `RuntimeDirectory=`.
    static var runtimeFolder: String? {
        guard let folders = getenv("RUNTIME_DIRECTORY") else { return nil }
        return String(cString: folders).split(separator: ":").first.map(String.init)
    }
}

extension Logger {
    /// Writes one constant message per kind of event; values are metadata. The words of clients are logged only at debug.
    fileprivate func note(_ event: ServiceEvent) {
        switch event {
        case .refused(let error, let member, let client):
            let values = ["client": client, "error": error.name, "member": member, "message": error.message]
            debug("refused", metadata: values.mapValues { "\($0)" })
        case .unsent(let message): warning("a signal could not be sent", metadata: ["error": "\(message)"])
        case .state(let message): warning("the state", metadata: ["message": "\(message)"])
        }
    }
}
