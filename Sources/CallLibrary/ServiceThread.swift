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

    package let client: CallClient
    /// The providers of this process.
    package let providers: Providers
    private let lock = NSLock()
    private let mailbox = Mailbox<ServiceThread>()
    private let loop: EventLoop
    private var bell: LoopBell?
    private var retry: SDBus.Timer?

    private init() {
        client = CallClient()
        providers = Providers(client) { NSLog("CallKit: %@", $0) }
        do throws(BusError) {
            loop = try EventLoop()
            bell = try LoopBell(loop) { [unowned self] in open() }
            try providers.begin()
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
}

/// A value that one thread at a time touches, and that other threads pass on.
package struct Confined<Value>: @unchecked Sendable {
    package let value: Value
    package init(_ value: Value) { self.value = value }
}
