// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

/// A subcommand that requests one action on one call and prints the result.
protocol ActionCommand: Command {
    var options: ActionOptions { get }
}

extension ActionCommand {
    var bus: BusOptions { options.control.bus }

    /// Requests the action and prints one line when the app has performed it: the call, `done`, and the other side.
    func perform(
        _ action: ActionRequest, on service: Service, shortID: String, done: String, party: String
    ) throws(Failure) {
        let transaction = try service.perform(action, waiting: !options.noWait)
        if bus.json {
            Output.line(
                JSON.object([
                    ("Action", .string(action.word)), ("Call", .string(action.call)),
                    ("Transaction", .string(transaction)), ("Completed", .bool(!options.noWait)),
                ]).text)
        } else {
            let words = [shortID, options.noWait ? "\(action.word) accepted" : done, party]
            Output.line(words.filter { !$0.isEmpty }.joined(separator: "  ").printable)
        }
    }
}

/// A command that finds its call by itself if only one fits.
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
    /// Added to the error message if no call fits.
    func advice(in registry: Registry) -> String
    /// Refuses a call for which the service would do something else than this command means.
    func check(_ call: CallRecord) throws(Failure)
}

extension CallCommand {
    var done: String { participle }
    var onlyIfRinging: Bool { false }

    func advice(in registry: Registry) -> String { "" }
    func check(_ call: CallRecord) throws(Failure) {}

    func perform() throws(Failure) {
        let service = try options.control.connect()
        let registry = try service.registry()
        let call = try registry.select(
            self.call, toBe: participle, where: { fits($0, in: registry) }, preferring: \.isUnderWay,
            otherwise: advice(in: registry))
        try check(call)
        try perform(
            ActionRequest(kind: action, call: call.uuid, onlyIfRinging: onlyIfRinging), on: service,
            shortID: registry.shortID(call.uuid), done: done, party: call.party)
    }
}

extension ArgumentHelp {
    static func call(_ which: String) -> ArgumentHelp {
        ArgumentHelp(
            """
            The call, by the first characters of its id, at least four. Leave it out if only one call is \(which), or \
            if only one of them is your current call (dialing, connecting or active).
            """)
    }
}
