// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// The service as one program sees it: the owner of its name, the signals that it sends to this connection, and its
/// methods. Confined to one thread, or to one lock.
///
/// A method call goes to the name, so the bus starts the service if it can. Following the name starts nothing. Signals
/// count only if the owner sent them, because any connection can send any signal to another.
///
/// A service that leaves the bus most likely comes back with its state, which the property `Instance` tells. So this
/// program keeps everything until another service comes, and stops only its sound if none has come within the grace.
package final class CallClient {
    /// The manager object of the user whose calls these are.
    package let root: ObjectPath
    /// The number of the state that the service has: it grows with each ``ServiceChange/lost``.
    package private(set) var generation = 0
    /// Tells the service all that it has to know of this program. Called for each service that is found, after the
    /// observers, and before each request, so it must do nothing if the service knows already.
    package var register: () -> Void = {}
    let outbox = Outbox()
    private var observers: [(ServiceChange) -> Void] = []
    private var listeners: [Listener] = []
    private var propertyListeners: [(PropertiesChange) -> Void] = []
    /// The service's name on the connection that it is followed on; nil while there is no connection.
    private var service: RemoteName?
    private var slots: [BusSlot] = []
    /// `Instance` of the last service on this bus; empty if it has none, nil if it is not known.
    private var instance: String? { didSet { outbox.mayComeBack = instance != nil } }
    private var graceTimer: Timer?
    /// The time in microseconds in which the service may be away before ``ServiceChange/absent``.
    private static let grace: UInt64 = 5_000_000

    private struct Listener {
        let interface: InterfaceName
        let body: (Message) -> Void
    }

    package init(root: ObjectPath = CallManagerName.path) {
        self.root = root
        listeners.append(Listener(interface: StandardInterface.properties) { [unowned self] in propertiesChanged($0) })
        listeners.append(
            Listener(interface: CallManagerName.manager) { [unowned self] signal in
                if signal.member == SignalName.subscriptionEnded.rawValue, owner != nil { notify(.continues) }
            })
    }

    // MARK: The owner of the name

    /// Whether the service runs. Does not start it.
    package static func isRunning(on connection: BusConnection) -> Bool {
        RemoteName(CallManagerName.bus, on: connection).isOnBus
    }

    /// The connection that the service is followed on; nil while there is none.
    package var connection: BusConnection? { service?.connection }

    /// The unique name of the service; nil while there is none, or before it is followed.
    package var owner: String? { service?.owner }

    /// Whether the service that is followed has sent that reply.
    func isFromService(_ reply: Message) -> Bool { service?.isSender(of: reply) ?? false }

    /// Follows the service on that connection from now on. Waits for the bus, never for the service.
    package func follow(on connection: BusConnection) throws(BusError) {
        let service = RemoteName(CallManagerName.bus, on: connection)
        slots = []
        self.service = service
        slots = try listeners.map { (listener) throws(BusError) in
            try service.onUnicastSignal(interface: listener.interface, listener.body)
        }
        try service.begin { [unowned self] in ownerChanged($0) }
    }

    /// The connection is gone, and with it all that the service knew of this program. ``follow(on:)`` begins anew.
    package func disconnect() {
        outbox.disconnect()
        if owner != nil { ownerChanged(nil) }
        (slots, service) = ([], nil)
        if instance != nil { lose() }
        instance = nil
    }

    /// Calls `body` with each change of the service.
    package func observe(_ body: @escaping (ServiceChange) -> Void) { observers.append(body) }

    private func notify(_ change: ServiceChange) {
        for observer in observers { observer(change) }
    }

    private func ownerChanged(_ owner: String?) {
        guard owner != nil else {
            outbox.serviceHasGone()
            return waitForService()
        }
        graceTimer = nil
        outbox.close()
        askInstance()
    }

    private func waitForService() {
        graceTimer = connection?.loop?.timer(after: Self.grace) { [unowned self] in
            graceTimer = nil
            notify(.absent)
            outbox.giveUpRequests()
        }
    }

    /// The question goes to that service, so it starts none. If that service leaves, there is another change of the
    /// owner.
    private func askInstance() {
        service?.call(
            root, StandardInterface.properties, "Get", CallManagerName.manager.text, Key.instance.rawValue,
            timeout: .max
        ) { [weak self] reply in
            guard let self else { return }
            switch reply {
            case .success(let message): identified((try? message.read(Variant.self))?.string ?? "")
            // An earlier version has no such property.
            case .failure(let error): if !error.saysUnavailable { identified("") }
            }
        }
    }

    private func identified(_ new: String) {
        let before = instance
        instance = new
        if before == new, !new.isEmpty {
            notify(.continues)
            return outbox.open()
        }
        if before != nil { lose() }
        notify(.found)
        outbox.open(after: register)
    }

    private func lose() {
        generation += 1
        notify(.lost)
        outbox.drop()
    }

    // MARK: Signals

    /// Calls `body` with each signal of an interface that the service sends to this connection.
    package func listen(to interface: InterfaceName, _ body: @escaping (Message) -> Void) throws(BusError) {
        listeners.append(Listener(interface: interface, body: body))
        if let service { slots.append(try service.onUnicastSignal(interface: interface, body)) }
    }

    /// Calls `body` with each change of properties that the service sends to this connection.
    package func onPropertiesChanged(_ body: @escaping (PropertiesChange) -> Void) { propertyListeners.append(body) }

    private func propertiesChanged(_ signal: Message) {
        guard !propertyListeners.isEmpty, signal.member == "PropertiesChanged",
            let (name, properties) = try? signal.read(String.self, [String: Variant].self),
            let interface = InterfaceName(name)
        else { return }
        let change = PropertiesChange(path: signal.path, interface: interface, properties: properties)
        for listener in propertyListeners { listener(change) }
    }

    // MARK: Methods

    /// A method of the manager object.
    package func method(_ method: MethodName) -> CallTarget { standardMethod(method.member, of: method.interface) }

    /// A method of an interface that D-Bus defines.
    package func standardMethod(_ member: MemberName, of interface: InterfaceName) -> CallTarget {
        CallTarget(CallManagerName.bus, root, interface, member)
    }

    /// Calls a method of the manager object. `timeout` is in microseconds; 0 is the 25 s of sd-bus. `completion` is
    /// called once, at once if there is no bus.
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
        call(target, timeout: timeout, then: completion) { (writer) throws(BusError) in
            repeat try (each arguments).write(to: &writer)
        }
    }

    /// The same with a closure that writes the arguments.
    func call(
        _ target: CallTarget, timeout: UInt64, then completion: @escaping (Result<Message, BusError>) -> Void,
        write: (inout MessageWriter) throws(BusError) -> Void
    ) {
        guard let connection else {
            return completion(
                .failure(
                    BusError(
                        name: StandardErrorName.disconnected,
                        message: "There is no connection to the bus; it is tried again every second.")))
        }
        do throws(BusError) {
            try connection.callAsync(target, timeout: timeout, completion: completion, write: write)
        } catch {
            completion(.failure(error))
        }
    }

    /// The answer comes after everything that this connection asked before, and that the service had sent when it read
    /// the question. `timeout` is in microseconds.
    package func ping(timeout: UInt64 = .max, then completion: @escaping (Result<Message, BusError>) -> Void) {
        call(standardMethod("Ping", of: StandardInterface.peer), timeout: timeout, then: completion)
    }
}

/// What happens to the service. `found` comes first. Then come `continues`, `absent`, or `lost` and, unless the bus has
/// gone, `found`; after `absent` comes any of the others.
package enum ServiceChange {
    /// There is a service, which knows nothing of this program.
    case found
    /// The service knows this program as before, but some of its signals may be lost. It was away and is back with its
    /// state; or this program reads too slowly, and the service has left out signals and ended the subscription.
    case continues
    /// There has been no service for the time of the grace. It may still come back with its state.
    case absent
    /// All that the service said is not true any more: another one has come, or the bus has gone.
    case lost
}

/// Properties of one interface of one object, as they are now.
package struct PropertiesChange {
    package let path: ObjectPath
    package let interface: InterfaceName
    package let properties: [String: Variant]
}

// One answer for a program that does not stay. It need not follow the service.

extension CallClient {
    /// Asks for all calls and providers, and waits. From then on the service sends every change to this connection.
    package func loadRegistry(on connection: BusConnection) throws(BusError) -> Registry {
        let reply = try connection.call(managedObjects)
        return Registry(try reply.read(Registry.Objects.self), at: root)
    }

    /// The same, without waiting, on the connection that the service is followed on.
    package func loadRegistry(then completion: @escaping (Result<Registry, BusError>) -> Void) {
        call(managedObjects) { [root] reply in
            completion(
                Result { () throws(BusError) in Registry(try reply.get().read(Registry.Objects.self), at: root) })
        }
    }

    /// Asks for the audio, and waits. From then on the service sends every change to this connection.
    package func loadAudio(on connection: BusConnection) throws(BusError) -> AudioRecord {
        let reply = try connection.call(allProperties, CallManagerName.audio.text)
        return AudioRecord(try reply.read([String: Variant].self))
    }

    var managedObjects: CallTarget { standardMethod("GetManagedObjects", of: StandardInterface.objectManager) }
    /// Asks for all properties of an interface of the manager object.
    package var allProperties: CallTarget { standardMethod("GetAll", of: StandardInterface.properties) }
}

// What every program asks for that lets the user act on calls.

extension CallClient {
    /// Requests actions in this order. Their origin is a shell. The token lets an app raise its window. `completion`
    /// gets the refusal of the service, nil = it accepted the request.
    package func requestAsShell(
        _ actions: [[String: Variant]], transaction: String = TransactionID.random().description,
        activationToken: String = "", endsOthers: Bool = true, then completion: @escaping (BusError?) -> Void
    ) {
        // The id makes the request harmless to repeat.
        var options = [String: Variant]([
            .origin: .string(Origin.shell.rawValue), .transaction: .string(transaction),
        ])
        if !activationToken.isEmpty { options[.activationToken] = .string(activationToken) }
        if !endsOthers { options[.endOthers] = .bool(false) }
        request(.requestTransaction, actions, options, then: completion)
    }

    /// Opens a file of the provider at that path: its icon or its ringtone; nil if it has none, as most.
    package func open(_ method: MethodName, _ provider: String, then completion: @escaping (BusFile?) -> Void) {
        let target = CallTarget(CallManagerName.bus, ObjectPath(trusted: provider), method.interface, method.member)
        call(target) { completion(try? $0.get().read(BusFile.self)) }
    }
}
