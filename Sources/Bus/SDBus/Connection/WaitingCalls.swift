// SPDX-License-Identifier: MIT

/// A method call that waits for its turn.
struct WaitingCall {
    let message: Message
    let size: Int
    /// Why it will be refused.
    var refusal: CallRefusal?
}

/// The method calls that wait for their turn: a line for each connection, and the order of the lines.
struct WaitingCalls {
    private var lines: [String: WaitingLine<WaitingCall>] = [:]
    /// The connections that wait for a turn.
    private var order = TurnOrder()
    /// The bytes that the waiting calls take.
    private var bytes: Shares
    /// The bytes that a call takes besides its message.
    private static let overhead = 1_024

    init(bytes total: Int) { bytes = Shares(total: total, least: 16 << 10) }

    var isEmpty: Bool { lines.isEmpty }
    /// Whether a connection waits for a turn.
    var isReady: Bool { !order.isEmpty }
    /// The bytes of all calls.
    var size: Int { bytes.sum }

    /// Whether a connection has a line.
    func has(_ sender: String) -> Bool { lines[sender] != nil }

    /// Adds a call at the end of its line; `resume` lets a new line take its first turn. False if the line is too long;
    /// a small first call is always accepted.
    mutating func append(_ call: WaitingCall, from sender: String) -> Bool {
        guard hasRoom(call.size, of: sender) else { return false }
        bytes.take(size(of: call), by: sender)
        lines[sender, default: WaitingLine()].append(call)
        return true
    }

    /// Whether the line of a connection has room for a call with a message of that size.
    func hasRoom(_ size: Int, of sender: String) -> Bool {
        let size = size + Self.overhead
        return bytes.mayTake(size, by: sender) || (size <= bytes.least && lines[sender]?.isEmpty ?? true)
    }

    private func size(of call: WaitingCall) -> Int { call.size + Self.overhead }

    /// Takes the connection that has the next turn out of the order, until `resume`.
    mutating func nextSender(ofUser mayHaveTurn: (UInt32) -> Bool) -> String? {
        while let sender = order.takeNext(ofUser: mayHaveTurn) {
            if lines[sender] != nil { return sender }
        }
        return nil
    }

    /// Removes the first call from a connection's line.
    mutating func takeFirst(of sender: String) -> WaitingCall? {
        guard let call = lines[sender]?.takeFirst() else { return nil }
        bytes.take(-size(of: call), by: sender)
        return call
    }

    /// Removes a connection's line with all its calls.
    mutating func takeAll(of sender: String) -> [Message] {
        bytes.set(0, for: sender)
        return lines.removeValue(forKey: sender)?.waiting.map(\.message) ?? []
    }

    /// Removes the line of a connection if it has no calls. False if it has some.
    mutating func removeEmpty(_ sender: String) -> Bool {
        guard lines[sender]?.isEmpty ?? true else { return false }
        lines[sender] = nil
        return true
    }

    /// Puts a connection whose line has calls at the end of the order.
    mutating func resume(_ sender: String, of peer: Peer) {
        if lines[sender] != nil { order.append(sender, of: peer) }
    }
}

/// The order in which connections get their turns: the users in turn, for each user its programs in turn, and for each
/// program its connections in turn. So neither many connections nor many programs of one user delay another user.
struct TurnOrder {
    private struct Programs {
        var order = WaitingLine<String>()
        var connections: [String: WaitingLine<String>] = [:]

        mutating func takeNext() -> String? {
            guard let program = order.takeFirst() else { return nil }
            let connection = connections[program]?.takeFirst()
            if connections[program]?.isEmpty ?? true { connections[program] = nil } else { order.append(program) }
            return connection
        }
    }

    private var order = WaitingLine<UInt32>()
    private var users: [UInt32: Programs] = [:]

    var isEmpty: Bool { users.isEmpty }

    /// Adds a connection behind the others of its program.
    mutating func append(_ connection: String, of peer: Peer) { append(connection, of: peer.uid, peer.program) }

    mutating func append(_ connection: String, of uid: UInt32, _ program: String) {
        if users[uid] == nil { order.append(uid) }
        if users[uid]?.connections[program] == nil { users[uid, default: Programs()].order.append(program) }
        users[uid]?.connections[program, default: WaitingLine()].append(connection)
    }

    /// Takes the next connection of a user that may have a turn out of the order.
    mutating func takeNext(ofUser mayHaveTurn: (UInt32) -> Bool) -> String? {
        for _ in 0..<order.count {
            guard let uid = order.takeFirst() else { return nil }
            guard mayHaveTurn(uid) else {
                order.append(uid)
                continue
            }
            let connection = users[uid]?.takeNext()
            if users[uid]?.connections.isEmpty ?? true { users[uid] = nil } else { order.append(uid) }
            return connection
        }
        return nil
    }
}

/// Elements in the order in which they came. Adding and taking cost the same however many wait.
package struct WaitingLine<Element> {
    /// Elements that were taken are nil.
    private var elements: [Element?] = []
    /// The index of the first element that waits.
    private var start = 0

    package init() {}

    package var isEmpty: Bool { start == elements.count }
    package var count: Int { elements.count - start }
    /// The element that `takeFirst` takes next.
    package var first: Element? { isEmpty ? nil : elements[start] }
    /// Those that wait.
    package var waiting: [Element] { elements[start...].compactMap { $0 } }

    package mutating func append(_ element: Element) { elements.append(element) }

    package mutating func takeFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[start]
        elements[start] = nil
        start += 1
        if start * 2 > elements.count {
            elements.removeFirst(start)
            start = 0
        }
        return element
    }
}

/// The calls that are answered later, counted for each program: beyond a number the lines of its connections wait. So
/// one program does not fill what works for all.
struct UnansweredCalls {
    /// A program of a user.
    struct Program: Hashable {
        private let uid: UInt32
        private let name: String

        init(_ peer: Peer) { (uid, name) = (peer.uid, peer.program) }
    }

    private let most: Int
    private var counts: [Program: Int] = [:]
    /// The connections whose lines wait.
    private var standing: [Program: Set<String>] = [:]

    init(most: Int) { self.most = most }

    func isFull(_ program: Program) -> Bool { counts[program, default: 0] >= most }

    mutating func begin(_ program: Program) { counts[program, default: 0] += 1 }

    /// The line of the connection waits until a call of the program is answered.
    mutating func wait(_ connection: String, _ program: Program) { standing[program, default: []].insert(connection) }

    /// The connection has left.
    mutating func forget(_ connection: String, _ program: Program) { standing[program]?.remove(connection) }

    /// Returns the connections whose lines may go on.
    mutating func end(_ program: Program) -> Set<String> {
        let rest = counts[program, default: 1] - 1
        counts[program] = rest == 0 ? nil : rest
        return standing.removeValue(forKey: program) ?? []
    }
}

/// Work that a service does in slices between the turns of its callers, because it may be long.
package struct SlicedWork {
    /// Whether there is something to do.
    let isWaiting: () -> Bool
    /// Does as much as a turn may take.
    let doSlice: () -> Void
    /// Whether the calls of a user must wait until the work is done.
    let concerns: (_ uid: UInt32) -> Bool

    package init(
        isWaiting: @escaping () -> Bool, concerns: @escaping (_ uid: UInt32) -> Bool, doSlice: @escaping () -> Void
    ) {
        (self.isWaiting, self.concerns, self.doSlice) = (isWaiting, concerns, doSlice)
    }
}

/// The connections that have left the bus and are not reported yet, and those that wait for the reports: the next run
/// of a program finds nothing of the run before. It waits for the departures that came before its call, and not for
/// later ones, so programs that come and go all the time do not keep it waiting.
struct Departures {
    /// The connections of a user that may be two runs of one program: those of one sandboxed app, or all without a
    /// sandbox.
    struct Kin: Hashable {
        let uid: UInt32
        private let app: String?

        init(_ peer: Peer) { (uid, app) = (peer.uid, peer.sandboxedApp) }

        fileprivate var name: String { app.map { "app " + $0 } ?? "" }
    }

    private struct Line {
        /// How many have left and been reported since the line began.
        var (left, reported) = (0, 0)
        /// The connections that wait, each until so many are reported. The first one waits for the fewest.
        var waiting = WaitingLine<(name: String, reports: Int)>()
    }

    private var lines: [Kin: Line] = [:]
    /// The users take turns, and for each user its kinds of programs.
    private var order = TurnOrder()
    /// Those that were not known. Their report has no consequences.
    private var unknown = WaitingLine<String>()
    private var kins: [String: Kin?] = [:]
    /// The connection that is being reported.
    private var current: String?
    /// The users with a call that was handled since their last departure.
    private var served: Set<UInt32> = []

    var isEmpty: Bool { kins.isEmpty }

    func contains(_ name: String) -> Bool { !kins.isEmpty && kins.index(forKey: name) != nil }

    /// Adds a connection; `kin` is nil if it was not known.
    mutating func append(_ name: String, of kin: Kin?) {
        guard kins.updateValue(kin, forKey: name) == nil else { return }
        guard let kin else { return unknown.append(name) }
        order.append(name, of: kin.uid, kin.name)
        lines[kin, default: Line()].left += 1
    }

    /// Notes that a call of a user is handled.
    mutating func noteTurn(of uid: UInt32) { if !lines.isEmpty { served.insert(uid) } }

    /// The connection that is reported now, until ``removeCurrent()``; nil if all must wait. What follows from a
    /// departure is done before the next one of the user, so that the calls of this user come between them. But after
    /// such a call the next departure waits for nothing, so that calls do not keep it waiting. Those of root wait for
    /// nothing: the work for every user concerns root.
    mutating func next(_ isBusy: (UInt32) -> Bool) -> String? {
        if current == nil {
            let served = served
            current = unknown.takeFirst() ?? order.takeNext { $0 == 0 || served.contains($0) || !isBusy($0) }
        }
        return current
    }

    /// The current connection is reported. Returns the connections that wait no longer.
    mutating func removeCurrent() -> [String] {
        guard let name = current, let kin = kins.removeValue(forKey: name) ?? nil, var line = lines[kin] else {
            current = nil
            return []
        }
        current = nil
        line.reported += 1
        var released: [String] = []
        while let next = line.waiting.first, next.reports <= line.reported {
            _ = line.waiting.takeFirst()
            released.append(next.name)
        }
        lines[kin] = line.reported == line.left ? nil : line
        served.remove(kin.uid)
        if lines.isEmpty { served = [] }
        return released
    }

    /// Lets a connection wait until those of its kin that have left so far are reported. False if there are none.
    mutating func hold(_ name: String, of kin: Kin) -> Bool {
        guard !lines.isEmpty, let left = lines[kin]?.left else { return false }
        lines[kin]?.waiting.append((name, left))
        return true
    }
}

/// The reason to refuse a call without reading it.
public enum CallRefusal: Sendable {
    /// Too many calls of the connection wait for their turn.
    case waiting
    /// The connection does not read its replies and signals.
    case unread
    /// The message is larger than its method needs, which is at most this number of bytes.
    case size(most: Int)

    /// The message for people.
    public var message: String {
        switch self {
        case .waiting: "Too many calls of this connection wait. Wait for their replies, then call again."
        case .unread: "This connection does not read its replies and signals. Read them, then call again."
        case .size(let most): "The message has more than \(most) bytes. Send less in one call."
        }
    }
}
