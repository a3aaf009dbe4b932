// SPDX-License-Identifier: MIT

import AgentSettings
import ArgumentParser
import CallContract
import ConfigurationText
import Glibc
import ProgramStart
import SDBus
import SessionAgent

/// The agent's composition root: options, log, language, loop, buses, neighbours, in this order.
@main
struct MonkeyCallAgent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall-agent",
        abstract: "Show calls in a login session.",
        discussion: """
            Shows the user's calls from org.monkeycall.CallManager on the desktop: incoming calls with buttons to \
            answer and to decline, and the present calls. It is one shell among others: only the last one that was \
            started in the session in front acts.

            SETTINGS

            ~/.config/monkeycall/agent.conf need not exist. The agent reads it when it starts and after every change, \
            also during calls. monkeycall-agent.conf(5) describes it. If it has a mistake, a notification and the log \
            show the mistake with its line, and the previous settings still apply.

            ENVIRONMENT
              XDG_CONFIG_HOME  the folder of monkeycall/agent.conf; by default ~/.config
              XDG_SESSION_ID  the login session in which the agent shows calls

            FILES
              ~/.config/monkeycall/agent.conf  the user's settings, see monkeycall-agent.conf(5)
              ~/.config/monkeycall/hooks  the user's programs that run when calls change, with Hooks=yes
              ~/.local/state/monkeycall/do-not-disturb  the switch of monkeycall dnd
              ~/.local/state/monkeycall/microphone  the microphones that the agent muted and will unmute

            SEE ALSO
            monkeycall(1), monkeycall-agent.conf(5), monkeycalld(8)
            """,
        version: "\(contractVersion)")

    @Option(help: ArgumentHelp("The bus of the call service: system, session, or a D-Bus address.", valueName: "bus"))
    var callBus = "system"

    @Option(
        help: ArgumentHelp("Read these settings (default: ~/.config/monkeycall/agent.conf).", valueName: "file"))
    var settings: String?

    @Option(help: ArgumentHelp("Read translations from this folder.", valueName: "folder"))
    var locale: String?

    @Flag(help: "Print what the user would see and hear, one line for each change, and leave the desktop alone.")
    var describe = false

    static func main() {
        // The process for sounds is this program too, without a bus.
        SoundProcess.run(CommandLine.arguments)
        main(nil)
    }

    func run() throws {
        let program = BusProgram("monkeycall-agent")
        Catalogue.open(in: locale ?? Catalogue.installedFolder)
        try program.run { (loop) throws(BusError) in try serve(loop, log: program.log) }
    }

    /// Returns the exit code.
    private func serve(_ loop: EventLoop, log: Log) throws(BusError) -> Int32 {
        try loop.exitOnTerminationSignals()
        let calls = try loop.connection(to: BusAddress(option: callBus), of: "monkeycall-agent")
        let service = CallServiceClient(calls, log: log)
        let login = getenv("XDG_SESSION_ID").map { String(cString: $0) }
        let agent = Agent(service, session: login ?? "", log: log)
        let file = (settings ?? UserSettings.path).map { SettingsFile($0, loop, log: log) }
        if describe {
            file?.begin { [unowned file] _ in if let file { agent.settings = file.settings } }
            try agent.begin([Description(service, loop, say: Self.say)])
            return try loop.run()
        }
        let desktop = try Desktop(agent, service, loop, login: login, log: log)
        try desktop.begin(file)
        loop.notify("READY=1")
        return try loop.run()
    }

    /// Flushes at once, so that the reader of a pipe sees a line at its time.
    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
