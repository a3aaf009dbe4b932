// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import CallStories
import SDBus

struct Recents: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the calls that have ended, the most recent one first.",
        discussion: """
            One line for each call: id, direction, app, the other side, when it began, how long it lasted, and how it \
            ended; "new" marks a missed call that you have not seen. Use why to see what happened to a call.

            With words it shows the calls that have each word in the name or the number. The history is that of \
            monkeycall-directory. Without it, or while its database cannot be used, the service lists the last \
            hundred calls that ended, and no option can be used except for --limit.

            With --json an array of objects, with the keys of List or, with --by-caller, of Recents of \
            org.monkeycall.Directory.History; without monkeycall-directory with those of ListEndedCalls of \
            org.monkeycall.CallManager.

            EXAMPLES
              monkeycall recents ada
              monkeycall recents --by-caller --limit 10
              monkeycall recents --export calls.csv
              monkeycall recents --keep 90d
              monkeycall recents --json | jq -r '.[] | select(.EndedReason == "unanswered").RemoteHandle[1]'
            """)

    @Argument(help: "Words of a name, or a number.", completion: .contacts)
    var words: [String] = []
    @Flag(help: "Show only missed calls; with --clear remove only these.")
    var missed = false
    @Flag(help: "Show one line for each caller, with its newest call and the number of calls.")
    var byCaller = false
    @Option(help: ArgumentHelp("Show at most so many lines.", valueName: "number"))
    var limit = 100
    @Option(
        help: ArgumentHelp("Remove this call, by the first characters of its id; may be repeated.", valueName: "call"))
    var remove: [IDPrefix] = []
    @Flag(help: "Remove all calls.")
    var clear = false
    @Option(
        help: ArgumentHelp(
            "Write all calls into this file: a table if its name ends with .csv, or else JSON. - is standard output.",
            valueName: "file"),
        completion: .file())
    var export: String?
    @Option(help: ArgumentHelp("Remove calls after so many days, such as 90d; forever keeps them.", valueName: "days"))
    var keep: RetentionTime?
    @OptionGroup var options: ControlOptions

    /// How many things the command line asks for, of which it can have one.
    private var tasks: Int {
        [!words.isEmpty, byCaller, !remove.isEmpty, clear, export != nil, keep != nil].count { $0 }
    }

    func validate() throws {
        guard tasks <= 1, !missed || tasks == 0 || clear else {
            throw ValidationError(
                "Give only one of words, --by-caller, --remove, --clear, --export and --keep; --missed alone or with --clear"
            )
        }
        guard limit > 0 else { throw ValidationError("--limit must be at least 1") }
        guard tasks == 0 && !missed || options.isOwn else {
            throw ValidationError("The history of another user cannot be read; leave out --user, or all other options")
        }
    }

    func perform() throws(Failure) {
        let isPlain = tasks == 0 && !missed
        if !isPlain { return try perform(DirectoryLink(bus)) }
        guard options.isOwn, let directory = try? DirectoryLink(bus), directory.isRunning else {
            return try showServiceCalls()
        }
        let history: [[String: Variant]]
        do throws(Failure) { history = try directory.history(limit: limit) } catch {
            guard error.isDatabase else { throw error }
            let note = error.message + " The service remembers these calls:"
            Output.errorLine(Failure(error.status, error.name, note).line(json: bus.json))
            return try showServiceCalls()
        }
        show(history, none: "No calls.")
    }

    private func perform(_ directory: DirectoryLink) throws(Failure) {
        if let keep { return try self.keep(for: keep, directory) }
        if let export { return try self.export(to: export, directory) }
        if clear { return try clear(directory) }
        if !remove.isEmpty { return try remove(directory) }
        if byCaller { return try showCallers(directory) }
        let calls =
            try words.isEmpty
            ? directory.history([String: Variant]([.missed: .bool(true)]), limit: limit)
            : directory.pages(.searchHistory, words.joined(separator: " "), [String: Variant](), limit: limit)
        show(calls, none: "No calls.")
    }

    // MARK: Lists

    private func showServiceCalls() throws(Failure) {
        let service = try options.connect()
        let ended = Array(try service.endedCalls().reversed().prefix(limit))
        if bus.json { return Output.line(JSON.array(ended.map { JSON($0) }).text) }
        guard !ended.isEmpty else { return Output.line("No calls have ended.") }
        // As short as `why` accepts an id; `why` also knows the present calls.
        let registry = try service.registry().adding(ended)
        var table = EndedCallTable()
        for call in ended.map({ CallRecord(ended: $0) }) {
            let end = call.filteredBy.isEmpty ? call.endedReason.text : "\(call.endedReason) by \(call.filteredBy)"
            table.add(call, id: registry.shortID(call.uuid), end: end)
        }
        table.show()
    }

    private func showCallers(_ directory: DirectoryLink) throws(Failure) {
        show(
            try directory.pages(.listRecents, [String: Variant](), limit: limit), as: \.self, none: "No calls.",
            ["CALLS", "NEW", "WITH", "APP", "WAY", "WHEN", "ENDED"], colours: [5: .dim]
        ) { caller in
            let call = caller.historyCall
            let new = caller[.unreadMissed]?.uint32 ?? 0
            return [
                Cell("\(caller[.calls]?.uint32 ?? 1)"), Cell(new == 0 ? "" : "\(new)"), Cell(call),
                Cell(call.providerName), Cell(call.isOutgoing ? "outgoing" : "incoming"),
                Cell(Clock.shortMoment(call.startedAt)), Cell(caller.text(.outcome)),
            ]
        }
    }

    // MARK: Changes

    private func remove(_ directory: DirectoryLink) throws(Failure) {
        let entries = try directory.history(limit: .max)
        let ids = entries.map { $0.historyCall.uuid }
        var chosen: [[String: Variant]] = []
        for prefix in remove {
            let fitting = entries.filter { prefix.fits($0.historyCall.uuid) }
            guard fitting.count < 2 else {
                throw .ambiguousCall(
                    "\(fitting.count) calls have an id that begins with \(prefix.digits)", fitting.map(\.historyCall),
                    lines: fitting.map {
                        "\($0.historyCall.uuid.shortID(among: ids))  \($0.historyCall.party)".printable
                    })
            }
            guard let entry = fitting.first else {
                throw Failure(
                    .refused, "UnknownCall",
                    "No call has an id that begins with \(prefix.digits); recents shows the calls")
            }
            chosen.append(entry)
        }
        try directory.call(.removeFromHistory, chosen.map(\.entry))
        if bus.json {
            return Output.line(JSON.object([("Removed", .strings(chosen.map { $0.historyCall.uuid }))]).text)
        }
        for call in chosen.map(\.historyCall) {
            let words = [call.uuid.shortID(among: ids), "removed", call.party].filter { !$0.isEmpty }
            Output.line(words.joined(separator: "  ").printable)
        }
    }

    private func clear(_ directory: DirectoryLink) throws(Failure) {
        let filter = missed ? [String: Variant]([.missed: .bool(true)]) : [:]
        try directory.call(.clearHistory, filter)
        say(
            missed ? "All missed calls are removed." : "All calls are removed.",
            json: ("Cleared", .string(missed ? "missed" : "all")))
    }

    /// The file is opened here, so the directory can write only what this user may write.
    private func export(to path: String, _ directory: DirectoryLink) throws(Failure) {
        // A file that exists is not emptied if no directory answers.
        _ = try directory.properties(of: DirectoryName.history)
        let file = try ListFile(writing: path)
        let format = path.lowercased().hasSuffix(".csv") ? "csv" : "json"
        try directory.call(.exportHistory, format, file.file, timeout: .max)
        try file.finish()
        if path != "-" { say("All calls are in \(path).", json: ("Exported", .string(path))) }
    }

    private func keep(for time: RetentionTime, _ directory: DirectoryLink) throws(Failure) {
        try directory.call(.setRetentionDays, time.days)
        say(
            time.days == 0 ? "Calls are kept for ever." : "Calls are kept for \(time.days) days.",
            json: (Key.retentionDays.rawValue, .unsigned(UInt64(time.days))))
    }
}

/// The argument of `recents --keep`.
struct RetentionTime: ExpressibleByArgument {
    /// 0 = for ever.
    let days: UInt32

    init?(argument: String) {
        if argument == "forever" {
            days = 0
            return
        }
        let digits = argument.hasSuffix("d") ? argument.dropLast() : argument[...]
        guard let days = UInt32(digits), (1...36_500).contains(days) else { return nil }
        self.days = days
    }
}
