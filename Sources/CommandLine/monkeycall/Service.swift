// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import CallStories
import Glibc
import SDBus

/// One command's own connection to the service, and the object tree of one user.
final class Service {
    let loop: EventLoop
    let connection: BusConnection
    /// Calls the manager object in that tree.
    let client: CallClient
    private let address: BusAddress
    private let user: Account?

    /// Connects. Only root may give `user`, which is another user.
    init(_ address: BusAddress, user: Account? = nil) throws(Failure) {
        self.address = address
        self.user = user
        let root = user.map { ObjectPath(trusted: "\(CallManagerName.path)/user/_\($0.uid)") }
        client = CallClient(root: root ?? CallManagerName.path)
        do throws(BusError) {
            loop = try EventLoop()
            connection = try BusConnection(address, description: "monkeycall", loop: loop)
        } catch {
            throw Self.unavailable(address.unreachable(error), on: address)
        }
    }

    /// Calls a method of the manager object, which must be harmless to repeat unless the call says that it is not.
    @discardableResult
    func call<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument, once: Bool = false
    ) throws(Failure) -> Message {
        try attempt(once: once) { () throws(BusError) in
            try connection.call(client.method(method), repeat each arguments)
        }
    }

    /// The present calls and providers. From then on the service sends every change to this connection.
    func registry() throws(Failure) -> Registry {
        try attempt { () throws(BusError) in try client.loadRegistry(on: connection) }
    }

    /// Runs `body` and turns its error into a failure. A service that was killed before it answered is asked again,
    /// unless `once` is true.
    func attempt<Result>(once: Bool = false, _ body: () throws(BusError) -> Result) throws(Failure) -> Result {
        let begin = SystemClock.monotonic
        do throws(BusError) { return try body() } catch {
            // The bus answers at once for a service that is gone; for one that hangs, sd-bus answers after 25 seconds.
            let isKilled = error.name == StandardErrorName.noReply && SystemClock.monotonic - begin < Self.replyTimeout
            guard isKilled, !once else { throw failure(error) }
        }
        return try attempt(once: true, body)
    }

    /// Less than the time-out of sd-bus, in microseconds.
    private static let replyTimeout: UInt64 = 20_000_000

    /// The command's failure for an error of the bus or of the service.
    func failure(_ error: BusError) -> Failure {
        if let user, error.name == StandardErrorName.unknownObject {
            // The service tells only root which users exist.
            if geteuid() != 0 {
                let message = "Only root can see the calls of another user; omit --user, or use sudo"
                return Failure(.refused, "AccessDenied", message)
            }
            let message = "User \(user.name) has no calling app, no call and no shell; start one, then try again"
            return Failure(.refused, error.shortName, message)
        }
        guard error.saysUnavailable else { return .refused(error) }
        switch error.name {
        case StandardErrorName.serviceUnknown:
            let message = "\(CallManagerName.bus) is not on \(address.description)"
            return Self.unavailable(message, on: address, otherwise: Self.wayToStart(on: address))
        case StandardErrorName.noReply:
            let message = "\(CallManagerName.bus) on \(address.description) has not answered: \(error.message)"
            return Self.unavailable(message, on: address)
        default:
            return Self.unavailable(error.message, on: address)
        }
    }

    /// The service left the bus while the command needed it.
    var lost: Failure { Failure(.unavailable, "ServiceLost", "The service has left the bus; try again") }

    private static func unavailable(_ message: String, on address: BusAddress, otherwise: String = "") -> Failure {
        Failure(.unavailable, "ServiceUnavailable", message + (otherBus(than: address) ?? otherwise))
    }

    /// Advice if the service is on the other bus.
    private static func otherBus(than address: BusAddress) -> String? {
        switch address {
        case .system where isRunning(on: .session): "; it is on the session bus: add --session"
        case .session where isRunning(on: .system): "; it is on the system bus: omit --session"
        default: nil
        }
    }

    /// Advice if the service is on no bus.
    private static func wayToStart(on address: BusAddress) -> String {
        switch address {
        case .system: "; is it installed? If it was installed just now: systemctl reload dbus"
        case .session: "; monkeycalld --session starts it there"
        case .address, .socket: "; monkeycalld with the same --address starts it there"
        }
    }

    private static func isRunning(on address: BusAddress) -> Bool {
        guard let connection = try? BusConnection(address, description: "monkeycall") else { return false }
        return CallClient.isRunning(on: connection)
    }
}

extension BusAddress {
    var description: String {
        switch self {
        case .system: "the system bus"
        case .session: "the session bus"
        case .address(let text): "the bus at \(text.printable)"
        case .socket: "the bus at the other end of a socket"
        }
    }

    /// Why there is no connection to the bus, and what to do. libsystemd has no words for a session without a bus.
    func unreachable(_ error: BusError) -> String {
        let fault =
            error.name == "System.Error.ENOMEDIUM" ? "There is no session bus" : "\(error.message) (\(description))"
        let remedy =
            switch self {
            case .system: "systemctl status dbus tells whether it runs"
            case .session: "log in to a desktop, or set DBUS_SESSION_BUS_ADDRESS"
            case .address, .socket: "check the address"
            }
        return "\(fault); \(remedy)"
    }
}

// The data of the service that is not in its objects.

extension Service {
    func audio() throws(Failure) -> AudioRecord {
        try attempt { () throws(BusError) in try client.loadAudio(on: connection) }
    }

    /// The properties of the manager object.
    func manager() throws(Failure) -> [String: Variant] {
        try attempt { () throws(BusError) in
            let all = client.standardMethod("GetAll", of: StandardInterface.properties)
            return try connection.call(all, CallManagerName.manager.text).read([String: Variant].self)
        }
    }

    /// The result of ListEndedCalls, the most recent call last.
    func endedCalls() throws(Failure) -> [[String: Variant]] {
        let reply = try call(.listEndedCalls)
        return try attempt { () throws(BusError) in try reply.read([[String: Variant]].self) }
    }

    /// The result of ExplainCall.
    func story(of call: String) throws(Failure) -> [[String: Variant]] {
        let reply = try self.call(.explainCall, call)
        return try attempt { () throws(BusError) in try reply.read([[String: Variant]].self) }
    }
}

extension Registry {
    /// The same registry with the calls of ListEndedCalls.
    func adding(_ ended: [[String: Variant]]) -> Registry {
        var registry = self
        for call in ended.map({ CallRecord(ended: $0) }) { registry.calls[call.uuid] = call }
        return registry
    }
}

/// One action on one call.
struct ActionRequest {
    let kind: ActionKind
    /// UUID of the call.
    let call: String
    /// Whether an end declines: the service refuses it if the call was answered meanwhile.
    var onlyIfRinging = false

    var word: String { kind.word.rawValue }
    fileprivate var wire: [String: Variant] {
        var wire = kind.wire(call: call)
        if onlyIfRinging { wire[Key.onlyIfRinging.rawValue] = .bool(true) }
        return wire
    }
}

extension Service {
    /// Requests actions, at least one, and returns the UUID of their transaction when the service has accepted it, or
    /// if `waiting` when the apps have performed it. Throws `failed` if an app does not perform it. `endsOthers`: the
    /// service may end a call that cannot be held.
    func perform(_ actions: [ActionRequest], endsOthers: Bool = true, waiting: Bool) throws(Failure) -> String {
        let wait = waiting ? try TransactionWait(self, actions[0]) : nil
        // The id makes the request harmless to repeat.
        var options = [String: Variant]([.transaction: .string(TransactionID.random().description)])
        if !endsOthers { options[.endOthers] = .bool(false) }
        let reply = try call(.requestTransaction, actions.map(\.wire), options)
        let transaction = try attempt { () throws(BusError) in try reply.read(String.self) }
        try wait?.finish(transaction)
        return transaction
    }
}

/// Waits for the end of a transaction. Created before the request, so that it misses no signal.
private final class TransactionWait {
    private let service: Service
    /// The first one. The messages name it.
    private let action: ActionRequest
    private var transaction = ""
    private var failure: Failure?

    init(_ service: Service, _ action: ActionRequest) throws(Failure) {
        self.service = service
        self.action = action
        try service.attempt { () throws(BusError) in
            try service.connection.onDisconnect { [weak self] in self?.end(service.lost) }
            try service.client.listen(to: CallManagerName.manager) { [weak self] in self?.came($0) }
            service.client.observe { [weak self] in
                switch $0 {
                // A service that is back with its state goes on with the transaction, and tells its end.
                case .found, .continues: break
                case .absent, .lost: self?.end(service.lost)
                }
            }
            try service.client.follow(on: service.connection)
        }
    }

    func finish(_ transaction: String) throws(Failure) {
        self.transaction = transaction
        _ = try service.attempt { () throws(BusError) in try service.loop.run() }
        if let failure { throw failure }
    }

    private func end(_ failure: Failure?) {
        self.failure = failure
        service.loop.exit()
    }

    private func came(_ signal: Message) {
        guard signal.member == SignalName.transactionCompleted.rawValue,
            let (transaction, success, details) = try? signal.read(String.self, Bool.self, [String: Variant].self),
            transaction == self.transaction
        else { return }
        end(success ? nil : notPerformed(details))
    }

    private func notPerformed(_ details: [String: Variant]) -> Failure {
        // The service inserted any other action to make room.
        let word = details.text(.failedAction)
        let isOther = !word.isEmpty && word != action.word && IDPrefix(argument: word) == nil
        let reason = details.text(.reason)
        let reasonCall = details.text(.reasonCall)
        let other = reasonCall == action.call ? "" : String(reasonCall.prefix(8))
        let isUnheld = !other.isEmpty && [Reason.holdFailed, .holdTimedOut].contains { $0.rawValue == reason }
        let message = [
            "\(action.word) was not performed: ", reason.isEmpty ? "no reason given" : reason,
            isOther ? ", at \(word)" : "",
            other.isEmpty ? "" : " (call \(other))",
            isUnheld ? "; end that call first: monkeycall end \(other)" : "",
        ]
        return Failure(
            status: .failed, name: "ActionFailed", message: message.joined().printable,
            details: [("Action", .string(action.word)), ("Call", .string(action.call))]
                + [("Transaction", .string(transaction))]
                + details.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
    }
}

/// A user of the machine.
struct Account {
    let uid: UInt32
    /// As the argument had it.
    let name: String

    /// By name, or by uid.
    init(_ argument: String) throws(ValidationError) {
        guard let uid = UInt32(argument) ?? getpwnam(argument)?.pointee.pw_uid else {
            throw ValidationError("There is no user '\(argument.printable)'; give a user name or a uid")
        }
        (self.uid, self.name) = (uid, argument)
    }
}
