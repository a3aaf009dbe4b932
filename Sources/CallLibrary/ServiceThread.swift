// SPDX-License-Identifier: MIT

internal import CallInterface
import Foundation
import Glibc
package import SDBus

/// The process's connection to the service. A thread of its own waits for what comes, so that an app whose main queue is
/// blocked answers the bus all the same. What the app says is sent by the thread that says it, unless the connection is in
/// use: waking another one up would take longer than sending.
///
/// So everything in here happens on one thread at a time, the one that has the lock.
package final class ServiceThread {
    private static let shared = Confined(ServiceThread())

    /// Does something with the connection, after what was asked before: now, or on the thread.
    package static func perform(_ body: @escaping @Sendable (ServiceThread) -> Void) { shared.value.perform(body) }

    private let lock = NSLock()
    private let mailbox = Mailbox()
    private let loop: EventLoop
    private var bell: LoopBell?
    private var connection: BusConnection?
    private var slots: [BusSlot] = []
    private var retry: SDBus.Timer?
    /// The service's unique name; nobody else is believed.
    package private(set) var owner: String?

    /// The providers of this process by identifier.
    package var providers: [String: ProviderLink] = [:]
    /// Signals of standard interfaces that the service sends to this connection alone.
    private var listeners: [(interface: String, body: (Message) -> Void)] = []
    /// Whether the service tells how calls change, and whether that is listened to.
    private var (isFollowing, isListening) = (false, false)
    /// Told whenever the service has another owner, or none.
    package var ownerObservers: [(String?) -> Void] = []

    private init() {
        do throws(BusError) {
            loop = try EventLoop()
            bell = try LoopBell(loop) { [unowned self] in open() }
        } catch {
            preconditionFailure("CallKit cannot make its event loop: \(error)")
        }
        let this = Confined(self)
        Thread.detachNewThread { this.value.live() }
    }

    private func live() {
        lock.lock()
        connect()
        do throws(BusError) {
            while true {
                try loop.turn { [lock] descriptor in
                    var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    lock.unlock()
                    poll(&events, 1, -1)
                    lock.lock()
                }
            }
        } catch {
            lock.unlock()
            NSLog("CallKit: %@", "\(error)")
        }
    }

    private func perform(_ letter: @escaping Mailbox.Letter) {
        let isFirst = mailbox.put(letter)
        // Also who has the lock may say something. It gets round to it later.
        guard lock.try() else {
            if isFirst { bell?.ring() }
            return
        }
        defer { lock.unlock() }
        // A bus that is gone is looked for by the thread alone.
        if connection != nil { open() }
        if connection?.isSettled != true { bell?.ring() }
    }

    private func open() {
        while case let letters = mailbox.take(), !letters.isEmpty {
            for letter in letters { letter(self) }
        }
    }

    // MARK: The bus

    /// The bus that the service is on: the system's, or what the environment names.
    package static var address: BusAddress {
        switch ProcessInfo.processInfo.environment["MONKEYCALL_BUS"] {
        case nil, "", "system": .system
        case "session": .session
        case .some(let address): .address(address)
        }
    }

    private func connect() {
        do throws(BusError) {
            let connection = try BusConnection(Self.address, description: "CallKit", loop: loop)
            self.connection = connection
            try connection.onDisconnect { [unowned self] in disconnected() }
            slots = [
                try connection.onUnicastSignal(interface: CallManagerName.manager) { [unowned self] message in
                    if message.sender == owner { heard(message) }
                },
                try connection.watchName(CallManagerName.bus) { [unowned self] in ownerChanged($0) },
            ]
            for listener in listeners { slots.append(try install(listener.interface, listener.body, on: connection)) }
            ownerChanged(try connection.owner(of: CallManagerName.bus))
            // Also where there is no service: the bus starts it if it can.
            registerProviders()
        } catch {
            disconnected()
        }
    }

    /// The bus has gone, and everybody with it. It is looked for once in a while, until it is there again.
    private func disconnected() {
        slots = []
        connection = nil
        serviceHasGone()
        ownerChanged(nil)
        retry = try? loop.timer(after: 1_000_000) { [unowned self] in connect() }
    }

    private func ownerChanged(_ newOwner: String?) {
        guard newOwner != owner else { return }
        if owner != nil { serviceHasGone() }
        owner = newOwner
        for observer in ownerObservers { observer(newOwner) }
        if newOwner != nil { registerProviders() }
    }

    private func serviceHasGone() {
        isFollowing = false
        for provider in providers.values { provider.serviceHasGone() }
    }

    /// Does something once, later, unless the timer is let go of before.
    package func timer(after microseconds: UInt64, _ body: @escaping () -> Void) -> SDBus.Timer? {
        bell?.ring()
        return try? loop.timer(after: microseconds, body)
    }

    // MARK: Messages

    /// Calls a method of the service; the bus starts it if it can. Answers with the error that a caller can act on. Without
    /// a time-out: the bus answers for a service that goes, and of one that is slow it is not known what it will have done.
    package func call<each Argument: BusValue>(
        _ member: String, _ arguments: repeat each Argument, interface: String = CallManagerName.manager,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        guard let connection else {
            return completion(.failure(.failed("There is no bus. CallKit goes on looking for it.")))
        }
        let target = CallTarget(CallManagerName.bus, CallManagerName.path, interface, member)
        do throws(BusError) {
            try connection.callAsync(target, repeat each arguments, timeout: .max, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }

    /// Calls a method that is for apps with a provider, as ``askRegistered(_:then:)`` does.
    package func callRegistered<each Argument: BusValue>(
        _ member: String, _ arguments: repeat each Argument,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        askRegistered({ [unowned self] heard in call(member, repeat each arguments, then: heard) }, then: completion)
    }

    /// Asks something that is for apps with a provider. A name that was taken may be free now. And the service may be a new
    /// one, started by this very question, or have gone before it answered: then it is asked again, once, after the
    /// providers and calls that the new one did not know yet.
    package func askRegistered(
        _ ask: @escaping (_ heard: @escaping (Result<Message, BusError>) -> Void) -> Void,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        registerProviders()
        let before = owner
        ask { [unowned self] reply in
            guard case .failure = reply, owner != before else { return completion(reply) }
            registerProviders()
            ask(completion)
        }
    }

    private func registerProviders() {
        for provider in providers.values { provider.register(on: self) }
    }

    /// Listens to signals of an interface that the service sends to this connection alone, also on connections to come.
    package func listen(to interface: String, _ body: @escaping (Message) -> Void) {
        listeners.append((interface, body))
        guard let connection, let slot = try? install(interface, body, on: connection) else { return }
        slots.append(slot)
    }

    /// Has the service say which call a held call is held for: its successor is told.
    func followCalls() {
        guard !isFollowing else { return }
        isFollowing = true
        if !isListening { listen(to: StandardInterface.properties) { [unowned self] in callChanged($0) } }
        isListening = true
        call("Subscribe")
    }

    /// What is said of a call that has ended is said of one that goes on too, where the service goes.
    private func callChanged(_ signal: Message) {
        guard let call = UUID(path: signal.path),
            let (interface, changes, _) = try? signal.read(String.self, [String: Variant].self, [String].self),
            interface == CallManagerName.call, changes["HasEnded"]?.bool != true,
            let target = changes[Key.heldFor]?.string
        else { return }
        for provider in providers.values { provider.heard(call, heldFor: UUID(uuidString: target)) }
    }

    private func install(_ interface: String, _ body: @escaping (Message) -> Void, on connection: BusConnection)
        throws(BusError) -> BusSlot
    {
        try connection.onUnicastSignal(interface: interface) { [unowned self] message in
            if message.sender == owner { body(message) }
        }
    }

    private func heard(_ signal: Message) {
        // Nobody waits for the end of a transaction, so it is not read.
        guard signal.member != "TransactionCompleted", let values = try? signal.values(),
            let identifier = values.first?.string
        else { return }
        providers[identifier]?.heard(signal.member, values, on: self)
    }
}

/// Something that is touched by one thread at a time, and passed on by others.
package struct Confined<Value>: @unchecked Sendable {
    package let value: Value
    package init(_ value: Value) { self.value = value }
}
