// SPDX-License-Identifier: MIT
import Testing

import enum BusTesting.Machine

@testable import SDBus

/// An interface table, as its clients on the bus see it.
@Suite struct InterfaceTests {
    let server: TestServer
    let client: BusConnection

    init() throws {
        server = try TestServer()
        client = try server.connect()
    }

    @Test func `A method returns no value, one value or several values`() throws {
        #expect(try client.call(TestServer.method("Nothing")).signature == "")
        #expect(try client.call(TestServer.method("Echo"), "x").signature == "s")
        let (number, text) = try client.call(TestServer.method("Swap"), "a", UInt32(2)).read(UInt32.self, String.self)
        #expect(number == 2 && text == "a")
    }

    @Test func `The introspection shows the names of arguments and the flags of properties`() throws {
        let xml = try client.call(TestServer.standard("Introspectable", "Introspect")).read(String.self)
        for line in [
            #"<method name="Swap">"#, #"<arg type="s" name="first" direction="in"/>"#,
            #"<arg type="u" name="second" direction="in"/>"#, #"<arg type="u" name="second" direction="out"/>"#,
            #"<arg type="s" name="first" direction="out"/>"#, #"<signal name="Announced">"#,
            #"<arg type="a{sv}" name="details"/>"#, #"<property name="Names" type="as" access="read">"#,
        ] { #expect(xml.contains(line), "\(line)") }
        #expect(xml.contains("Unprivileged") == false)
    }

    @Test(.enabled(if: Machine.has("gdbus"), "needs gdbus")) func `busctl and gdbus read the object`() throws {
        let busctl = try server.bus.output(of: "busctl", "introspect", TestServer.name.text, TestServer.path.text)
        #expect(busctl.contains(".Version") && busctl.contains("const"), "\(busctl)")
        let gdbus = try server.bus.output(
            of: "gdbus", "call", "--session", "-d", TestServer.name.text, "-o", TestServer.path.text, "-m",
            TestServer.name.text + ".Echo", "hello")
        #expect(gdbus == "('hello',)\n")
        let tree = try server.bus.output(of: "busctl", "tree", TestServer.name.text)
        #expect(tree.contains("/org/example/Test/own/_1") && !tree.contains("Failed"), "\(tree)")
    }

    @Test func `Properties are read one by one and together`() throws {
        let get = TestServer.standard("Properties", "Get")
        #expect(try client.call(get, TestServer.interface.text, "Version").read(Variant.self) == .uint32(1))
        let all = try client.call(TestServer.standard("Properties", "GetAll"), TestServer.interface.text)
        #expect(
            try all.read([String: Variant].self) == [
                "Version": .uint32(1), "Names": .strings([]),
                "Handle": .structure([.string("generic"), .string("x")]),
            ])
    }

    @Test func `Setting a property is refused`() throws {
        let set = TestServer.standard("Properties", "Set")
        let name = errorName { () throws(BusError) in
            try client.call(set, TestServer.interface.text, "Version", Variant.uint32(2))
        }
        #expect(name == "org.freedesktop.DBus.Error.PropertyReadOnly")
    }

    @Test(arguments: [
        ("/org/example/Test/nothing", "Echo", StandardErrorName.unknownObject),
        ("/org/example/Test/own", "Echo", StandardErrorName.unknownMethod),
        (TestServer.path.text, "Nonsense", StandardErrorName.unknownMethod),
        (TestServer.path.text, "Swap", StandardErrorName.invalidArgs),
    ])
    func whatIsNotThereIsRefused(_ path: String, _ method: String, _ expected: String) throws {
        let name = errorName { () throws(BusError) in
            try client.call(TestServer.method(MemberName(trusted: method), path: ObjectPath(trusted: path)), "text")
        }
        #expect(name == expected)
    }

    @Test func `A table with wrong names cannot be exported`() throws {
        for name in ["two words", ""] {
            let table = Interface<Int>(
                "org.example.Wrong",
                [.method("Two", takes: ("one", String.self), (name, String.self)) { (_, _, _, _) in }])
            let refused = errorName { () throws(BusError) in
                try client.export(table, at: "/") { 1 }
            }
            #expect(refused == StandardErrorName.invalidArgs)
        }
    }

    @Test func `An error carries its name and its message`() throws {
        let failure = error { () throws(BusError) in try client.call(TestServer.method("Fail"), "100 % wrong") }
        #expect(failure == BusError(name: "org.example.Error.Wanted", message: "100 % wrong"))
    }

    @Test func `A reply may come later`() throws {
        let text = try client.call(TestServer.method("Later")).read(String.self)
        #expect(text == "later " + (try client.uniqueName))
    }

    @Test func `A dropped reply is an error`() throws {
        let dropped = errorName { () throws(BusError) in try client.call(TestServer.method("Drop")) }
        #expect(dropped == StandardErrorName.noReply)
        let failed = error { () throws(BusError) in try client.call(TestServer.method("LaterFail")) }
        #expect(failed == .accessDenied("not now"))
    }

    @Test(arguments: [false, true])
    func `A reply precedes the signals that its call caused`(_ failing: Bool) throws {
        let loop = try EventLoop()
        let client = try server.connect(loop)
        var order: [String] = []
        let slot = try client.onUnicastSignal(interface: TestServer.interface) { message in
            order.append(message.member)
            let body = try? message.read(String.self, [String: Variant].self)
            #expect(body?.1 == ["Names": .strings([]), "Version": .uint32(1)])
            loop.exit()
        }
        try client.callAsync(TestServer.method("Announce"), failing) { result in
            order.append((try? result.get()) == nil ? "error" : "reply")
        }
        _ = try withExtendedLifetime(slot) { try loop.run() }
        #expect(order == [failing ? "error" : "reply", "Announced"])
    }

    @Test func `Every caller sees only its own objects`() throws {
        let other = try server.connect()
        let manage = TestServer.standard("ObjectManager", "GetManagedObjects")
        for client in [client, other] {
            let name = try client.uniqueName
            let objects = try client.call(manage).read([ObjectPath: [String: [String: Variant]]].self)
            #expect(Array(objects.keys) == [TestService.ownPath(name)])
            #expect(objects.first?.value[TestService.ownName.text] == ["Owner": .string(name)])
        }
        let foreign = TestServer.standard("Properties", "GetAll", path: TestService.ownPath(try other.uniqueName))
        let refused = errorName { () throws(BusError) in try client.call(foreign, TestService.ownName.text) }
        #expect(refused == StandardErrorName.unknownObject)
        #expect(try client.call(TestServer.method("Seen")).read(UInt32.self) == 2)
    }

    @Test func `An object manager may be added later`() throws {
        let path = TestService.ownTree
        let manage = TestServer.standard("ObjectManager", "GetManagedObjects", path: path)
        let before = errorName { () throws(BusError) in try client.call(manage) }
        #expect(before == StandardErrorName.unknownMethod)
        try client.call(TestServer.method("AddTree"), path)
        let objects = try client.call(manage).read([ObjectPath: [String: [String: Variant]]].self)
        #expect(Array(objects.keys) == [TestService.ownPath(try client.uniqueName)])
    }
}
