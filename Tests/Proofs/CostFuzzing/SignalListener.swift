// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A subscriber that reads all the time, on a thread of its own: what it hears is not late because the bystander waits
/// for something else. It reads all objects again when the service says that it has left out signals.
final class SignalListener: @unchecked Sendable {
    private let clock: ServiceClock
    private let changed = NSCondition()
    private var arrivals: [String: ServiceClock.Reading] = [:]
    /// The objects by their paths. Only the thread uses it.
    private var objects: Set<String> = []
    private var isOutOfDate = false
    private let done = DispatchSemaphore(value: 0)
    private let wishes: (read: Descriptor, write: Descriptor)

    /// What another thread wants of this one.
    private enum Wish: UInt8 {
        case subscribe
        case end
    }

    init(address: String, uid: UInt32, group: ControlGroup, clock: ServiceClock) throws {
        self.clock = clock
        wishes = try Descriptor.pipe()
        let client = try Handed(BusClient(address: address, uid: uid, controlGroup: group))
        try client.value.subscribe()
        let thread = Thread { [self] in
            preferThisThread()
            client.value.onMessage = { [self] in note($0) }
            listen(client.value)
            client.value.close()
            done.signal()
        }
        thread.start()
    }

    /// Subscribes to another service after a restart.
    func subscribe() throws {
        try wishes.write.write([Wish.subscribe.rawValue])
        done.wait()
    }

    func stop() {
        try? wishes.write.write([Wish.end.rawValue])
        done.wait()
    }

    /// Waits for the signal about that object; nil = it does not come.
    func wait(for member: String, _ path: String, timeout: Double) -> ServiceClock.Reading? {
        let deadline = Date(timeIntervalSinceNow: timeout)
        return changed.withLock {
            while arrivals[member + path] == nil {
                guard changed.wait(until: deadline) else { return nil }
            }
            return arrivals.removeValue(forKey: member + path)
        }
    }

    private func listen(_ client: BusClient) {
        while true {
            client.waitForInput(or: wishes.read, until: Deadline(after: isOutOfDate ? 0.05 : 1))
            client.forgetSignals()
            if isOutOfDate { readObjects(client) }
            switch nextWish() {
            case nil: continue
            case .subscribe:
                // To read all objects subscribes, too.
                do { try client.subscribe() } catch { isOutOfDate = true }
                done.signal()
            case .end: return
            }
        }
    }

    private func nextWish() -> Wish? {
        guard wishes.read.waitReadable(until: Deadline(after: 0)) else { return nil }
        var byte: UInt8 = 0
        return read(wishes.read.number, &byte, 1) == 1 ? Wish(rawValue: byte) : nil
    }

    /// Without an answer it tries again: the service is being restarted, or the bus has no room for the question.
    private func readObjects(_ client: BusClient) {
        isOutOfDate = false
        guard let present = try? client.managedObjects() else { return isOutOfDate = true }
        for path in objects.subtracting(present.keys) { note("InterfacesRemoved", path) }
        for path in present.keys where !objects.contains(path) { note("InterfacesAdded", path) }
    }

    private func note(_ message: BusMessage) {
        if message.member == "SubscriptionEnded" { isOutOfDate = true }
        guard let member = message.member, member.hasPrefix("Interfaces"), let path = message.arguments.first?.string
        else { return }
        note(member, path)
    }

    private func note(_ member: String, _ path: String) {
        if member == "InterfacesAdded" { objects.insert(path) } else { objects.remove(path) }
        let reading = clock.read()
        changed.withLock {
            arrivals[member + path] = reading
            changed.broadcast()
        }
    }
}

/// Moves a value to another thread, which is the only one to use it from then on.
struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// The clients that measure run before the attackers, so that they measure the service and not the scheduler. Without
/// effect where the rights are missing.
func preferThisThread() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -5) }
