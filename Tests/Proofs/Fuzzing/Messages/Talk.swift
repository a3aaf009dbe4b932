// SPDX-License-Identifier: MIT

internal import CallInterface
internal import FuzzingSupport
internal import Glibc

@testable internal import CallCore
@testable internal import CallService
@testable internal import SDBus
@testable internal import StateSpace

/// Turns bytes into messages of four programs to the service. For any bytes: every call that expects a reply gets one,
/// the connection survives every body, and the laws hold for the registry.
struct Talk: ~Copyable {
    private var arguments: Arguments
    private let bus: SmallBus
    private var story: [String] = []
    private var lost: Set<String> = []

    /// All methods of every interface, and those that sd-bus implements.
    private static let methods: [(interface: String, member: String, signature: String)] = {
        let tables = Tables()
        return methods(of: tables.manager) + methods(of: tables.audio) + methods(of: tables.call)
            + methods(of: tables.provider)
            + [
                (StandardInterface.properties.text, "Get", "ss"), (StandardInterface.properties.text, "GetAll", "s"),
                (StandardInterface.properties.text, "Set", "ssv"),
                (StandardInterface.objectManager.text, "GetManagedObjects", ""),
                ("org.freedesktop.DBus.Introspectable", "Introspect", ""), ("org.freedesktop.DBus.Peer", "Ping", ""),
                ("org.freedesktop.DBus.Peer", "GetMachineId", ""), ("no.such", "Thing", "s"),
            ]
    }()

    private static func methods<Node>(of table: Interface<Node>) -> [(String, String, String)] {
        table.members.compactMap { member in
            guard case .method(_, let arguments, _, _, _) = member.kind else { return nil }
            return (table.name.text, member.name.text, arguments)
        }
    }

    /// A descriptor that is no sealed memory file.
    private static let file = open("/dev/null", O_RDONLY | O_CLOEXEC)

    init(_ input: consuming Input) {
        arguments = Arguments(input)
        do {
            bus = try SmallBus()
        } catch {
            report("A service can be made: \(error)", story: [])
        }
    }

    mutating func go() {
        begin()
        var count = 0
        while !arguments.input.isAtEnd, count < 64 {
            count += 1
            guard say() else { return }
        }
    }

    /// Deep states need an app with calls, so the talk often begins with some.
    private mutating func begin() {
        let bits = arguments.input.byte()
        if bits & 1 != 0 {
            let identifier = bits & 8 != 0 ? "cell" : "p"
            call("RegisterProvider", "sa{sv}") { body in
                body.text(Array(identifier.utf8))
                body.array(alignment: 8) { _ in }
            }
            for id in Arguments.ids.prefix(bits & 2 != 0 ? 2 : 0) {
                call("ReportNewIncomingCall", "ssa{sv}") { body in
                    body.text(Array(identifier.utf8))
                    body.text(Array(id.utf8))
                    body.array(alignment: 8) { _ in }
                }
            }
        }
        if bits & 4 != 0 { call("Subscribe", "") { _ in } }
    }

    private mutating func call(_ member: String, _ signature: String, _ body: (inout Marshaller) -> Void) {
        var message = Outgoing(
            path: CallManagerName.path.text, interface: CallManagerName.manager.text, member: member)
        message.sender = SmallBus.clients[0].name
        message.signature = signature
        var marshaller = Marshaller()
        body(&marshaller)
        message.body = marshaller.bytes
        expectAnswer(to: message)
    }

    /// One message or event. False when the service has closed the connection because of an invalid message.
    private mutating func say() -> Bool {
        let user = bus.service.existingUser(1000)
        arguments.actions = user?.domain.transactions.ofAction.keys.map(\.description).sorted() ?? []
        let choice = arguments.input.byte()
        switch choice & 15 {
        case 0..<10: speak { arguments, signature in arguments.body(of: signature) }
        case 10..<12: speak { arguments, _ in arguments.input.take(arguments.input.below(96)) }
        case 12: mumble()
        case 13: return babble()
        case 14: if choice & 0x80 == 0 { fire() } else { leave() }
        default: echo()
        }
        return true
    }

    /// A method call. Its signature may not be the method's, and its body may not match its signature.
    private mutating func speak(_ body: (inout Arguments, String) -> [UInt8]) {
        let method = arguments.input.pick(Self.methods)
        let bits = arguments.input.byte()
        var message = Outgoing(path: path(bits), interface: method.interface, member: method.member)
        message.sender = SmallBus.clients[Int(bits & 3)].name
        guard !lost.contains(message.sender) else { return }
        message.signature = bits & 4 != 0 && bits & 8 != 0 ? arguments.signature() : method.signature
        message.flags = bits & 0x30 == 0x30 ? 1 : 0
        if bits & 0xC0 == 0xC0 { message.interface = "" }
        message.body = body(&arguments, message.signature)
        if message.signature.isEmpty { message.body = [] }
        message.fileCount = message.signature.contains("h") || message.signature.contains("v") ? UInt32(bits >> 6) : 0
        expectAnswer(to: message)
    }

    private func path(_ bits: UInt8) -> String {
        let root = CallManagerName.path.text
        let tree = bits & 3 == 3 ? root + "/user/_1000" : root
        let id = CallID(high: 0, low: UInt64(bits >> 6)).text(separator: UInt8(ascii: "_"))
        switch bits >> 2 & 7 {
        case 0, 1, 2: return tree
        case 3, 4: return "\(tree)/calls/\(id)"
        case 5: return "\(tree)/providers/\(1 + bits >> 6)"
        case 6: return root
        default: return "/"
        }
    }

    /// A message that is no call: a reply to no call, an error, or a signal.
    private mutating func mumble() {
        let bits = arguments.input.byte()
        var message = Outgoing(type: 2 + bits % 3)
        message.sender = bits & 8 != 0 ? SmallBus.clients[0].name : "org.freedesktop.DBus"
        if message.type == 4 {
            (message.path, message.interface) = ("/org/freedesktop/DBus", "org.freedesktop.DBus")
            message.member = bits & 16 != 0 ? "NameAcquired" : "NameOwnerChanged"
        } else {
            message.replyTo = UInt32(bits >> 4) + 1
        }
        message.signature = bits & 32 != 0 ? "sss" : arguments.signature()
        message.body = arguments.body(of: message.signature)
        // After a NameOwnerChanged of the bus, all clients count as lost: no client comes back with the same name. A
        // signal that a client has forged changes nothing.
        if message.member == "NameOwnerChanged", message.sender == "org.freedesktop.DBus" {
            lost.formUnion(SmallBus.clients.map(\.name))
        }
        note("mumble", message)
        _ = bus.send(message)
        _ = bus.receive()
        expectLife()
    }

    /// Arbitrary header fields. A real bus checks them and sets the sender, so the service may close the connection
    /// because of invalid ones, but may do no worse.
    private mutating func babble() -> Bool {
        let bits = arguments.input.byte()
        let fields = arguments.input.take(Int(arguments.input.byte()))
        let body = arguments.input.take(Int(bits >> 3))
        let sender = SmallBus.clients[0].name
        guard !lost.contains(sender) else { return true }
        let bytes = Outgoing.message(type: bits & 7, flags: 0, serial: 0xFFFF, body: body) { message in
            message.raw(fields)
            message.field(7, "s")
            message.text(Array(sender.utf8))
        }
        story.append("  > babble \(bytes)")
        bus.send(bytes)
        _ = bus.receive()
        return isAlive()
    }

    /// A timer fires.
    private mutating func fire() {
        story.append("  > fire")
        bus.fire(Int(arguments.input.byte()))
        _ = bus.receive()
        expectLaws()
    }

    /// A program leaves the bus.
    private mutating func leave() {
        let name = arguments.input.pick(SmallBus.clients).name
        var message = Outgoing(
            type: 4, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
        message.sender = "org.freedesktop.DBus"
        message.signature = "sss"
        var body = Marshaller()
        for text in [name, name, ""] { body.text(Array(text.utf8)) }
        message.body = body.bytes
        lost.insert(name)
        note("leave", message)
        _ = bus.send(message)
        _ = bus.receive()
        expectLaws()
    }

    /// Values of all types: after a read, a write and another read they are the same.
    private mutating func echo() {
        var message = Outgoing(type: 4, path: "/", interface: "fuzz.Echo", member: "There")
        message.sender = SmallBus.clients[0].name
        message.signature = arguments.signature()
        guard !message.signature.isEmpty else { return }
        let isRaw = arguments.input.flag()
        message.body = isRaw ? arguments.input.take(128) : arguments.body(of: message.signature)
        note("echo", message)
        bus.forget()
        _ = bus.send(message)
        let (first, back) = (bus.echoed, bus.receive().last)
        guard !first.isEmpty, let back, !"\(first)".contains("nan") else { return }
        message.signature = String(repeating: "v", count: first.count)
        message.body = back.body
        _ = bus.send(message)
        _ = bus.receive()
        demand(bus.echoed == first.map { .variant($0) }, "What is read, written and read again is the same.")
    }

    // MARK: Checks

    private mutating func expectAnswer(to message: Outgoing) {
        note("call", message)
        let files = [Int32](repeating: Self.file, count: Int(message.fileCount))
        let serial = bus.send(message, files: files)
        let answers = bus.receive().filter { $0.replyTo == serial && ($0.type == 2 || $0.type == 3) }
        if message.flags & 1 == 0 {
            demand(answers.count == 1, "A call is answered once, not \(answers.count) times.")
            demand(answers[0].destination == message.sender, "An answer goes to the one who asked.")
        } else {
            demand(answers.isEmpty, "Who wants no answer gets none.")
        }
        expectLaws()
    }

    private func expectLaws() {
        for uid: UInt32 in [1000, 0] {
            guard let domain = bus.service.existingUser(uid)?.domain else { continue }
            for invariant in Invariant.lasting { demand(invariant.holds(domain), invariant.sentence) }
        }
    }

    private mutating func expectLife() {
        demand(isAlive(), "The connection survives what is in a body.")
        expectLaws()
    }

    private mutating func isAlive() -> Bool {
        // The service first asks the bus about a connection that it does not know, for example one that has left.
        guard let sender = SmallBus.clients.map(\.name).first(where: { !lost.contains($0) }) else { return bus.isOpen }
        var ping = Outgoing(path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
        ping.sender = sender
        let serial = bus.send(ping)
        return bus.receive().contains { $0.replyTo == serial && $0.type == 2 }
    }

    private mutating func note(_ what: String, _ message: Outgoing) {
        story.append(
            "  > \(what) \(message.type) \(message.sender) \(message.path) \(message.interface).\(message.member) "
                + "\(message.signature) flags \(message.flags) files \(message.fileCount)\n"
                + String(decoding: message.body.map { 32..<127 ~= $0 ? $0 : UInt8(ascii: ".") }, as: UTF8.self))
    }

    private func demand(_ holds: Bool, _ sentence: String) {
        if !holds { report(sentence, story: story) }
    }
}
