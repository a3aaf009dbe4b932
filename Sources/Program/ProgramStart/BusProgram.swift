// SPDX-License-Identifier: MIT

package import ArgumentParser
import Glibc
import Logging
package import SDBus
import SystemFiles

/// A program that lives on a bus. Its log is standard error: standard output belongs to its user.
package struct BusProgram: Sendable {
    /// For what the administrator or the user should know: notices.
    package let log: Log
    /// For what they should correct.
    package let warnings: Log
    /// For what is private to the user. The log has it only if the program is verbose.
    package let details: Log
    private let logger: Logger

    /// Opens the log of the process, once, before the process opens anything else.
    package init(_ name: String, isVerbose: Bool = false) {
        StandardFiles.open()
        LoggingSystem.bootstrap { _ in StandardErrorLog(logLevel: isVerbose ? .debug : .info) }
        let logger = Logger(label: name)
        self.logger = logger
        (log, warnings, details) = (Log(logger, .notice), Log(logger, .warning), Log(logger, .debug))
    }

    /// Serves until the loop ends, and throws the exit code of the program if it is not 0. If the program cannot run,
    /// the log says why, and the program waits for `pause` seconds if systemd runs it: a unit without a pause would
    /// start it again at once, and again. If `returnsMemory` is false, the program itself gives free memory back.
    package func run(
        returnsMemory: Bool = true, pause: UInt32 = 0, _ serve: (EventLoop) throws(BusError) -> Int32
    ) throws(ExitCode) {
        let code: Int32
        do throws(BusError) {
            let loop = try EventLoop()
            loop.log = warnings
            // One large message must not cost memory until the logout.
            if returnsMemory { try loop.returnMemory() }
            code = try serve(loop)
        } catch {
            Log(logger, .critical)("cannot run", error)
            if pause > 0, getenv("NOTIFY_SOCKET") != nil { sleep(pause) }
            throw .failure
        }
        if code != 0 { throw ExitCode(code) }
    }
}

/// The options of a program that stands between the call service and the programs of the user.
package struct BusAddresses: ParsableArguments {
    @Option(
        help: ArgumentHelp("The bus of the call service: a D-Bus address (default: the system bus).", valueName: "bus"))
    package var address: String?

    @Option(
        help: ArgumentHelp(
            "The bus of the user's programs: a D-Bus address (default: the session bus).", valueName: "bus"))
    package var sessionAddress: String?

    package init() {}

    /// The bus of the call service.
    package var calls: BusAddress { address.map { .address($0) } ?? .system }
    /// The bus of the user's programs.
    package var session: BusAddress { sessionAddress.map { .address($0) } ?? .session }
}

extension EventLoop {
    /// Connects a program to a bus without which it can do nothing. When the bus is lost, the loop ends with the code
    /// of a failure, for which systemd starts a daemon again.
    package func connection(to bus: BusAddress, of program: String) throws(BusError) -> BusConnection {
        let connection = try BusConnection(bus, description: program, loop: self)
        try connection.onDisconnect { self.exit(1) }
        return connection
    }
}

extension Log {
    fileprivate init(_ logger: Logger, _ level: Logger.Level) {
        self.init { message, values in
            logger.log(
                level: level, "\(message)",
                metadata: Logger.Metadata(values.map { ($0.name, Logger.MetadataValue.string($0.value)) }) { $1 })
        }
    }
}

/// One line per entry on standard error, after the priority for journald. The journal adds the time.
struct StandardErrorLog: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let text = values.reduce("<\(Self.priority(event.level))>\(event.message)") { "\($0) \($1.key)=\($1.value)" }
        // One entry is one line, also if a value has line breaks.
        let line = text.map { $0.isNewline ? " " : String($0) }.joined() + "\n"
        line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    }

    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
