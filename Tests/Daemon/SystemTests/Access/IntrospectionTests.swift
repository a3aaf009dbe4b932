// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The contract in `dbus/` and the introspection of the running daemon agree.
@Suite(.daemonLogs)
struct IntrospectionTests {
    private static let call = "6ba7b810-9dad-41d1-80b4-00c04fd43001"
    private static let ours = [DaemonUnderTest.busName, CallName.audio, CallName.call, CallName.provider]
    private static let standard: Set = [
        "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Properties",
    ]

    @Test func `Each object has exactly the interfaces and members of the contract`() throws {
        let (daemon, client) = try start()
        defer { daemon.process.terminate() }
        try expectContract(client, below: client.rootPath, objectManager: true)
    }

    @Test(.needsServiceUser) func `The user trees of the administrator have exactly the interfaces of the contract`()
        throws
    {
        let scene = try Scene(on: Scene.bus())
        let (root, tree) = try scene.come(.administrator)
        try expectContract(root, below: tree, call: Scene.talking, objectManager: false)
    }

    @Test func `GetAll returns exactly the properties of the contract with their types`() throws {
        let (daemon, client) = try start()
        defer { daemon.process.terminate() }
        let objects = objects(below: client.rootPath)
        for (path, interfaces) in objects {
            for interface in interfaces {
                let expected = try contract().interfaces[interface]?.properties ?? [:]
                let values = try client.object(DaemonUnderTest.busName, path, interface).getAll()
                #expect(values.mapValues(\.signature) == expected.mapValues(\.type))
            }
        }
    }

    @Test func `The only objects are the manager, the providers and the calls`() throws {
        let (daemon, client) = try start()
        defer { daemon.process.terminate() }
        let root = client.rootPath
        #expect(Set(try client.managedObjects().keys) == Set(objects(below: root).keys.filter { $0 != root }))
        for path in [
            "/", "/org", "/org/monkeycall", root + "/calls", root + "/providers", root + "/user",
            root + "/user/_0/calls",
            root + "/calls/" + Self.call.replacing("-", with: ""), root + "/calls/x", root + "/providers/01",
            root + "/providers/99", root + "/user/_00", root + "/user/0", root + "x",
        ] {
            let introspection = try? client.call(
                DaemonUnderTest.busName, path, "org.freedesktop.DBus.Introspectable", "Introspect"
            ).first?.string
            let found = try introspection.map { try Introspection(xml: $0).interfaces.keys } ?? [:].keys
            #expect(Set(found).isDisjoint(with: Self.ours + [CallName.objectManager]), "\(path)")
            for interface in Self.ours {
                let error = try client.error(
                    DaemonUnderTest.busName, path, CallName.properties, "GetAll", [.string(interface)])
                #expect(error?.shortName == "UnknownObject" || error?.shortName == "UnknownInterface", "\(path)")
            }
        }
    }

    @Test func `Every member is documented with its arguments and its version`() throws {
        var count = 0
        for file in try Repository.files(in: "dbus", extension: "xml") {
            let members = try DocumentedMember.all(in: file)
            // An interface may say it once for all its methods.
            let namesCaller = members.contains { $0.kind == "interface" && $0.comment.contains("Caller:") }
            for member in members {
                count += 1
                #expect(member.comment.hasPrefix(member.name + ":"), "\(member)")
                #expect(member.comment.contains("Since: "), "\(member)")
                for argument in member.arguments { #expect(member.comment.contains("@\(argument):"), "\(member)") }
                if member.kind == "method" {
                    #expect(namesCaller || member.comment.contains("Caller:") || member.arguments.isEmpty, "\(member)")
                }
            }
        }
        let expected = try contract(of: "").interfaces.values.reduce(0) {
            $0 + 1 + $1.methods.count + $1.signals.count + $1.properties.count
        }
        #expect(count == expected)
    }

    @Test(.needs("gdbus")) func `gdbus shows every member and walks the tree`() throws {
        let (daemon, app) = try start()
        defer { app.close() }
        let manager = try ChildProcess.run([
            "gdbus", "introspect", "--address", daemon.bus.address, "--dest", DaemonUnderTest.busName, "--recurse",
            "--object-path", DaemonUnderTest.managerPath,
        ])
        #expect(manager.succeeded, "\(manager)")
        for interface in try contract().interfaces {
            #expect(manager.output.contains("interface \(interface.key) {"))
            for name in Array(interface.value.methods.keys) + interface.value.signals.keys {
                #expect(manager.output.contains("\(name)("), "\(name)")
            }
            for (name, property) in interface.value.properties {
                #expect(manager.output.contains("readonly \(property.type) \(name) = "), "\(name)")
            }
        }
    }

    @Test func `busctl shows every member and the tree`() throws {
        let (daemon, app) = try start()
        defer { app.close() }
        for (path, interfaces) in objects(below: DaemonUnderTest.managerPath) {
            let shown = try ChildProcess.run([
                "busctl", "--address=\(daemon.bus.address)", "--no-pager", "introspect", DaemonUnderTest.busName, path,
            ])
            #expect(shown.succeeded, "\(shown)")
            let words = Set(shown.output.split(whereSeparator: \.isWhitespace).map(String.init))
            for interface in interfaces {
                let known = try #require(contract().interfaces[interface])
                #expect(words.contains(interface))
                for name in Array(known.methods.keys) + known.signals.keys + known.properties.keys {
                    #expect(words.contains("." + name), "\(name)")
                }
            }
        }
        let tree = try ChildProcess.run([
            "busctl", "--address=\(daemon.bus.address)", "--no-pager", "--list", "tree", DaemonUnderTest.busName,
        ])
        let paths = Set(tree.output.split(separator: "\n").map(String.init))
        #expect(paths.isSuperset(of: objects(below: DaemonUnderTest.managerPath).keys), "\(tree)")
        #expect(tree.succeeded && tree.errors.isEmpty)
    }

    /// The interfaces in the files whose names begin with `name`. The session agent's interface is not one of them.
    private func contract(of name: String = DaemonUnderTest.busName) throws -> Introspection {
        var all = try Introspection(xml: "<node/>")
        for file in try Repository.files(in: "dbus", extension: "xml") where file.lastPathComponent.hasPrefix(name) {
            all.interfaces.merge(try Introspection(file: file).interfaces) { $1 }
        }
        return all
    }

    private func start() throws -> (DaemonUnderTest, BusClient) {
        let daemon = try DaemonUnderTest(on: .session())
        let client = try daemon.client()
        try client.manager.call("RegisterProvider", "org.example.App", [:])
        try client.manager.call("ReportNewIncomingCall", "org.example.App", .string(Self.call), [:])
        return (daemon, client)
    }

    private func objects(below root: String, call: String = call) -> [String: [String]] {
        [
            root: [DaemonUnderTest.busName, CallName.audio], root + "/providers/1": [CallName.provider],
            root + "/calls/" + call.replacing("-", with: "_"): [CallName.call],
        ]
    }

    private func expectContract(
        _ client: BusClient, below root: String, call: String = call, objectManager: Bool
    ) throws {
        let contract = try contract()
        #expect(Set(contract.interfaces.keys) == Set(Self.ours))
        for (path, interfaces) in objects(below: root, call: call) {
            let live = try Introspection(
                xml: client.object(DaemonUnderTest.busName, path, "").introspect())
            #expect(contract.differences(to: live, interfaces: interfaces) == [], "\(path)")
            let others = Set(live.interfaces.keys).subtracting(interfaces)
            let isManager = path == root && objectManager
            #expect(others == Self.standard.union(isManager ? [CallName.objectManager] : []), "\(path)")
        }
    }
}
