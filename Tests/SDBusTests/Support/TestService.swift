// SPDX-License-Identifier: MIT
import Glibc
import SDBus

/// The service that the tests call: the root of the tree, and below it one object for each caller, hidden from others.
final class TestService {
    private let loop: EventLoop
    private let connection: BusConnection
    private var queuedSignals: [String] = []
    private var timers: [Timer] = []
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
        try tree.addNodes(at: TestServer.path + "/own")
    }

    static func ownPath(_ sender: String) -> String {
        TestServer.path + "/own/" + String(sender.map { $0 == ":" || $0 == "." ? "_" : $0 })
    }

    private enum TestObject {
        case root
        case own(OwnNode)
    }

    struct OwnNode {
        let owner: String
    }

    static let ownName = "org.example.Own"
    private static var own: Interface<OwnNode> {
        Interface<OwnNode>(ownName, [.property("Owner", emits: .const) { $0.owner }])
    }

    private lazy var root: Interface<TestService> = Interface<TestService>(
        TestServer.name,
        [
            .method("Echo", takes: ["text"], returns: ["same"]) {
                (_: TestService, _: MethodCall, text: String) throws(BusError) -> String in text
            },
            .method("Credentials", takes: ["uid", "process", "file"], returns: ["credentials"]) {
                (
                    _: TestService, _: MethodCall, uid: UInt32, process: UInt32, file: BusFile
                ) throws(BusError) -> [String: Variant] in
                ["UnixUserID": .uint32(uid), "ProcessID": .uint32(process), "ProcessFD": .file(file)]
            },
            .method("Nothing") { (_: TestService, _: MethodCall) throws(BusError) in },
            .method("Swap", takes: ["first", "second"], returns: ["second", "first"]) {
                (_: TestService, _: MethodCall, a: String, b: UInt32) throws(BusError) -> (UInt32, String) in
                (b, a)
            },
            .method("Basic", takes: ["a", "b", "c", "d", "e", "f", "g"], returns: ["fields"]) {
                (
                    _: TestService, _: MethodCall, a: Bool, b: UInt8, c: Int32, d: Int64, e: UInt64, f: Double,
                    g: ObjectPath
                ) throws(BusError) -> Fields<Bool, UInt8, Int32, Int64, UInt64, Double, ObjectPath>
                in Fields(a, b, c, d, e, f, g)
            },
            .method("Lists", takes: ["texts", "rows", "map"], returns: ["texts", "rows", "map"]) {
                (
                    _: TestService, _: MethodCall, texts: [String], rows: [Fields<String, UInt32>],
                    map: [String: [Int32]]
                ) throws(BusError) -> ([String], [Fields<String, UInt32>], [String: [Int32]])
                in (texts, rows, map)
            },
            .method("Numbers", takes: ["text", "numbers"], returns: ["numbers", "text"]) {
                (_: TestService, _: MethodCall, text: String, numbers: [Int64]) throws(BusError) -> ([Int64], String)
                in (numbers, text)
            },
            .method("Any", takes: ["values"], returns: ["values"]) {
                (_: TestService, _: MethodCall, values: [String: Variant]) throws(BusError) -> [String: Variant] in
                values
            },
            .method("File", takes: ["file"], returns: ["file"]) {
                (_: TestService, _: MethodCall, file: BusFile) throws(BusError) -> BusFile in file
            },
            .method("Fail", takes: ["text"]) {
                (_: TestService, _: MethodCall, text: String) throws(BusError) in
                throw BusError(name: "org.example.Error.Wanted", message: text)
            },
            .deferredMethod("Later", returns: ["text"]) {
                (me: TestService, call: MethodCall, reply: PendingReply<String>) throws(BusError) in
                let sender = call.sender
                me.timers.append(try me.loop.timer(after: 1_000) { reply.succeed("later " + sender) })
            },
            .deferredMethod("Drop", returns: ["text"]) {
                (_: TestService, _: MethodCall, _: PendingReply<String>) throws(BusError) in
            },
            .deferredMethod("LaterFail", returns: ["text"]) {
                (_: TestService, _: MethodCall, _: PendingReply<String>) throws(BusError) in
                throw .accessDenied("not now")
            },
            .method("Announce", takes: ["fail"]) {
                (me: TestService, call: MethodCall, fail: Bool) throws(BusError) in
                me.queuedSignals.append(call.sender)
                if fail { throw .failed("as asked") }
            },
            .method("WhoAmI", returns: ["name", "uid", "pid", "identified"]) {
                (_: TestService, call: MethodCall) throws(BusError) -> (String, UInt32, UInt32, Bool) in
                let peer = try call.peer()
                return (peer.name, peer.uid, peer.pid, peer.identity != nil)
            },
            .method("Seen", returns: ["calls"]) {
                (me: TestService, _: MethodCall) throws(BusError) -> UInt32 in UInt32(me.seen)
            },
            .method("AddTree", takes: ["path"]) {
                (me: TestService, _: MethodCall, path: ObjectPath) throws(BusError) in me.addTree(path)
            },
            .property("Version", emits: .const) { _ in UInt32(1) },
            .property("Names", emits: .change) { _ in [String]() },
            .property("Handle", emits: .invalidates) { _ in Fields("generic", "x") },
            .signal("Announced", [("text", String.self), ("details", [String: Variant].self)]),
        ])

    private func sendQueuedSignals() {
        let receivers = queuedSignals
        queuedSignals = []
        for receiver in receivers {
            connection.signal(to: receiver, path: TestServer.path, interface: TestServer.name, member: "Announced") {
                (writer) throws(BusError) in
                try writer.append("announced")
                try writer.append(["Names": Variant.strings([]), "Version": .uint32(1)])
            }
        }
    }

    /// Adds another object manager at run time, but not inside a handler, where this is not allowed.
    private func addTree(_ path: ObjectPath) {
        loop.deferred { [unowned self] in
            try? tree?.addObjectManager(at: path.text)
        }
    }
}
