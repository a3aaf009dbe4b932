// SPDX-License-Identifier: MIT

import ArgumentParser
import CallCore
import CallService
import ConfigurationText
import Glibc
import ProgramStart
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

    /// Returns after SIGTERM or SIGINT. Throws a failure if the service cannot run or the bus ends, after the log has
    /// the reason.
    func run() throws(ExitCode) {
        let program = BusProgram("monkeycalld", isVerbose: isVerbose)
        let configuration = readConfiguration(program)
        // The connection itself gives memory back after a flood of calls.
        try program.run(returnsMemory: false, pause: 1) { (loop) throws(BusError) in
            try serve(loop, configuration, program)
        }
    }

    private func readConfiguration(_ program: BusProgram) -> Configuration {
        let configuration = Configuration(path: configurationFile)
        for problem in configuration.problems {
            program.warnings("wrong configuration", ["at": problem.place, "message": problem.message])
        }
        return configuration
    }

    /// The exit status.
    private func serve(
        _ loop: EventLoop, _ configuration: Configuration, _ program: BusProgram
    ) throws(BusError) -> Int32 {
        let bus = try BusConnection(busAddress, description: "monkeycalld", loop: loop)
        let questions = try BusConnection(busAddress, description: "monkeycalld-questions", loop: loop)
        let clock = ServiceClock(
            now: { SystemClock.realtime }, uptime: { SystemClock.boottime },
            elapsed: { SystemClock.monotonic },
            timer: { loop.timer(after: $0, $1) })
        let service = CallService(
            bus: bus, loop: loop, policy: configuration.policy, problems: configuration.problems.map(\.description),
            clock: clock, seed: { UInt64.random(in: .min ... .max) }, log: { program.note($0) })
        try service.export()
        bus.askAboutPeers(over: questions)
        if let stateFolder { try service.keepState(in: stateFolder) }
        for signal in [SIGTERM, SIGINT] {
            try loop.onSignal(signal) { loop.exit() }
        }
        try loop.onSignal(SIGHUP) {
            let configuration = readConfiguration(program)
            service.configure(configuration.policy, problems: configuration.problems.map(\.description))
            program.log("the configuration was read again")
        }
        // Each of the two may notice first.
        for connection in [bus, questions] {
            try connection.onDisconnect {
                program.log("the bus has gone")
                // A failure, so that systemd starts the service again. A bus cuts off a service that sends too much.
                loop.exit(1)
            }
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

extension BusProgram {
    /// Writes one constant message per kind of event. The words of clients are only among the details.
    fileprivate func note(_ event: ServiceEvent) {
        switch event {
        case .refused(let error, let member, let client):
            details("refused", error, ["client": client, "member": member])
        case .unsent(let message): warnings("a signal could not be sent", ["error": message])
        case .state(let message): warnings("the state", ["message": message])
        }
    }
}

/// The policy of a configuration file. The service can always run with it: a value with a mistake has its default.
struct Configuration {
    /// The file without a `--config` option. It need not exist.
    static let defaultPath = "/etc/monkeycall/monkeycalld.conf"

    let policy: Policy
    /// In order of the lines.
    let problems: [Problem]

    /// A mistake in the file.
    struct Problem: CustomStringConvertible {
        /// `FILE` or `FILE:LINE`.
        let place: String
        let message: String

        var description: String { "\(place): \(message)" }
    }

    /// Reads the named file, or the default one.
    init(path: String?) {
        let file = path ?? Self.defaultPath
        let account: (String) -> UInt32? = { getpwnam($0)?.pointee.pw_uid }
        var policy = Policy()
        do throws(UnreadableFile) {
            let contents = ConfigurationFile(try Self.text(of: file, mayBeMissing: path == nil), account: account)
            policy = contents.policy
            problems = contents.problems.map { Problem(place: "\(file):\($0.line)", message: $0.message) }
        } catch {
            let hint = if case .failed = error { " It must exist with mode 0644." } else { "" }
            problems = [Problem(place: file, message: error.message + hint)]
        }
        policy.admitBridge(account: account)
        self.policy = policy
    }

    private static func text(of file: String, mayBeMissing: Bool) throws(UnreadableFile) -> String {
        if let text = try TextFile.read(file) { return text }
        guard mayBeMissing else { throw .failed(ENOENT) }
        return ""
    }
}
