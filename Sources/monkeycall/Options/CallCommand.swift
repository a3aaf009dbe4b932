// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import SDBus

/// A subcommand that does one thing to one call, and says what has become of it.
protocol ActionCommand: Command {
    var options: ActionOptions { get }
}

extension ActionCommand {
    var bus: BusOptions { options.control.bus }

    /// Requests the action and prints one line when it is performed: the call, `done`, and whom it is with.
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

/// One that can find its call by itself: where only one fits, it need not be named.
protocol CallCommand: ActionCommand {
    var call: IDPrefix? { get }
    /// What is to be done to the call, as in "calls that can be answered".
    var participle: String { get }
    /// What was done then.
    var done: String { get }
    /// The action's word, as RequestTransaction has it.
    var action: String { get }
    /// What else the action needs.
    var keys: [String: Variant] { get }
    /// Whether it is sensible for the call.
    func fits(_ call: CallRecord, in registry: Registry) -> Bool
    /// What to say besides where no call fits.
    func advice(in registry: Registry) -> String
    /// Refuses what the service would do although this command does not mean it.
    func check(_ call: CallRecord) throws(Failure)
}

extension CallCommand {
    var done: String { participle }
    var keys: [String: Variant] { [:] }

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
            ActionRequest(word: action, call: call.uuid, keys: keys), on: service,
            shortID: registry.shortID(call.uuid), done: done, party: call.party)
    }
}

extension ArgumentHelp {
    /// For a command's call.
    static func call(_ which: String) -> ArgumentHelp {
        ArgumentHelp(
            """
            The call, by the first characters of its id, at least four. May be left out if only one is \(which); of \
            several, one that you are on (dialing, connecting or active) comes before the others.
            """)
    }
}
