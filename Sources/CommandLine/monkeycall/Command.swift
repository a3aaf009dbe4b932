// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import Glibc
import SDBus

/// A subcommand. Its errors have one form and one set of exit statuses.
protocol Command: ParsableCommand {
    var bus: BusOptions { get }
    func perform() throws(Failure)
}

extension Command {
    func run() throws {
        do throws(Failure) {
            try perform()
        } catch {
            Output.errorLine(error.line(json: bus.json))
            throw ExitCode(error.status.rawValue)
        }
    }

    /// Prints a line for people, or with --json an object with these members.
    func say(_ line: String, json members: (key: String, value: JSON)...) {
        Output.line(bus.json ? JSON.object(members).text : line.printable)
    }

    /// Prints a table with a row for each item, or `none` if there are no items; with --json an array of objects with
    /// the properties of the items.
    func show<Item>(
        _ items: [Item], as properties: (Item) -> [String: Variant], none: String? = nil, _ header: [String],
        colours: [Int: Palette.Colour] = [:], row: (Item) -> [Cell]
    ) {
        if bus.json { return Output.line(JSON.array(items.map { JSON(properties($0)) }).text) }
        if items.isEmpty, let none { return Output.line(none) }
        var table = Table(header)
        for item in items { table.add(row(item)) }
        table.show(colours)
    }
}

/// The options of every command.
struct BusOptions: ParsableArguments {
    @Flag(help: "Look for the service on the session bus instead of the system bus.")
    var session = false

    @Option(help: ArgumentHelp("Look for the service on this bus.", valueName: "address"))
    var address: String?

    @Flag(help: "Print JSON, also for errors: one object per line, with the names of the D-Bus interfaces.")
    var json = false

    var bus: BusAddress { address.map { .address($0) } ?? (session ? .session : .system) }

    /// The bus of the user's programs.
    var sessionBus: BusAddress { address.map { .address($0) } ?? .session }

    func validate() throws {
        if session, address != nil { throw ValidationError("Give either --session or --address, not both") }
    }
}

/// The options of every command that reads or controls calls.
struct ControlOptions: ParsableArguments {
    @OptionGroup var bus: BusOptions

    @Option(
        help: ArgumentHelp("Use the calls of another user, by name or uid; for root only.", valueName: "user"),
        transform: { try Account($0) })
    var user: Account?

    /// Whether the calls are those of the calling user.
    var isOwn: Bool { user.map { $0.uid == getuid() } ?? true }

    func connect() throws(Failure) -> Service { try Service(bus.bus, user: isOwn ? nil : user) }
}

/// A subcommand that reads or controls calls.
protocol ControlCommand: Command {
    var options: ControlOptions { get }
}

extension ControlCommand {
    var bus: BusOptions { options.bus }
}

/// The options of every command that requests an action.
struct ActionOptions: ParsableArguments {
    @OptionGroup var control: ControlOptions

    @Flag(help: "Return when the service has accepted the action; do not wait until the app has performed it.")
    var noWait = false
}

/// A subcommand that requests one action on one call and prints the result.
protocol ActionCommand: Command {
    var options: ActionOptions { get }
}

extension ActionCommand {
    var bus: BusOptions { options.control.bus }

    /// Requests the actions together, and prints one line for each when the apps have performed them: the call, `done`,
    /// and the other side.
    func perform(
        _ actions: [ActionRequest], on service: Service, endsOthers: Bool = true, done: String,
        name: (ActionRequest) -> (shortID: String, party: String)
    ) throws(Failure) {
        let transaction = try service.perform(actions, endsOthers: endsOthers, waiting: !options.noWait)
        for action in actions {
            let (shortID, party) = name(action)
            let words = [shortID, options.noWait ? "\(action.word) accepted" : done, party]
            say(
                words.filter { !$0.isEmpty }.joined(separator: "  "),
                json: ("Action", .string(action.word)), ("Call", .string(action.call)),
                ("Transaction", .string(transaction)), ("Completed", .bool(!options.noWait)))
        }
    }

    /// The same for calls of the registry.
    func perform(
        _ actions: [ActionRequest], on service: Service, _ registry: Registry, endsOthers: Bool = true, done: String
    ) throws(Failure) {
        try perform(actions, on: service, endsOthers: endsOthers, done: done) { action in
            (registry.shortID(action.call), registry.call(action.call)?.party ?? "")
        }
    }
}

/// A command that finds its call by itself if only one fits, or only the members of one conference.
protocol CallCommand: ActionCommand {
    var call: IDPrefix? { get }
    /// As in "calls that can be answered".
    var participle: String { get }
    /// The same for a call that is done, such as "was sent 12#".
    var done: String { get }
    var action: ActionKind { get }
    /// Whether the action is for a call that rings only, also if the call is answered before the service gets the
    /// request.
    var onlyIfRinging: Bool { get }
    /// Whether the command makes sense for the call.
    func fits(_ call: CallRecord, in registry: Registry) -> Bool
    /// Those of several fitting calls that the user means; empty if the user must name one.
    func preferred(of calls: [CallRecord]) -> [CallRecord]
    /// Whether the members of a conference are one for the command, as they are for a headset.
    var takesConference: Bool { get }
    /// Whether the service may end a call that cannot be held.
    var endsOthers: Bool { get }
    /// Added to the error message if no call fits.
    func advice(in registry: Registry) -> String
    /// Refuses a call for which the service would do something else than this command means.
    func check(_ call: CallRecord) throws(Failure)
}

extension CallCommand {
    var done: String { participle }
    var onlyIfRinging: Bool { false }
    var takesConference: Bool { true }
    var endsOthers: Bool { true }

    func preferred(of calls: [CallRecord]) -> [CallRecord] { calls.current }
    func advice(in registry: Registry) -> String { "" }
    func check(_ call: CallRecord) throws(Failure) {}

    func perform() throws(Failure) {
        let service = try options.control.connect()
        let registry = try service.registry()
        let calls = try registry.selectAll(
            call, toBe: participle, where: { fits($0, in: registry) }, preferring: preferred(of:),
            otherwise: advice(in: registry),
            allowing: { $0.count == 1 || call == nil && takesConference && $0.isConference })
        for call in calls { try check(call) }
        try perform(
            calls.map { ActionRequest(kind: action, call: $0.uuid, onlyIfRinging: onlyIfRinging) }, on: service,
            registry, endsOthers: endsOthers, done: done)
    }
}

extension ArgumentHelp {
    static func call(_ which: String) -> ArgumentHelp {
        ArgumentHelp(
            """
            The call, by the first characters of its id, at least four. Leave it out if only one call is \(which), or \
            if only one of them is your current call (dialing, connecting or active). A conference counts as one call.
            """)
    }
}
