// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import Logging
import SDBus
import SessionAgent

/// The agent's composition root: options, log, language, loop, buses, neighbours, in that order.
@main
struct MonkeyCallAgent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall-agent",
        abstract: "Show calls in a login session.",
        discussion: """
            Shows what org.monkeycall.CallManager says of the user's calls: who calls, with buttons to answer and to decline, \
            and what goes on. It is one shell among others: only the last one that was started in the session in front acts.
            """,
        version: "1")

    @Option(help: ArgumentHelp("Where the call service is: system, session, or a D-Bus address.", valueName: "bus"))
    var callBus = "system"

    @Option(
        help: ArgumentHelp("Read these settings (default: ~/.config/monkeycall/agent.conf).", valueName: "file"))
    var settings: String?

    @Option(help: ArgumentHelp("Read translations below this folder.", valueName: "folder"))
    var locale: String?

    @Flag(help: "Print what would be seen and heard, one line for each change, and leave the desktop alone.")
    var describe = false

    func run() throws {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        let log = Logger(label: "monkeycall-agent")
        Catalogue.open(in: locale ?? Self.installedLocale)
        do throws(BusError) {
            try serve { log.notice("\($0)") }
        } catch {
            log.critical("cannot run", metadata: ["error": "\(error.name)", "message": "\(error.message)"])
            throw ExitCode.failure
        }
    }

    private func serve(log: @escaping @Sendable (String) -> Void) throws(BusError) {
        let loop = try EventLoop()
        try loop.exitOnTerminationSignals()
        let calls = try BusConnection(callAddress, description: "monkeycall-agent", loop: loop)
        // Nothing is left to do then; who starts it again is the user's systemd.
        try calls.onDisconnect { loop.exit(1) }
        let service = CallServiceClient(calls, log: log)
        let id = getenv("XDG_SESSION_ID").map { String(cString: $0) }
        let agent = Agent(service, session: id ?? "", log: log)
        let file = (settings ?? SettingsFile.defaultPath).map { SettingsFile($0, loop, log: log) }
        if describe {
            file?.begin { [unowned file] _ in if let file { agent.settings = file.settings } }
            try agent.begin([Description(service, loop, say: Self.say)])
            _ = try loop.run()
            return
        }
        let session = try BusConnection(.session, description: "monkeycall-agent", loop: loop)
        try session.onDisconnect { loop.exit(1) }
        let notifications = CallNotifications(session, service, loop, log: log)
        try notifications.begin()
        let ringer = Ringer(service, session: session, loop, log: log)
        try ringer.begin()
        let players = MediaPlayers(session, Journal("players"), log: log)
        // libpulse would ask the X server for the sound server's address, wait for it, and even have one started.
        unsetenv("DISPLAY")
        let sound = SoundServerConnection(loop, log: log)
        sound.begin()
        // Without a system bus there is no logind to ask.
        let system = try? BusConnection(.system, description: "monkeycall-agent", loop: loop)
        let inhibitor = SleepInhibitor(session: session, system: system, log: log)
        let notice = SettingsNotice(session, log: log)
        file?.begin { [unowned file] fault in
            notice.show(fault)
            if let file { agent.settings = file.settings }
        }
        let lock = LockMonitor(session: session, system: system, id: id)
        try lock.begin { agent.isLocked = $0 }
        let doNotDisturb = DoNotDisturb(session, service, loop, log: log)
        let object = AgentObject(session, doNotDisturb)
        try doNotDisturb.begin { [unowned agent, unowned object] in
            agent.set(["DoNotDisturb": .bool(doNotDisturb.reason != nil)])
            object.update()
        }
        try object.begin()
        let routes = CallRoutes(sound, service, Journal("routes"), log: log)
        routes.begin { [unowned agent] in agent.set($0) }
        let streams = CallStreams(sound, loop, Journal("streams"), log: log) { [unowned agent] in agent.unenforced = $0
        }
        try agent.begin([doNotDisturb, notifications, ringer, players, inhibitor, object, routes, streams])
        loop.notify("READY=1")
        _ = try loop.run()
    }

    /// At once: whoever reads the pipe sees a line when it has happened.
    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    private var callAddress: BusAddress {
        switch callBus {
        case "system": .system
        case "session": .session
        default: .address(callBus)
        }
    }

    /// Beside the programs of the same installation.
    private static var installedLocale: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let program = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let prefix = program.split(separator: "/").dropLast(2).joined(separator: "/")
        return "/" + prefix + "/share/locale"
    }
}
