// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import SDBus

/// The callers that an interface table permits, on a real bus. The connection is told what the process of its caller
/// is.
@Suite struct AccessTests {
    private static let name: InterfaceName = "org.example.Access"
    private static let path: ObjectPath = "/org/example/Access"
    private static let closed: InterfaceName = "org.example.Closed"
    private static let refusal = "Ask the user to do it."

    private let loop: EventLoop
    private let server: BusConnection
    private let client: BusConnection
    private let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
        loop = try EventLoop()
        server = try bus.connect(loop)
        client = try bus.connect(loop)
    }

    enum Caller: CaseIterable {
        case program, root, sandboxedApp, sandboxedRoot, lostProcess

        /// The access that permits the fewest callers, and this one.
        var mostAccess: Access {
            switch self {
            case .program: .user
            case .root: .root
            case .sandboxedApp, .sandboxedRoot, .lostProcess: .everyone
            }
        }

        /// The error of a call without access. A process that cannot be inspected may be any program.
        func refusal(_ sentence: String) -> BusError {
            self == .lostProcess ? .uninspected(tellsGroups: true) : .accessDenied(sentence)
        }

        func peer(_ name: String) -> Peer {
            switch self {
            case .program: Peer(name: name, uid: 1000, pid: 7, identity: ProcessIdentity(unit: "", app: nil))
            case .root: Peer(name: name, uid: 0, pid: 7, identity: ProcessIdentity(unit: "", app: nil))
            case .sandboxedApp: Peer(name: name, uid: 1000, pid: 7, identity: ProcessIdentity(unit: "", app: "app"))
            case .sandboxedRoot: Peer(name: name, uid: 0, pid: 7, identity: ProcessIdentity(unit: "", app: ""))
            case .lostProcess: Peer(name: name, uid: 0, pid: 7, identity: nil)
            }
        }
    }

    /// A value that cannot be read.
    private struct Unreadable: BusValue {
        static var signature: String { "s" }

        init(from reader: inout MessageReader) throws(BusError) { throw .failed("The arguments were read.") }
        func write(to writer: inout MessageWriter) throws(BusError) { try writer.append("") }
    }

    private func rows(_ handled: @escaping () -> Void = {}) -> [Member<Int>] {
        [
            .property("Version", emits: .const) { _ in UInt32(1) },
            .method("Everyone") { (_, _) in handled() },
            .method("User", for: .user) { (_, _) in handled() },
            .deferredMethod("Root", for: .root) { (_, _, reply) in
                handled()
                reply.succeed()
            },
            .method("Unreadable", for: .user, takes: ("text", Unreadable.self)) { (_, _, _) in handled() },
            .signal("Happened"),
        ]
    }

    /// The error of a call; nil if it succeeds.
    private func call<each Argument: BusValue>(
        _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument
    ) throws -> BusError? {
        let target = CallTarget(try server.ownName, Self.path, interface, member)
        var answer: Result<Message, BusError>?
        try client.callAsync(target, repeat each arguments) { answer = $0 }
        while true {
            switch answer {
            case .success?: return nil
            case .failure(let error)?: return error
            case nil: try turn()
            }
        }
    }

    /// Waits for the next event, and handles it.
    private func turn() throws {
        try loop.turn { descriptor in
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, -1)
        }
    }

    @Test(arguments: Caller.allCases)
    func `A method runs for the callers of its row, and is refused to the others`(_ caller: Caller) throws {
        var count = 0
        try server.export(Interface(Self.name, refusal: Self.refusal, rows { count += 1 }), at: Self.path) { 1 }
        server.adopt(caller.peer(try client.uniqueName))
        let methods: [(MemberName, Access)] = [("Everyone", .everyone), ("User", .user), ("Root", .root)]
        for (member, access) in methods {
            let before = count
            let isPermitted = access <= caller.mostAccess
            let expected = isPermitted ? nil : caller.refusal(Self.refusal)
            #expect(try call(Self.name, member) == expected, "\(member)")
            #expect(count == before + (isPermitted ? 1 : 0), "\(member)")
        }
    }

    @Test func `A call without access is refused before its arguments are read`() throws {
        try server.export(Interface(Self.name, refusal: Self.refusal, rows()), at: Self.path) { 1 }
        server.adopt(Caller.sandboxedApp.peer(try client.uniqueName))
        #expect(try call(Self.name, "Unreadable", "text") == BusError.accessDenied(Self.refusal))
        server.adopt(Caller.program.peer(try client.uniqueName))
        #expect(try call(Self.name, "Unreadable", "text") == BusError.failed("The arguments were read."))
    }

    @Test(arguments: Caller.allCases)
    func `The access of an interface holds for its methods, its properties and its introspection`(
        _ caller: Caller
    ) throws {
        try server.export(Interface(Self.closed, for: .user, rows()), at: Self.path) { 1 }
        server.adopt(caller.peer(try client.uniqueName))
        let isPermitted = caller.mostAccess >= .user
        let refusal = isPermitted ? nil : caller.refusal("Only a program outside a sandbox may do this.")
        #expect(try call(Self.closed, "Everyone") == refusal)
        #expect(try call(StandardInterface.properties, "Get", Self.closed.text, "Version") == refusal)
        #expect(try call(StandardInterface.properties, "GetAll", Self.closed.text) == refusal)
        #expect(try call(StandardInterface.introspectable, "Introspect") == refusal)
        // A row may permit fewer callers than its interface.
        let isRefused = try call(Self.closed, "Root") != nil
        #expect(isRefused == (caller != .root))
    }

    @Test func `The bus is not asked about the caller of a method that is for everyone`() throws {
        try server.export(Interface(Self.name, rows()), at: Self.path) { 1 }
        #expect(try call(Self.name, "Everyone") == nil)
        #expect(server.knownPeer(try client.uniqueName) == nil)
        #expect(try call(Self.name, "User") == nil)
        #expect(server.knownPeer(try client.uniqueName) != nil)
    }

    @Test func `A table tells the callers of its methods and properties`() {
        func callers(_ access: Access) -> [String] {
            Interface(Self.name, for: access, rows()).callers.map { "\($0.member) \($0.access)" }
        }
        let own = ["Version everyone", "Everyone everyone", "User user", "Root root", "Unreadable user"]
        #expect(callers(.everyone) == own)
        #expect(callers(.user) == own.map { $0.replacing(" everyone", with: " user") })
    }
}
