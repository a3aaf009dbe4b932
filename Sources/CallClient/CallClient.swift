// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

/// The service as one program sees it: the owner of its name, the signals that it sends to this connection, and its methods.
/// Confined to one thread, or to one lock.
///
/// A method call goes to the name, so the bus starts the service if it can. Following the name starts nothing. Signals count only
/// if the owner sent them, because any connection can send any signal to another.
package final class CallClient {
    /// The manager object of the user whose calls these are.
    package let root: String
    /// The connection that the service is followed on; nil while there is none.
    package private(set) var connection: BusConnection?
    /// The unique name of the service; nil while there is none, or before it is followed.
    package private(set) var owner: String?
    /// Tells the service all that it has to know of this program. Called for each service that is found, after the observers, and
    /// before each request of ``askRegistered(_:then:)``, so it must do nothing if the service knows already.
    package var register: () -> Void = {}
    private var observers: [(ServiceChange) -> Void] = []
    private var listeners: [Listener] = []
    private var propertyListeners: [(PropertiesChange) -> Void] = []
    private var slots: [BusSlot] = []

    private struct Listener {
        let interface: String
        let body: (Message) -> Void
    }

    package init(root: String = CallManagerName.path) {
        self.root = root
        listeners.append(Listener(interface: StandardInterface.properties) { [unowned self] in propertiesChanged($0) })
    }

    // MARK: The owner of the name

    /// Whether the service runs. Does not start it.
    package static func isRunning(on connection: BusConnection) -> Bool {
        (try? connection.owner(of: CallManagerName.bus)) != nil
    }

    /// Follows the service on that connection from now on. Waits for the bus, never for the service.
    package func follow(on connection: BusConnection) throws(BusError) {
        self.connection = connection
        slots = [try connection.watchName(CallManagerName.bus) { [unowned self] in ownerChanged($0) }]
        for listener in listeners { slots.append(try install(listener, on: connection)) }
        ownerChanged(try connection.owner(of: CallManagerName.bus))
    }

    /// The connection is gone, and the service with it. ``follow(on:)`` begins anew.
    package func disconnect() {
        (slots, connection) = ([], nil)
        ownerChanged(nil)
    }

    /// Calls `body` whenever the service is lost or found.
    package func observe(_ body: @escaping (ServiceChange) -> Void) { observers.append(body) }

    private func ownerChanged(_ newOwner: String?) {
        guard newOwner != owner else { return }
        if owner != nil {
            owner = nil
            for observer in observers { observer(.lost) }
        }
        guard let newOwner else { return }
        owner = newOwner
        for observer in observers { observer(.found) }
        register()
    }

    // MARK: Signals

    /// Calls `body` with each signal of an interface that the service sends to this connection.
    package func listen(to interface: String, _ body: @escaping (Message) -> Void) throws(BusError) {
        let listener = Listener(interface: interface, body: body)
        listeners.append(listener)
        if let connection, !slots.isEmpty { slots.append(try install(listener, on: connection)) }
    }

    /// Calls `body` with each change of properties that the service sends to this connection.
    package func onPropertiesChanged(_ body: @escaping (PropertiesChange) -> Void) { propertyListeners.append(body) }

    private func install(_ listener: Listener, on connection: BusConnection) throws(BusError) -> BusSlot {
        try connection.onUnicastSignal(interface: listener.interface) { [unowned self] message in
            if message.sender == owner { listener.body(message) }
        }
    }

    private func propertiesChanged(_ signal: Message) {
        guard !propertyListeners.isEmpty, signal.member == "PropertiesChanged",
            let (interface, properties) = try? signal.read(String.self, [String: Variant].self)
        else { return }
        let change = PropertiesChange(path: signal.path, interface: interface, properties: properties)
        for listener in propertyListeners { listener(change) }
    }

    // MARK: Methods

    /// A method of the manager object.
    package func method(_ method: MethodName) -> CallTarget { standardMethod(method.rawValue, of: method.interface) }

    /// A method of an interface that D-Bus defines.
    package func standardMethod(_ member: String, of interface: String) -> CallTarget {
        CallTarget(CallManagerName.bus, root, interface, member)
    }

    /// Calls a method of the manager object. `timeout` is in microseconds; 0 is the 25 s of sd-bus. `completion` is called
    /// once, at once if there is no bus.
    package func call<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument, timeout: UInt64 = 0,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        call(self.method(method), repeat each arguments, timeout: timeout, then: completion)
    }

    /// Calls that method in the same way.
    package func call<each Argument: BusValue>(
        _ target: CallTarget, _ arguments: repeat each Argument, timeout: UInt64 = 0,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        guard let connection else {
            return completion(.failure(.failed("There is no connection to the bus; it is tried again every second.")))
        }
        do throws(BusError) {
            try connection.callAsync(target, repeat each arguments, timeout: timeout, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }

    /// The answer comes after everything that this connection asked before, and that the service had sent when it read the
    /// question. `timeout` is in microseconds.
    package func ping(timeout: UInt64 = .max, then completion: @escaping (Result<Message, BusError>) -> Void) {
        call(standardMethod("Ping", of: StandardInterface.peer), timeout: timeout, then: completion)
    }

    /// Asks something that the service answers only after ``register``, which may be possible now if it was refused before.
    /// The service may also be a new one that this request has started, or it may have gone before it answered. Then the
    /// request is repeated once, after ``register``.
    package func askRegistered(
        _ ask: @escaping (_ heard: @escaping (Result<Message, BusError>) -> Void) -> Void,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        register()
        let before = owner
        ask { [unowned self] reply in
            guard case .failure = reply, owner != before else { return completion(reply) }
            register()
            ask(completion)
        }
    }
}

/// What happens to the service.
package enum ServiceChange {
    /// It has left the bus: nothing that it said is true any more.
    case lost
    /// There is a service, which knows nothing of this program.
    case found
}

/// Properties of one interface of one object, as they are now.
package struct PropertiesChange {
    package let path: String
    package let interface: String
    package let properties: [String: Variant]
}
