// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Handles the calls of many connections in turns, one call of each, so that a flood of one connection does not delay
/// another.
///
/// A call that comes alone is handled at once. As soon as more is there, all that has come is read first, and each
/// connection has a line of calls that wait. The calls of one connection stay in order. Signals and replies do not wait.
///
/// That connections have left the bus is told before anybody else has a turn, so that a program that starts again finds
/// nothing of the one before. Of the calls that they have left behind the first few are handled: a program may call
/// without waiting for the reply.
///
/// A line stands still while the bus is asked: at its first call, whose connection it is; and from time to time, how
/// much the connection leaves unread. So the loop never waits for the bus.
final class CallTurns {
    private unowned let connection: BusConnection
    private let loop: EventLoop
    private let refusal: (CallRefusal, _ sender: String) -> BusError
    private var waiting: WaitingCalls
    private var unread: UnreadBytes
    /// The connections that have left the bus, in that order.
    private var leaving: [String] = []
    private var filter: BusSlot?
    private var next: LoopSource?
    private var afterOthers: LoopSource?
    /// The call that has its turn.
    private var current: OpaquePointer?
    private var arriving: ArrivingMessages
    /// Of the message that was read last.
    private var lastSize = 0
    /// If the bus does not report unread bytes, the connection's calls wait this long.
    private var pauses: [String: Timer] = [:]
    /// The connections whose unread bytes the bus is asked for.
    private var asked: Set<String> = []
    /// Those of them whose lines wait for the answer.
    private var standing: Set<String> = []
    /// The connections that have left too much unread, as the bus said last.
    private var blocked: Set<String> = []
    /// Whether there was so much to keep that memory can be given back to the system.
    private var hasGrown = false

    /// So many messages are read between two turns at most: reading must not keep calls from their turns.
    private static let readAhead = 1_024
    /// So many calls of a connection that has left are handled.
    private static let lastCalls = 16
    /// Calls that take more than this are a flood.
    private static let grown = 1 << 20
    /// While the bus has not taken this many messages, no error is added to them.
    private static let mostUnsent = 4_096
    /// In microseconds.
    private static let pause: UInt64 = 1_000_000

    init(
        _ connection: BusConnection, _ loop: EventLoop, waitingBytes: Int, unreadBytes: Int,
        _ refusal: @escaping (CallRefusal, _ sender: String) -> BusError
    ) throws(BusError) {
        self.connection = connection
        self.loop = loop
        self.refusal = refusal
        waiting = WaitingCalls(bytes: waitingBytes)
        unread = UnreadBytes(total: unreadBytes)
        arriving = ArrivingMessages(connection, loop)
        next = try LoopSource(loop, .nextTurn) { [unowned self] in round() }
        afterOthers = try LoopSource(loop, .afterOthers) { [unowned self] in goOn() }
        filter = try .filter(connection, { [unowned self] in mustWait($0) }) { [unowned self] message in
            enqueue(message)
            return true
        }
    }

    deinit { arriving.deallocate() }

    // MARK: What comes

    /// False for a call that is handled at once, and for everything that is no call.
    private func mustWait(_ message: OpaquePointer) -> Bool {
        guard message != current else { return false }
        let isCall = sd_bus_message_is_method_call(message, nil, nil) > 0
        if isCall || sd_bus_message_is_signal(message, nil, nil) > 0 { lastSize = arriving.takeSize(of: message) }
        guard isCall, let name = sd_bus_message_get_sender(message) else { return false }
        let sender = String(cString: name)
        guard !arriving.isAny(), waiting.isEmpty, leaving.isEmpty, !connection.isWriting,
            connection.peers.known[sender] != nil, !unread.isOver(sender)
        else { return true }
        unread.begin(message, of: sender)
        return false
    }

    private func enqueue(_ message: Message) {
        let sender = message.sender
        // Descriptors wait with their messages. The last quarter is for those that are only read.
        guard connection.descriptorsInUse < (waiting.has(sender) ? 0.5 : 0.75),
            waiting.append(message, size: lastSize, from: sender)
        else { return refuse(message, .waiting, sender) }
        hasGrown = hasGrown || waiting.size > Self.grown
        goOn()
    }

    /// A connection has left the bus.
    func leave(_ name: String) {
        leaving.append(name)
        next?.ask()
    }

    // MARK: What goes

    /// The reply to the call that is handled has so many bytes more.
    func replied(_ bytes: Int) { unread.replied(bytes) }

    /// Whether a connection may be sent a signal: not if the bus says that it leaves too much unread. The count since the
    /// bus was asked last is not enough, because the connection may have read everything.
    func maySignal(_ name: String) -> Bool {
        guard connection.peers.known[name] != nil, unread.isOver(name) else { return true }
        countUnread(of: name)
        return !blocked.contains(name)
    }

    /// A connection was sent a signal.
    func signalled(_ bytes: Int, to name: String) {
        // Of others it would not be told that they leave.
        if connection.peers.known[name] != nil { unread.sent(bytes, to: name) }
    }

    /// Whether a connection has left and the service has not been told.
    func isLeaving(_ name: String) -> Bool { !leaving.isEmpty && leaving.contains(name) }

    private func refuse(_ message: Message, _ reason: CallRefusal, _ sender: String) {
        // Errors that are not read are as much in the way as replies.
        guard !unread.isFarOver(sender), connection.unsentMessages < Self.mostUnsent else { return }
        unread.sent(0, to: sender)
        message.replyError(refusal(reason, sender))
    }

    // MARK: Turns

    private func round() {
        read()
        takeLeave()
        // Until one had its turn. While the bus does not take what is sent, nothing is added to it.
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

    /// Handles the first call of a connection. False if the bus is asked something first.
    private func takesTurn(_ sender: String) -> Bool {
        guard connection.peers.known[sender] != nil else {
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
        while let name = leaving.first {
            for message in waiting.takeAll(of: name).prefix(Self.lastCalls) where connection.peers.known[name] != nil {
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
    }

    private func handle(_ message: Message, of sender: String) {
        unread.begin(message.raw, of: sender)
        current = message.raw
        defer { current = nil }
        guard sd_bus_enqueue_for_read(connection.raw, message.raw) >= 0 else { return }
        while connection.hasReadMessages, connection.process() {}
    }

    /// Makes sure that there is a next round if there is something to do in it, and returns memory after the last one.
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

    // MARK: What the bus is asked

    private func identify(_ sender: String) {
        connection.identify(sender) { [unowned self] in identified(sender, $0) }
    }

    private func identified(_ sender: String, _ error: BusError?) {
        if let error {
            for message in waiting.takeAll(of: sender) { message.replyError(error) }
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
        // A line that does not wait for this answer keeps its place.
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
    /// Handles the calls of each connection in its turn, as long as this connection is open. The error that `refusal` makes
    /// answers a connection that takes more than half of what is left: of `waitingBytes` with calls that wait for their
    /// turn, or of `unreadBytes` with replies and signals that it does not read. Last, after `onCall`.
    public func takeTurns(
        waitingBytes: Int, unreadBytes: Int, _ refusal: @escaping (CallRefusal, _ sender: String) -> BusError
    ) throws(BusError) {
        guard let loop else { throw .failed("A connection without a loop takes no turns") }
        try watchPeers()
        // What the turns do comes before reading, as they read by themselves. Timers and the like have their turns too.
        try check(sd_bus_detach_event(raw), "Detaching the bus from the loop")
        let priority = Int32(SD_EVENT_PRIORITY_NORMAL) + 1
        try check(sd_bus_attach_event(raw, loop.raw, priority), "Attaching the bus to the loop")
        turns = try CallTurns(self, loop, waitingBytes: waitingBytes, unreadBytes: unreadBytes, refusal)
    }

    /// How many messages the bus has not taken yet.
    fileprivate var unsentMessages: Int {
        var count: UInt64 = 0
        return sd_bus_get_n_queued_write(raw, &count) >= 0 ? Int(clamping: count) : 0
    }

    fileprivate var isWriting: Bool { unsentMessages > 0 }

    /// The part of the descriptors that the process may have. The kernel gives out the lowest number that is free.
    fileprivate var descriptorsInUse: Double {
        let lowest = fcntl(sd_bus_get_fd(raw), F_DUPFD_CLOEXEC, 0)
        guard lowest >= 0 else { return 1 }
        Glibc.close(lowest)
        return Double(lowest) / Double(Self.mostDescriptors)
    }

    private static let mostDescriptors = sysconf(Int32(_SC_OPEN_MAX))

    /// Whether messages were read that are not handled yet.
    fileprivate var hasReadMessages: Bool {
        var count: UInt64 = 0
        return sd_bus_get_n_queued_read(raw, &count) >= 0 && count > 0
    }

    /// Writes, reads and handles one message at most; false when there was nothing to do.
    fileprivate func process() -> Bool { sd_bus_process(raw, nil) > 0 }
}
