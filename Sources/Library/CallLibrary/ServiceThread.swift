// SPDX-License-Identifier: MIT

package import CallClient
package import Dispatch
import Foundation
import Glibc
package import SDBus

/// The process's one client of the service, on a thread of its own that waits for messages: an app with a blocked main
/// queue still answers the bus. Waking a thread takes longer than all else, so no thread is woken without need:
///
/// * A request is sent by the thread that makes it, if the connection is free. So everything in here happens on one
///   thread at a
///   time, the one that has the lock.
/// * The thread that reads a message also tells the app, on the app's queue. Meanwhile it does not have the lock. It
///   has a deputy,
///   a second thread, which waits for messages in its place if the app takes long.
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

    private let appQueues = AppQueues()
    private var pending = Pending()

    /// What the app has not been told since the lock was taken.
    private struct Pending {
        /// A queue for each news.
        var queues: [DispatchQueue] = []
        /// The answers that tasks wait for.
        var answers: [@Sendable () -> Void] = []

        var isEmpty: Bool { queues.isEmpty && answers.isEmpty }
    }

    /// Wakes the deputy.
    private let alarm: Alarm
    /// In µs: how long the app may take before the deputy waits for messages; at most twice as long. The kernel ticks
    /// more often than that, so it need not set the timer of the processor, which takes longer than all else on a
    /// virtual machine.
    private static let patience = 10_000
    private var isDeputyReady = false
    /// Whether the thread that waits for messages tells the app something, so that none does.
    private var isAway = false
    /// How often it has gone away so far.
    private var absences = 0
    /// The absence that the alarm is for, and when it goes off. It is not cancelled when that absence ends, because
    /// that would take as long as the rest: the next absences need no alarm until it has gone off. Nil if it is not
    /// set.
    private var alarmed: (absence: Int, due: UInt64)?

    private init() {
        client = CallClient()
        providers = Providers(client, log: Self.log)
        do throws(BusError) {
            loop = try EventLoop()
            alarm = try Alarm()
            loop.log = Self.log
            bell = try LoopBell(loop) { [unowned self] in mailbox.deliver(to: self) }
            try providers.begin()
        } catch {
            preconditionFailure("CallKit cannot make its event loop: \(error)")
        }
        let this = Confined(self)
        Thread.detachNewThread { this.value.live { this.value.connect() } }
        Thread.detachNewThread { this.value.live { this.value.standIn() } }
    }

    /// The log of the app: an entry is a line with the message and `name=value` for each value.
    static let log = Log { message, values in
        let line = values.reduce("\(message)") { "\($0) \($1.name)=\($1.value)" }
        NSLog("CallKit: %@", line)
    }

    // MARK: The two threads

    /// Takes the lock, and the loop with it.
    private func takeLock() {
        lock.lock()
        loop.adopt()
    }

    private func live(_ begin: () -> Void) {
        takeLock()
        begin()
        do throws(BusError) {
            while true {
                try lead()
                standIn()
            }
        } catch {
            lock.unlock()
            NSLog("CallKit: %@", "\(error)")
        }
    }

    /// Waits for messages, and handles them. Returns when the deputy does so instead.
    private func lead() throws(BusError) {
        while deliverPending() {
            try loop.turn { descriptor in
                var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                lock.unlock()
                poll(&events, 1, -1)
                takeLock()
            }
        }
    }

    /// Returns when the thread that leads has been away for too long: then this one leads.
    private func standIn() {
        isDeputyReady = true
        repeat {
            lock.unlock()
            alarm.wait()
            takeLock()
        } while !isAwayTooLong()
        (isDeputyReady, isAway) = (false, false)
    }

    /// The alarm has gone off.
    private func isAwayTooLong() -> Bool {
        let before = alarmed
        alarmed = nil
        guard isAway else { return false }
        // Before its time it goes off because the app waits for the service.
        guard let before, before.absence != absences, before.due <= SystemClock.monotonic else { return true }
        setAlarm()
        return false
    }

    private func setAlarm() {
        alarmed = (absences, SystemClock.monotonic + UInt64(Self.patience))
        alarm.set(after: Self.patience)
    }

    /// Tells the app all news, without the lock. The last one is told by this thread, because after it there is nothing
    /// to do but to wait. The main queue has a thread of its own. False if the deputy leads since.
    private func deliverPending() -> Bool {
        if pending.isEmpty { return true }
        var pending = takePending()
        guard isDeputyReady, let last = pending.queues.last, !appQueues.isMain(last) else {
            lock.unlock()
            send(pending)
            takeLock()
            return true
        }
        pending.queues.removeLast()
        isAway = true
        absences += 1
        if alarmed == nil { setAlarm() }
        lock.unlock()
        send(pending)
        last.sync { appQueues.runNext(last) }
        takeLock()
        guard isDeputyReady else { return false }
        isAway = false
        return true
    }

    private func takePending() -> Pending {
        defer { pending = Pending() }
        return pending
    }

    /// The news first: a task that has its answer should find that they are on their way.
    private func send(_ pending: Pending) {
        for queue in pending.queues { queue.async { [appQueues] in appQueues.runNext(queue) } }
        for answer in pending.answers { answer() }
    }

    /// The calling thread is about to wait for the service. If it tells the app something, the deputy must lead at
    /// once.
    package static func willWait() { shared.value.alarm.set(after: 1) }

    /// Calls `body` on a queue of the app, after everything that was told there before. Call it on the service thread.
    package static func notify(_ queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        shared.value.appQueues.add(body, for: queue)
        shared.value.pending.queues.append(queue)
    }

    /// Gives a task the answer that it waits for, after all news. Call it on the service thread.
    package static func give<Answer>(_ answer: Answer, to task: AwaitedAnswer<Answer>) {
        shared.value.pending.answers.append { task.give(answer) }
    }

    // MARK: Requests

    private func perform(_ letter: @escaping Mailbox<ServiceThread>.Letter) {
        let isFirst = mailbox.put(letter)
        // The thread that has the lock may come here too, through a callback; the letter then waits for the bell.
        guard lock.try() else {
            if isFirst { bell?.ring() }
            return
        }
        loop.adopt()
        defer {
            let pending = takePending()
            lock.unlock()
            send(pending)
        }
        // Only the thread itself looks for a bus that is gone.
        if client.connection != nil { mailbox.deliver(to: self) }
        if client.connection?.isSettled != true { bell?.ring() }
    }

    /// Runs `body` once after that time, unless the timer is released before.
    package func timer(after microseconds: UInt64, _ body: @escaping () -> Void) -> SDBus.Timer? {
        bell?.ring()
        return loop.timer(after: microseconds, body)
    }

    // MARK: The bus

    /// The bus that the service is on: the system's, or the one in `MONKEYCALL_BUS`.
    package static var address: BusAddress {
        let option = ProcessInfo.processInfo.environment["MONKEYCALL_BUS"] ?? ""
        return option.isEmpty ? .system : BusAddress(option: option)
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
        retry = loop.timer(after: 1_000_000) { [unowned self] in connect() }
    }
}

/// A value that one thread at a time touches, and that other threads pass on.
package struct Confined<Value>: @unchecked Sendable {
    package let value: Value
    package init(_ value: Value) { self.value = value }
}
