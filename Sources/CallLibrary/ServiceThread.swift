// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import Foundation
import Glibc
package import SDBus

/// The process's one client of the service, on a thread of its own that waits for messages: an app with a blocked main queue
/// still answers the bus. A request is sent by the thread that makes it if the connection is free, because waking another
/// thread takes longer than sending.
///
/// So everything in here happens on one thread at a time, the one that has the lock.
package final class ServiceThread {
    private static let shared = Confined(ServiceThread())

    /// Runs `body` with the connection, after earlier bodies: now, or on the thread.
    package static func perform(_ body: @escaping @Sendable (ServiceThread) -> Void) { shared.value.perform(body) }

    package let client = CallClient()
    private let lock = NSLock()
    private let mailbox = Mailbox<ServiceThread>()
    private let loop: EventLoop
    private var bell: LoopBell?
    private var retry: SDBus.Timer?
    /// The providers of this process by identifier.
    package var providers: [String: ProviderLink] = [:]
    /// Whether the service tells how calls change.
    private var isFollowingCalls = false

    private init() {
        do throws(BusError) {
            loop = try EventLoop()
            bell = try LoopBell(loop) { [unowned self] in open() }
            try client.listen(to: CallManagerName.manager) { [unowned self] in heard($0) }
        } catch {
            preconditionFailure("CallKit cannot make its event loop: \(error)")
        }
        client.onPropertiesChanged { [unowned self] in callChanged($0) }
        client.observe { [unowned self] in serviceChanged($0) }
        client.register = { [unowned self] in
            for provider in providers.values { provider.register(on: self) }
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

    private func perform(_ letter: @escaping Mailbox<ServiceThread>.Letter) {
        let isFirst = mailbox.put(letter)
        // The thread that has the lock may come here too, through a callback; the letter then waits for the bell.
        guard lock.try() else {
            if isFirst { bell?.ring() }
            return
        }
        defer { lock.unlock() }
        // Only the thread itself looks for a bus that is gone.
        if client.connection != nil { open() }
        if client.connection?.isSettled != true { bell?.ring() }
    }

    private func open() {
        while case let letters = mailbox.take(), !letters.isEmpty {
            for letter in letters { letter(self) }
        }
    }

    /// Runs `body` once after that time, unless the timer is released before.
    package func timer(after microseconds: UInt64, _ body: @escaping () -> Void) -> SDBus.Timer? {
        bell?.ring()
        return try? loop.timer(after: microseconds, body)
    }

    // MARK: The bus

    /// The bus that the service is on: the system's, or the one in `MONKEYCALL_BUS`.
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
            try connection.onDisconnect { [unowned self] in disconnected() }
            try client.follow(on: connection)
            // If there is no service, this starts it.
            client.register()
        } catch {
            disconnected()
        }
    }

    private func disconnected() {
        client.disconnect()
        retry = try? loop.timer(after: 1_000_000) { [unowned self] in connect() }
    }

    private func serviceChanged(_ change: ServiceChange) {
        switch change {
        case .found: break
        case .continues: compareAudio()
        case .absent: for provider in providers.values { provider.stopAudio() }
        case .lost:
            isFollowingCalls = false
            for provider in providers.values { provider.serviceHasGone() }
        }
    }

    /// The service is back with its state. Only the calls that have the audio may differ from what it said before.
    private func compareAudio() {
        guard providers.values.contains(where: \.hasCalls) else { return }
        let get = client.standardMethod("Get", of: StandardInterface.properties)
        client.call(get, CallManagerName.audio, Key.ownerCalls.rawValue, timeout: .max) { [unowned self] reply in
            guard let reply = try? reply.get(), reply.sender == client.owner,
                let calls = (try? reply.read(Variant.self))?.strings
            else { return }
            let owners = Set(calls.compactMap { UUID(uuidString: $0) })
            for provider in providers.values { provider.compareAudio(owners) }
        }
    }

    // MARK: Messages

    /// Calls a method of the service; the bus starts it if it can. There is no time-out: if the service goes, the bus answers
    /// for it, and while it is slow it may still do what it was asked. A call that must not be lost with the service goes through
    /// the client's `report` or `request`.
    package func call<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        client.call(method, repeat each arguments, timeout: .max, then: completion)
    }

    /// The answer comes after everything that was reported before, and that the service had sent when it read the question.
    package func ping(then completion: @escaping (BusError?) -> Void) {
        client.request({ [unowned self] in client.ping(then: $0) }, then: completion)
    }

    private func heard(_ signal: Message) {
        // No request waits for the end of its transaction.
        guard let name = SignalName(rawValue: signal.member), name != .transactionCompleted,
            let values = try? signal.values(), let identifier = values.first?.string
        else { return }
        providers[identifier]?.heard(name, values, on: self)
    }

    /// Lets the service tell which call a held call is held for, because a service without its state must be told.
    func followCalls() {
        guard !isFollowingCalls else { return }
        isFollowingCalls = true
        client.report(.subscribe)
    }

    /// An ended call is held for no other.
    private func callChanged(_ change: PropertiesChange) {
        guard change.interface == CallManagerName.call, change.properties[.hasEnded]?.bool != true,
            let target = change.properties[.heldFor]?.string, let call = UUID(path: change.path)
        else { return }
        for provider in providers.values { provider.heard(call, heldFor: UUID(uuidString: target)) }
    }
}

/// A value that one thread at a time touches, and that other threads pass on.
package struct Confined<Value>: @unchecked Sendable {
    package let value: Value
    package init(_ value: Value) { self.value = value }
}
