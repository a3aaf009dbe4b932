// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// The service, as one command sees it: a connection of its own, and the tree of one user.
final class Service {
    let loop: EventLoop
    let connection: BusConnection
    /// The manager object of the user whose calls these are.
    let root: String
    private let address: BusAddress

    /// Connects. `user` is somebody else's uid, which only root may say.
    init(_ address: BusAddress, user: UInt32? = nil) throws(Failure) {
        self.address = address
        root = CallManagerName.path + (user.map { "/user/_\($0)" } ?? "")
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
            return try connection.call(method(member, interface: interface), repeat each arguments)
        } catch {
            throw failure(error)
        }
    }

    /// A method of the manager object, to be called.
    func method(_ member: String, interface: String = CallManagerName.manager) -> CallTarget {
        CallTarget(CallManagerName.bus, root, interface, member)
    }

    /// All calls and providers that there are now. The service tells this connection of every change from then on.
    func registry() throws(Failure) -> Registry {
        let reply = try call("GetManagedObjects", interface: StandardInterface.objectManager)
        return try attempt { () throws(BusError) in Registry(try reply.read(Registry.Objects.self), at: root) }
    }

    /// Runs what talks to the bus.
    func attempt<Result>(_ body: () throws(BusError) -> Result) throws(Failure) -> Result {
        do throws(BusError) { return try body() } catch { throw failure(error) }
    }

    /// What an error of the bus or of the service means for the command.
    func failure(_ error: BusError) -> Failure {
        guard error.saysUnavailable else { return .refused(error) }
        let isUnknown = error.name == StandardErrorName.serviceUnknown
        return Self.unavailable(
            isUnknown ? "\(CallManagerName.bus) is not on \(address.description)" : error.message, on: address)
    }

    /// The service has left while it was needed.
    var lost: Failure {
        Failure(status: .unavailable, name: "ServiceLost", message: "The service has left the bus")
    }

    private static func unavailable(_ message: String, on address: BusAddress) -> Failure {
        Failure(
            status: .unavailable, name: "ServiceUnavailable", message: message.printable + (hint(on: address) ?? ""))
    }

    /// Where the service is instead.
    private static func hint(on address: BusAddress) -> String? {
        switch address {
        case .system where isRunning(on: .session): "; it is on the session bus: add --session"
        case .session where isRunning(on: .system): "; it is on the system bus: leave out --session"
        default: nil
        }
    }

    private static func isRunning(on address: BusAddress) -> Bool {
        guard let connection = try? BusConnection(address, description: "monkeycall"),
            let owner = try? connection.owner(of: CallManagerName.bus)
        else { return false }
        return !owner.isEmpty
    }
}

/// Interfaces of the D-Bus specification.
enum StandardInterface {
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let properties = "org.freedesktop.DBus.Properties"
}

extension BusAddress {
    /// For people.
    var description: String {
        switch self {
        case .system: "the system bus"
        case .session: "the session bus"
        case .address(let text): "the bus at \(text.printable)"
        }
    }
}
