// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Handles the calls of many connections in turns, one call of each, so that a flood from one connection does not delay
/// another. `TurnOrder` has the order.
///
/// A call that arrives alone is handled at once. If more messages have arrived, they are all read first, and the calls
/// of each connection wait in a line. The calls of one connection stay in order. Signals and replies do not wait.
///
/// Between two turns some departures from the bus are reported, but only one that has consequences, and one slice of
/// other work is done (`BusConnection.slicedWork`), so that neither delays a turn by more than another turn does. A
/// call waits for the departures before it that may be of an earlier run of its program, and for the work that concerns
/// its user. The first few waiting calls of a connection that left are still handled, because a program may call
/// without waiting for the reply. During a flood each turn, and what is done between two, waits until the bus has time.
///
/// A line stands still while a question about its connection waits for its answer: once for the credentials, and from
/// time to time for the number of unread bytes. So the loop never waits for the bus. The answers come over another
/// connection, if there is one (`BusConnection.questions`), so they do not wait behind the calls that have arrived.
///
/// A message that is larger than its method needs never gets into memory. A call without its arguments takes its place
/// in the line, and is refused in its turn. Two other kinds never get into memory, so that a flood costs little more
/// than what the bus needs to bring it: a call for which its connection's line has no room is refused at once, and a
/// signal to which nothing listens is dropped.
final class CallTurns {
    private unowned let connection: BusConnection
    private let refusal: (CallRefusal) -> BusError
    private var waiting: WaitingCalls
    private var unread: UnreadBytes
    private var unanswered: UnansweredCalls
    /// The connections that have left the bus and are not reported yet.
    private var leaving = Departures()
    /// The calls of the first of them that were handled since it left.
    private var lastCallsHandled = 0
    private var filter: BusSlot?
    private var next: RequestedTurn?
    private var afterOthers: RequestedTurn?
    private(set) var questions = UnreadQuestions()
    private var strangers = Strangers()
    /// Whether so many calls waited that memory can be returned to the system.
    private var hasGrown = false
    private var isInRound = false
    /// The question to the bus during a flood: whether it has no answer yet, and whether the last one had none in time.
    private var question = (isOpen: false, isLate: false)
    /// How long a turn waits for the answer, in microseconds. It takes a few milliseconds.
    var patience: UInt64 = 100_000
    /// Whether the next turn waits for the answer.
    var awaitsBus: Bool { question.isOpen && !question.isLate }

    /// The most messages to read between two turns: reading must not delay turns.
    private static let readAhead = 1_024
    /// The most calls to handle of a connection that has left, one between two turns.
    private static let lastCalls = 8
    /// The most departures to report between two turns.
    private static let departures = 16
    /// If the waiting calls take more bytes than this, there is a flood.
    private static let grown = 1 << 20
    /// If the bus has not taken this many messages, refusals are not sent.
    private static let mostUnsent = 4_096

    init(
        _ connection: BusConnection, _ loop: EventLoop, waitingBytes: Int, unreadBytes: Int, unanswered: Int,
        _ refusal: @escaping (CallRefusal) -> BusError
    ) throws(BusError) {
        self.connection = connection
        self.refusal = refusal
        waiting = WaitingCalls(bytes: waitingBytes)
        unread = UnreadBytes(total: unreadBytes)
        self.unanswered = UnansweredCalls(most: unanswered)
        next = try RequestedTurn(loop, .nextTurn) { [unowned self] in round() }
        afterOthers = try RequestedTurn(loop, .afterOthers) { [unowned self] in goOn() }
        filter = try .filter(connection, { [unowned self] in mustWait($0) }) { [unowned self] message in
            enqueue(WaitingCall(message: message, size: connection.source?.lastSize ?? 0))
            return true
        }
        // Turns come before the loop's own reading, because they read by themselves. All others come before turns:
        // timers, signals of the system, and the answers about callers.
        connection.source?.setPriority(RequestedTurn.nextTurnPriority + 1)
        connection.source?.isLeftOut = { [unowned self] in leavesOut($0) }
    }

    // MARK: Messages that arrive

    /// Whether a message is left out.
    private func leavesOut(_ header: MessageHeader) -> Bool {
        switch header.kind {
        case .call: return leavesOutLarge(header) || refusesFlood(header)
        case .signal: return leavesOutLarge(header) || !hears(header)
        case .reply, .error, nil: return leavesOutLarge(header)
        }
    }

    private func leavesOutLarge(_ header: MessageHeader) -> Bool {
        guard header.size > ExportedRow.mostBytes else { return false }
        let texts = header.texts
        let most =
            header.kind == .call
            ? connection.mostBytes(ofMethod: texts[.member] ?? "", in: texts[.interface] ?? "") : ExportedRow.mostBytes
        return connection.leavesOut(header, moreThan: most) { call in
            enqueue(WaitingCall(message: call, size: header.length, refusal: .size(most: most)))
        }
    }

    private func hears(_ signal: MessageHeader) -> Bool {
        connection.hearsOthers || signal.text(.sender) == BusName.bus.text
    }

    /// Refuses a call for which the line of its connection has no room.
    private func refusesFlood(_ header: MessageHeader) -> Bool {
        guard let sender = header.text(.sender), waiting.has(sender), !waiting.hasRoom(header.size, of: sender)
        else { return false }
        if header.wantsReply, mayRefuse(sender), let call = Message(header, on: connection.raw) {
            refuse(call, .waiting, sender)
        }
        return true
    }

    /// False for a call that is handled at once, and for every other message.
    private func mustWait(_ message: OpaquePointer) -> Bool {
        guard let source = connection.source, message != source.repeated,
            sd_bus_message_is_method_call(message, nil, nil) > 0, let name = sd_bus_message_get_sender(message)
        else { return false }
        let sender = String(cString: name)
        guard !source.isAny(), waiting.isEmpty, leaving.isEmpty, !connection.isWriting,
            let peer = connection.knownPeer(sender), mayHaveTurn(peer.uid), !unread.isOver(sender),
            !unanswered.isFull(UnansweredCalls.Program(peer))
        else { return true }
        unread.note(peer)
        unread.begin(message, of: sender)
        return false
    }

    private func enqueue(_ call: WaitingCall) {
        let sender = call.message.sender
        defer { goOn() }
        let isNew = !waiting.has(sender)
        // Waiting messages keep their descriptors. The last quarter is for messages that are only read.
        guard connection.descriptorsInUse < (isNew ? 0.75 : 0.5), waiting.append(call, from: sender)
        else { return refuse(call.message, .waiting, sender) }
        hasGrown = hasGrown || waiting.size > Self.grown
        if isNew { admit(sender) }
    }

    /// Lets the line of a connection take part in the turns, when the connection is known.
    private func admit(_ sender: String) {
        guard let peer = connection.knownPeer(sender) else { return identify(sender) }
        unread.note(peer)
        queue(sender, of: peer)
    }

    /// Puts a connection at the end of the order, when the departures that concern it are reported.
    private func queue(_ sender: String, of peer: Peer) {
        if waiting.removeEmpty(sender) || leaving.hold(sender, of: Departures.Kin(peer)) { return }
        waiting.resume(sender, of: peer)
    }

    /// Whether nothing is kept for any connection.
    var isIdle: Bool { waiting.isEmpty && leaving.isEmpty && unread.isEmpty }

    /// Notes that a connection has left the bus.
    func leave(_ name: String) {
        leaving.append(name, of: connection.knownPeer(name).map(Departures.Kin.init))
        next?.ask()
    }

    // MARK: Messages that are sent

    /// Adds bytes to the reply to the present call.
    func replied(_ bytes: Int) { unread.replied(bytes) }

    /// Whether a connection may get a signal.
    func maySignal(_ name: String) -> Bool {
        guard unread.isOver(name) else { return true }
        countUnread(of: name)
        return mayTakeMore(name)
    }

    /// Whether a connection that is asked how much it has read may get more meanwhile: not if by the last answer it has
    /// too many unread bytes, and not more than its share.
    private func mayTakeMore(_ name: String) -> Bool {
        !questions.blocked.contains(name) && !unread.isOverSinceMark(name)
    }

    /// Notes that a connection was sent a signal, or a reply to an earlier call.
    func sent(_ bytes: Int, to name: String) {
        // Only the departure of known peers clears their count.
        guard let peer = connection.knownPeer(name) else { return }
        unread.note(peer)
        unread.sent(bytes, to: name)
    }

    /// Whether a connection has left the bus and the service does not know that yet.
    func isLeaving(_ name: String) -> Bool { leaving.contains(name) }

    private func refuse(_ message: Message, _ reason: CallRefusal, _ sender: String) {
        guard mayRefuse(sender) else { return }
        unread.sent(0, to: sender)
        connection.refuse(message, refusal(reason))
    }

    /// Unread errors take as much memory as unread replies.
    private func mayRefuse(_ sender: String) -> Bool {
        !unread.isFarOver(sender) && connection.unsentMessages < Self.mostUnsent
    }

    // MARK: Turns

    private func round() {
        isInRound = true
        defer { isInRound = false }
        read()
        askAboutStrangers()
        if !awaitsBus { workBetweenReads() }
        goOn()
    }

    /// Departures, a slice of other work, and one turn. Nothing is done while the bus does not take our messages.
    private func workBetweenReads() {
        if !connection.isWriting { waitForBusInFlood() }
        if !connection.isWriting { takeLeave() }
        if !connection.isWriting { connection.slicedWork?.doSlice() }
        while !connection.isWriting, let sender = waiting.nextSender(ofUser: mayHaveTurn), !takesTurn(sender) {}
    }

    /// During a flood the next turn waits for an answer of the bus. Between two answers the bus brings some messages of
    /// each program. With the replies of all waiting calls at once it would have so much to do that it brings the call
    /// of another program seconds later. The answer itself must not wait behind the flood, so nothing waits while
    /// somebody floods the other connection too.
    private func waitForBusInFlood() {
        guard waiting.size > Self.grown, connection.asksSeparately, !question.isOpen else { return }
        question.isOpen = true
        connection.questions.ask(.bus("GetId"), timeout: patience) { [unowned self] answer in
            if case .success = answer { question.isLate = false } else { question.isLate = true }
            question.isOpen = false
            goOn()
        }
    }

    private func mayHaveTurn(_ uid: UInt32) -> Bool {
        !(connection.slicedWork?.concerns(uid) ?? false)
    }

    /// Reads all messages first, so that a new caller does not wait behind a flood.
    private func read() {
        for _ in 0..<Self.readAhead {
            guard let source = connection.source, source.isAny(), source.process() else { return }
        }
    }

    /// Handles the first call of a connection. False if its line must wait for an answer of the bus.
    private func takesTurn(_ sender: String) -> Bool {
        guard let peer = connection.knownPeer(sender) else { return false }
        if unread.isOver(sender), !mayGoOn(sender) {
            questions.standing.insert(sender)
            countUnread(of: sender)
            return false
        }
        let program = UnansweredCalls.Program(peer)
        if unanswered.isFull(program) {
            unanswered.wait(sender, program)
            return false
        }
        if let call = waiting.takeFirst(of: sender) { handle(call, of: sender) }
        leaving.noteTurn(of: peer.uid)
        queue(sender, of: peer)
        return true
    }

    // MARK: Calls that are answered later

    /// A call of a connection will be answered later; nil if the connection is not known.
    func begin(of sender: String) -> UnansweredCalls.Program? {
        guard let peer = connection.knownPeer(sender) else { return nil }
        let program = UnansweredCalls.Program(peer)
        unanswered.begin(program)
        return program
    }

    /// The call is answered.
    func end(of program: UnansweredCalls.Program) {
        let connections = unanswered.end(program)
        guard !connections.isEmpty else { return }
        for name in connections where waiting.has(name) { admit(name) }
        goOn()
    }

    /// Whether the calls of a connection go on although it must answer a question: a program that waits for the reply
    /// to a call answers only after it.
    private func mayGoOn(_ sender: String) -> Bool { questions.pinged.contains(sender) && mayTakeMore(sender) }

    /// Handles one of the last calls of the first connection that has left, or reports some that have none: programs
    /// that only come and go must not hold back the calls of their user.
    private func takeLeave() {
        var reported = 0
        while reported < Self.departures, !connection.isWriting,
            let name = leaving.next({ !mayHaveTurn($0) })
        {
            let peer = connection.knownPeer(name)
            let isFull = peer.map { unanswered.isFull(UnansweredCalls.Program($0)) } ?? true
            if !isFull, lastCallsHandled < Self.lastCalls, let call = waiting.takeFirst(of: name) {
                lastCallsHandled += 1
                return handle(call, of: name)
            }
            if let peer { unanswered.forget(name, UnansweredCalls.Program(peer)) }
            forget(name)
            if peer != nil { reported += 1 }
            // What follows from the departure is long.
            if connection.slicedWork?.isWaiting() ?? false { break }
        }
        if leaving.isEmpty { connection.endUnusedWatch() }
    }

    private func forget(_ name: String) {
        lastCallsHandled = 0
        _ = waiting.takeAll(of: name)
        connection.forgetPeer(name)
        unread.forget(name)
        questions.forget(name)
        // They wait for no departure that came later.
        for sender in leaving.removeCurrent() {
            if let peer = connection.knownPeer(sender) { waiting.resume(sender, of: peer) }
        }
    }

    private func handle(_ call: WaitingCall, of sender: String) {
        if let reason = call.refusal { return refuse(call.message, reason, sender) }
        unread.begin(call.message.raw, of: sender)
        connection.source?.handle(call.message.raw)
    }

    /// Requests the next round if there is something to do in it, and returns memory after the last round.
    func goOn() {
        let mayReturnMemory = hasGrown && waiting.isEmpty
        let hasWork = !leaving.isEmpty || connection.slicedWork?.isWaiting() ?? false || waiting.isReady
        if connection.isWriting {
            if hasWork || mayReturnMemory { afterOthers?.ask() }
        } else if hasWork {
            // The answer leads to the next round, and so does each call that comes into a line.
            if !(awaitsBus && isInRound) { next?.ask() }
        } else if mayReturnMemory, isInRound {
            hasGrown = false
            malloc_trim(0)
        } else if mayReturnMemory {
            // The message that was just read is released first.
            next?.ask()
        }
    }

    // MARK: Questions to the bus

    private func identify(_ sender: String) {
        connection.noteFirstMessage(of: sender)
        strangers.append(sender)
        askAboutStrangers()
    }

    private func askAboutStrangers() {
        // The line of one that has left is gone.
        while let sender = strangers.next(where: waiting.has) {
            strangers.beginQuestion()
            connection.identify(sender) { [unowned self] error in
                strangers.endQuestion()
                identified(sender, error)
                if !strangers.isEmpty { next?.ask() }
            }
        }
    }

    private func identified(_ sender: String, _ error: BusError?) {
        if let error {
            for message in waiting.takeAll(of: sender) { connection.refuse(message, error) }
            // It has left, maybe before its departure was followed.
            unread.forget(sender)
            connection.endUnusedWatch()
        } else {
            admit(sender)
        }
        goOn()
    }

    private func countUnread(of sender: String) {
        guard questions.asked.insert(sender).inserted else { return }
        unread.mark(sender)
        do throws(BusError) {
            try connection.questions.askUnreadBytes(of: sender) { [unowned self] bytes in
                guard questions.asked.contains(sender) else { return }
                guard let bytes else { return ping(sender) }
                unread.set(bytes, for: sender)
                counted(sender)
            }
        } catch {
            counted(sender)
        }
    }

    private func ping(_ sender: String) {
        unread.mark(sender)
        do throws(BusError) {
            try connection.questions.askWhetherRead(by: sender) { [unowned self] hasRead in
                guard questions.asked.contains(sender) else { return }
                if hasRead { unread.set(0, for: sender) }
                counted(sender)
            }
        } catch {
            return counted(sender)
        }
        questions.pinged.insert(sender)
        guard mayGoOn(sender), questions.standing.remove(sender) != nil else { return }
        admit(sender)
        goOn()
    }

    private func counted(_ sender: String) {
        let isOver = unread.isOver(sender)
        questions.end(sender, isOver: isOver)
        // A line that does not wait for this answer needs no resume.
        guard questions.standing.remove(sender) != nil else { return }
        if isOver {
            for message in waiting.takeAll(of: sender) { refuse(message, .unread, sender) }
        }
        admit(sender)
        goOn()
    }
}
