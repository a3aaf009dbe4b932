// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Handles the calls of many connections in turns, one call of each, so that a flood from one connection does not delay
/// another.
///
/// A call that arrives alone is handled at once. If more messages have arrived, they are all read first, and the calls
/// of each connection wait in a line. The calls of one connection stay in order. Signals and replies do not wait.
///
/// Departures from the bus are reported before the next turn, so that a restarted program finds nothing of its previous
/// run. The first few waiting calls of a connection that left are still handled, because a program may call without
/// waiting for the reply.
///
/// A line stands still while the bus answers a question about its connection: once for the credentials, and from time
/// to time for the number of unread bytes. So the loop never waits for the bus.
final class CallTurns {
    private unowned let connection: BusConnection
    private let loop: EventLoop
    private let refusal: (CallRefusal) -> BusError
    private var waiting: WaitingCalls
    private var unread: UnreadBytes
    /// The connections that have left the bus and are not reported yet, the first one first.
    private var leaving: [String] = []
    private var filter: BusSlot?
    private var next: RequestedTurn?
    private var afterOthers: RequestedTurn?
    /// The call that is being handled.
    private var current: OpaquePointer?
    private var arriving: ArrivingMessages
    /// The size of the message that was read last.
    private var lastSize = 0
    /// The pauses of connections whose unread bytes the bus does not report.
    private var pauses: [String: Timer] = [:]
    /// The connections about which the bus is being asked.
    private var asked: Set<String> = []
    /// The connections among them whose lines wait for the answer.
    private var standing: Set<String> = []
    /// The connections that had too many unread bytes when the bus was asked last.
    private var blocked: Set<String> = []
    /// Whether so many calls waited that memory can be returned to the system.
    private var hasGrown = false

    /// The most messages to read between two turns: reading must not delay turns.
    private static let readAhead = 1_024
    /// The most calls to handle of a connection that has left.
    private static let lastCalls = 16
    /// If the waiting calls take more bytes than this, there is a flood.
    private static let grown = 1 << 20
    /// If the bus has not taken this many messages, refusals are not sent.
    private static let mostUnsent = 4_096
    /// The length of a pause in microseconds.
    private static let pause: UInt64 = 1_000_000

    init(
        _ connection: BusConnection, _ loop: EventLoop, waitingBytes: Int, unreadBytes: Int,
        _ refusal: @escaping (CallRefusal) -> BusError
    ) throws(BusError) {
        self.connection = connection
        self.loop = loop
        self.refusal = refusal
        waiting = WaitingCalls(bytes: waitingBytes)
        unread = UnreadBytes(total: unreadBytes)
        arriving = ArrivingMessages(connection, loop)
        next = try RequestedTurn(loop, .nextTurn) { [unowned self] in round() }
        afterOthers = try RequestedTurn(loop, .afterOthers) { [unowned self] in goOn() }
        filter = try .filter(connection, { [unowned self] in mustWait($0) }) { [unowned self] message in
            enqueue(message)
            return true
        }
    }

    deinit { arriving.deallocate() }

    // MARK: Messages that arrive

    /// False for a call that is handled at once, and for every other message.
    private func mustWait(_ message: OpaquePointer) -> Bool {
        guard message != current else { return false }
        let isCall = sd_bus_message_is_method_call(message, nil, nil) > 0
        if isCall || sd_bus_message_is_signal(message, nil, nil) > 0 { lastSize = arriving.takeSize(of: message) }
        guard isCall, let name = sd_bus_message_get_sender(message) else { return false }
        let sender = String(cString: name)
        guard !arriving.isAny(), waiting.isEmpty, leaving.isEmpty, !connection.isWriting,
            connection.isKnown(sender), !unread.isOver(sender)
        else { return true }
        unread.begin(message, of: sender)
        return false
    }

    private func enqueue(_ message: Message) {
        let sender = message.sender
        // Waiting messages keep their descriptors. The last quarter is for messages that are only read.
        guard connection.descriptorsInUse < (waiting.has(sender) ? 0.5 : 0.75),
            waiting.append(message, size: lastSize, from: sender)
        else { return refuse(message, .waiting, sender) }
        hasGrown = hasGrown || waiting.size > Self.grown
        goOn()
    }

    /// Whether nothing is kept for any connection.
    var isIdle: Bool { waiting.isEmpty && leaving.isEmpty && unread.isEmpty }

    /// Notes that a connection has left the bus.
    func leave(_ name: String) {
        leaving.append(name)
        next?.ask()
    }

    // MARK: Messages that are sent

    /// Adds bytes to the reply to the present call.
    func replied(_ bytes: Int) { unread.replied(bytes) }

    /// Whether a connection may get a signal: not if the bus reports too many unread bytes. The bytes sent since the
    /// last report do not decide, because the connection may have read them all.
    func maySignal(_ name: String) -> Bool {
        guard unread.isOver(name) else { return true }
        countUnread(of: name)
        return !blocked.contains(name)
    }

    /// Notes that a connection was sent a signal.
    func signalled(_ bytes: Int, to name: String) {
        // Only the departure of known peers clears their count.
        if connection.isKnown(name) { unread.sent(bytes, to: name) }
    }

    /// Whether a connection has left the bus and the service does not know that yet.
    func isLeaving(_ name: String) -> Bool { !leaving.isEmpty && leaving.contains(name) }

    private func refuse(_ message: Message, _ reason: CallRefusal, _ sender: String) {
        // Unread errors take as much memory as unread replies.
        guard !unread.isFarOver(sender), connection.unsentMessages < Self.mostUnsent else { return }
        unread.sent(0, to: sender)
        connection.refuse(message, refusal(reason))
    }

    // MARK: Turns

    private func round() {
        read()
        takeLeave()
        // One connection gets its turn. None does while the bus does not take our messages.
        while !connection.isWriting, let sender = waiting.nextSender(), !takesTurn(sender) {}
        goOn()
    }

    /// Reads all messages first, so that a new caller does not wait behind a flood.
    private func read() {
        for _ in 0..<Self.readAhead {
            guard arriving.isAny() else { return }
            guard connection.process() else { return arriving.stop() }
        }
    }

    /// Handles the first call of a connection. False if its line must wait for an answer of the bus.
    private func takesTurn(_ sender: String) -> Bool {
        guard connection.isKnown(sender) else {
            identify(sender)
            return false
        }
        guard !unread.isOver(sender) else {
            standing.insert(sender)
            countUnread(of: sender)
            return false
        }
        if let message = waiting.takeFirst(of: sender) { handle(message, of: sender) }
        waiting.resume(sender)
        return true
    }

    private func takeLeave() {
        guard !leaving.isEmpty else { return }
        while let name = leaving.first {
            for message in waiting.takeAll(of: name).prefix(Self.lastCalls) where connection.isKnown(name) {
                handle(message, of: name)
            }
            connection.forgetPeer(name)
            unread.set(0, for: name)
            pauses[name] = nil
            asked.remove(name)
            standing.remove(name)
            blocked.remove(name)
            leaving.removeFirst()
        }
        connection.endUnusedWatch()
    }

    private func handle(_ message: Message, of sender: String) {
        unread.begin(message.raw, of: sender)
        current = message.raw
        defer { current = nil }
        guard sd_bus_enqueue_for_read(connection.raw, message.raw) >= 0 else { return }
        while connection.hasReadMessages, connection.process() {}
    }

    /// Requests the next round if there is something to do in it, and returns memory after the last round.
    private func goOn() {
        let mayReturnMemory = hasGrown && waiting.isEmpty
        if !leaving.isEmpty {
            next?.ask()
        } else if connection.isWriting {
            if waiting.isReady || mayReturnMemory { afterOthers?.ask() }
        } else if waiting.isReady {
            next?.ask()
        } else if mayReturnMemory {
            hasGrown = false
            malloc_trim(0)
        }
    }

    // MARK: Questions to the bus

    private func identify(_ sender: String) {
        connection.identify(sender) { [unowned self] in identified(sender, $0) }
    }

    private func identified(_ sender: String, _ error: BusError?) {
        if let error {
            for message in waiting.takeAll(of: sender) { connection.refuse(message, error) }
            // It has left, maybe before its departure was followed.
            unread.set(0, for: sender)
            connection.endUnusedWatch()
        }
        waiting.resume(sender)
        goOn()
    }

    private func countUnread(of sender: String) {
        guard asked.insert(sender).inserted else { return }
        do throws(BusError) {
            try connection.askUnreadBytes(of: sender) { [unowned self] in counted(sender, $0) }
        } catch {
            counted(sender, nil)
        }
    }

    private func counted(_ sender: String, _ bytes: Int?) {
        guard asked.contains(sender) else { return }
        guard let bytes else { return pause(sender) }
        asked.remove(sender)
        unread.set(bytes, for: sender)
        let isOver = unread.isOver(sender)
        if isOver { blocked.insert(sender) } else { blocked.remove(sender) }
        // A line that does not wait for this answer needs no resume.
        guard standing.remove(sender) != nil else { return }
        if isOver {
            for message in waiting.takeAll(of: sender) { refuse(message, .unread, sender) }
        }
        waiting.resume(sender)
        goOn()
    }

    private func pause(_ sender: String) {
        pauses[sender] = try? loop.timer(after: Self.pause) { [unowned self] in
            pauses[sender] = nil
            counted(sender, 0)
        }
    }
}

extension BusConnection {
    /// Handles the calls of each connection in its turn, as long as this connection is open. A peer may take half of
    /// the bytes that are left: of `waitingBytes` with calls that wait for their turn, of `unreadBytes` with replies
    /// and signals that it does not read. Beyond that its calls are answered with the error that `refusal` makes. Call
    /// this last, after `onCall`.
    public func takeTurns(
        waitingBytes: Int, unreadBytes: Int, _ refusal: @escaping (CallRefusal) -> BusError
    ) throws(BusError) {
        guard let loop else { throw .failed("A connection without a loop takes no turns") }
        // Turns come before the loop's own reading, because they read by themselves. Timers keep the normal priority.
        try check(sd_bus_detach_event(raw), "Detaching the bus from the loop")
        let priority = Int32(SD_EVENT_PRIORITY_NORMAL) + 1
        try check(sd_bus_attach_event(raw, loop.raw, priority), "Attaching the bus to the loop")
        turns = try CallTurns(self, loop, waitingBytes: waitingBytes, unreadBytes: unreadBytes, refusal)
    }

    /// The number of messages that the bus has not taken yet.
    fileprivate var unsentMessages: Int {
        var count: UInt64 = 0
        return sd_bus_get_n_queued_write(raw, &count) >= 0 ? Int(clamping: count) : 0
    }

    fileprivate var isWriting: Bool { unsentMessages > 0 }

    /// The used part of the descriptors that the process may have. The kernel hands out the lowest free number.
    fileprivate var descriptorsInUse: Double {
        let lowest = fcntl(sd_bus_get_fd(raw), F_DUPFD_CLOEXEC, 0)
        guard lowest >= 0 else { return 1 }
        Glibc.close(lowest)
        return Double(lowest) / Double(Self.mostDescriptors)
    }

    private static let mostDescriptors = sysconf(Int32(_SC_OPEN_MAX))

    /// Whether sd-bus has read messages that are not handled yet.
    fileprivate var hasReadMessages: Bool {
        var count: UInt64 = 0
        return sd_bus_get_n_queued_read(raw, &count) >= 0 && count > 0
    }

    /// Writes, reads and handles at most one message; false if there was nothing to do.
    fileprivate func process() -> Bool { sd_bus_process(raw, nil) > 0 }
}
