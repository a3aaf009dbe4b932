import CallClient
// SPDX-License-Identifier: MIT
import CallInterface
import Glibc
import SDBus

/// The service, as one command sees it: a connection of its own, and the tree of one user.
final class Service {
    let loop: EventLoop
    let connection: BusConnection
    /// For the manager object of the user whose calls these are.
    let client: CallClient
    private let address: BusAddress
    private let user: Account?

    /// Connects. `user` is another user, whom only root may name.
    init(_ address: BusAddress, user: Account? = nil) throws(Failure) {
        self.address = address
        self.user = user
        client = CallClient(root: CallManagerName.path + (user.map { "/user/_\($0.uid)" } ?? ""))
        do throws(BusError) {
            loop = try EventLoop()
            connection = try BusConnection(address, description: "monkeycall", loop: loop)
        } catch {
            throw Self.unavailable("\(error.message) (\(address.description))", on: address)
        }
    }

    /// Calls a method of the manager object.
    @discardableResult
    func call<each Argument: BusValue>(
        _ member: String, interface: String = CallManagerName.manager, _ arguments: repeat each Argument
    ) throws(Failure) -> Message {
        do throws(BusError) {
            return try connection.call(client.method(member, interface: interface), repeat each arguments)
        } catch {
            throw failure(error)
        }
    }

    /// All calls and providers that there are now. The service tells this connection of every change from then on.
    func registry() throws(Failure) -> Registry {
        try attempt { () throws(BusError) in try client.loadRegistry(on: connection) }
    }

    /// Runs what talks to the bus.
    func attempt<Result>(_ body: () throws(BusError) -> Result) throws(Failure) -> Result {
        do throws(BusError) { return try body() } catch { throw failure(error) }
    }

    /// What an error of the bus or of the service means for the command.
    func failure(_ error: BusError) -> Failure {
        if let user, error.name == StandardErrorName.unknownObject {
            // The service tells root alone which users there are.
            if geteuid() != 0 {
                let message = "Only root can see the calls of another user; leave out --user, or use sudo"
                return Failure(status: .refused, name: "AccessDenied", message: message)
            }
            let message = "User \(user.name) has no calling app, no call and no shell now"
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

    /// The service has left while it was needed.
    var lost: Failure {
        Failure(status: .unavailable, name: "ServiceLost", message: "The service has left the bus")
    }

    private static func unavailable(_ message: String, on address: BusAddress, otherwise: String = "") -> Failure {
        Failure(
            status: .unavailable, name: "ServiceUnavailable",
            message: message.printable + (otherBus(than: address) ?? otherwise))
    }

    /// Where the service is instead.
    private static func otherBus(than address: BusAddress) -> String? {
        switch address {
        case .system where isRunning(on: .session): "; it is on the session bus: add --session"
        case .session where isRunning(on: .system): "; it is on the system bus: leave out --session"
        default: nil
        }
    }

    /// What to do about it where it is on no bus.
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
    /// For people.
    var description: String {
        switch self {
        case .system: "the system bus"
        case .session: "the session bus"
        case .address(let text): "the bus at \(text.printable)"
        case .socket: "the bus at the other end of a socket"
        }
    }
}
