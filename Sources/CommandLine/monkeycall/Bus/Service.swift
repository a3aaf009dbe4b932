// SPDX-License-Identifier: MIT
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
            throw Self.unavailable("\(error.message) (\(address.description))", on: address)
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
            let isKilled = error.name == StandardErrorName.noReply && SystemClock.monotonic - begin < Self.patience
            guard isKilled, !once else { throw failure(error) }
        }
        return try attempt(once: true, body)
    }

    /// Less than the time-out of sd-bus, in microseconds.
    private static let patience: UInt64 = 20_000_000

    /// The command's failure for an error of the bus or of the service.
    func failure(_ error: BusError) -> Failure {
        if let user, error.name == StandardErrorName.unknownObject {
            // The service tells only root which users exist.
            if geteuid() != 0 {
                let message = "Only root can see the calls of another user; omit --user, or use sudo"
                return Failure(status: .refused, name: "AccessDenied", message: message)
            }
            let message = "User \(user.name) has no calling app, no call and no shell; start one, then try again"
            return Failure(status: .refused, name: error.shortName, message: message.printable)
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
    var lost: Failure {
        Failure(status: .unavailable, name: "ServiceLost", message: "The service has left the bus; try again")
    }

    private static func unavailable(_ message: String, on address: BusAddress, otherwise: String = "") -> Failure {
        Failure(
            status: .unavailable, name: "ServiceUnavailable",
            message: message.printable + (otherBus(than: address) ?? otherwise))
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
}
