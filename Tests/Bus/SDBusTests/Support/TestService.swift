// SPDX-License-Identifier: MIT
import Glibc
import SDBus

/// The service that the tests call: the root of the tree, and below it one object for each caller, hidden from others.
final class TestService {
    private let loop: EventLoop
    private let connection: BusConnection
    private var queuedSignals: [String] = []
    private var timers: [Timer?] = []
    private var filters: [BusSlot] = []
    private var seen = 0
    private var tree: ExportedTree?

    init(_ loop: EventLoop, _ connection: BusConnection) throws(BusError) {
        self.loop = loop
        self.connection = connection
        connection.afterDispatch = { [unowned self] in sendQueuedSignals() }
        try connection.onDisconnect { loop.exit() }
        filters = [
            try connection.onCall(interface: "org.freedesktop.DBus.ObjectManager", member: "GetManagedObjects") {
                [unowned self] _ in
                seen += 1
                return false
            }
        ]
        let finder = ObjectFinder<TestObject>(on: connection) { (path, sender) throws(BusError) in
            if path == TestServer.path { return .root }
            return path == Self.ownPath(sender) ? .own(OwnNode(owner: sender)) : nil
        }
        let tree = try connection.export(
            under: TestServer.path, nodes: { _, sender in [Self.ownPath(sender)] },
            [
                ExportedInterface(root, finder) { [unowned self] in if case .root = $0 { self } else { nil } },
                ExportedInterface(Self.own, finder) { if case .own(let node) = $0 { node } else { nil } },
            ])
        self.tree = tree
        try tree.addObjectManager(at: TestServer.path)
        try tree.addNodes(at: Self.ownTree)
    }

    static let ownTree: ObjectPath = "/org/example/Test/own"

    static func ownPath(_ sender: String) -> ObjectPath {
        ObjectPath(trusted: "\(TestServer.path)/own/" + String(sender.map { $0 == ":" || $0 == "." ? "_" : $0 }))
    }

    private enum TestObject {
        case root
        case own(OwnNode)
    }

    struct OwnNode {
        let owner: String
    }

    static let ownName: InterfaceName = "org.example.Own"
    private static var own: Interface<OwnNode> {
        Interface<OwnNode>(ownName, [.property("Owner", emits: .const) { $0.owner }])
    }

    private lazy var root: Interface<TestService> = Interface<TestService>(
        TestServer.interface,
        [
            .method("Echo", takes: ("text", String.self), returns: ("same", String.self)) {
                (_, _, text) -> String in text
            },
            .method(
                "Credentials", takes: ("uid", UInt32.self), ("process", UInt32.self), ("file", BusFile.self),
                returns: ("credentials", [String: Variant].self)
            ) { (_, _, uid, process, file) in
                ["UnixUserID": .uint32(uid), "ProcessID": .uint32(process), "ProcessFD": .file(file)]
            },
            .method("Nothing") { (_, _) in },
            .method(
                "Swap", takes: ("first", String.self), ("second", UInt32.self), returns: ("second", UInt32.self),
                ("first", String.self)
            ) { (_, _, first, second) in (second, first) },
            .method(
                "Basic", takes: ("a", Bool.self), ("b", UInt8.self), ("c", Int32.self), ("d", Int64.self),
                ("e", UInt64.self), ("f", Double.self), ("g", ObjectPath.self),
                returns: ("fields", Fields<Bool, UInt8, Int32, Int64, UInt64, Double, ObjectPath>.self)
            ) { (_, _, a, b, c, d, e, f, g) in Fields(a, b, c, d, e, f, g) },
            .method(
                "Lists", takes: ("texts", [String].self), ("rows", [Fields<String, UInt32>].self),
                ("map", [String: [Int32]].self), returns: ("texts", [String].self),
                ("rows", [Fields<String, UInt32>].self), ("map", [String: [Int32]].self)
            ) { (_, _, texts, rows, map) in (texts, rows, map) },
            .method(
                "Numbers", takes: ("text", String.self), ("numbers", [Int64].self), returns: ("numbers", [Int64].self),
                ("text", String.self)
            ) { (_, _, text, numbers) in (numbers, text) },
            .method("Any", takes: ("values", [String: Variant].self), returns: ("values", [String: Variant].self)) {
                (_, _, values) -> [String: Variant] in values
            },
            .method("File", takes: ("file", BusFile.self), returns: ("file", BusFile.self)) {
                (_, _, file) -> BusFile in file
            },
            .method("Fail", takes: ("text", String.self)) { (_, _, text) throws(BusError) in
                throw BusError(name: "org.example.Error.Wanted", message: text)
            },
            .deferredMethod("Later", returns: ("text", String.self)) { (me, call, reply) throws(BusError) in
                let sender = call.sender
                me.timers.append(me.loop.timer(after: 1_000) { reply.succeed("later " + sender) })
            },
            .deferredMethod("Drop", returns: ("text", String.self)) { (_, _, _) in },
            .deferredMethod("LaterFail", returns: ("text", String.self)) { (_, _, _) throws(BusError) in
                throw .accessDenied("not now")
            },
            .method("Announce", takes: ("fail", Bool.self)) { (me, call, fail) throws(BusError) in
                me.queuedSignals.append(call.sender)
                if fail { throw .failed("as asked") }
            },
            .method(
                "WhoAmI", returns: ("name", String.self), ("uid", UInt32.self), ("pid", UInt32.self),
                ("identified", Bool.self)
            ) { (_, call) throws(BusError) in
                let peer = try call.peer()
                return (peer.name, peer.uid, peer.pid, peer.identity != nil)
            },
            .method("Seen", returns: ("calls", UInt32.self)) { (me, _) in UInt32(me.seen) },
            .method("AddTree", takes: ("path", ObjectPath.self)) { (me, _, path) in me.addTree(path) },
            .property("Version", emits: .const) { _ in UInt32(1) },
            .property("Names", emits: .change) { _ in [String]() },
            .property("Handle", emits: .invalidates, comparing: { _ in true }) { _ in Fields("generic", "x") },
            .signal("Announced", [("text", String.self), ("details", [String: Variant].self)]),
        ])

    private func sendQueuedSignals() {
        let receivers = queuedSignals
        queuedSignals = []
        for receiver in receivers {
            let signal = BusSignal(TestServer.path, TestServer.interface, "Announced")
            connection.signal(signal, to: BusName(trusted: receiver)) { (writer) throws(BusError) in
                try writer.append("announced")
                try writer.append(["Names": Variant.strings([]), "Version": .uint32(1)])
            }
        }
    }

    /// Adds another object manager at run time, but not inside a handler, where this is not allowed.
    private func addTree(_ path: ObjectPath) {
        loop.deferred { [unowned self] in
            try? tree?.addObjectManager(at: path)
        }
    }
}
