// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The test support on a real bus. The other tests rely on it.
@Suite(.daemonLogs)
struct SupportTests {
    @Test func `A client calls the bus and gets errors with their names`() throws {
        let bus = try BusDaemon.session()
        let client = try BusClient(address: bus.address)
        let names = try #require(try client.callBus("ListNames").first?.strings)
        #expect(names.contains(client.uniqueName))
        #expect(try client.nameOwner("org.example.Nobody") == nil)

        let error = try client.error(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", [.uint32(1)])
        #expect(error?.shortName == "InvalidArgs")
        #expect(throws: BusError.self) { try client.callBus("NoSuchMethod") }
        #expect(throws: BusError.self) { try client.call("org.example.X", "no path", "a.b", "C") }
    }

    @Test func `Values of every type come back unchanged`() throws {
        let bus = try BusDaemon.session()
        let (caller, callee) = (try BusClient(address: bus.address), try BusClient(address: bus.address))
        let values: [DBusValue] = [
            .byte(255), true, .int16(-2), .uint16(2), .int32(-3), .uint32(3), .int64(.min), .uint64(.max),
            .double(0.5), "Grüße", .path("/a/b"), .signature("a{sv}"), .strings([]), .strings(["a", ""]),
            ["Name": "x", "Count": .uint32(1), "Nested": ["Deep": .tuple("a", .path("/"))]], [:],
            .dictionaries([["Action": "end-call"], [:]]), .variant(.variant(.byte(1))),
            .dictionary(key: "u", value: "(ss)", [.uint32(7): .tuple("", "")]), .array(of: "ay", []),
        ]
        let serial = try caller.send(callee.uniqueName, "/x", nil, "Echo", values)
        let call = try callee.waitForCall("Echo")
        #expect(call.arguments == values)
        try callee.reply(to: call, call.arguments)
        #expect(try caller.reply(to: serial) == values)
        #expect(values[14]["Nested"]?["Deep"]?[0]?.string == "a")
    }

    @Test func `An element of another type than the array's is refused before it is sent`() throws {
        let bus = try BusDaemon.session()
        let client = try BusClient(address: bus.address)
        #expect(throws: SupportError.self) {
            try client.call(client.uniqueName, "/", nil, "X", .array(of: "s", [.uint32(1)]))
        }
    }

    @Test func `A descriptor arrives as a descriptor of the same file`() throws {
        let bus = try BusDaemon.session()
        let (caller, callee) = (try BusClient(address: bus.address), try BusClient(address: bus.address))
        let sealed = try Descriptor.memory(Array("ring".utf8))
        try caller.send(callee.uniqueName, "/x", nil, "Take", [["Ringtone": .descriptor(sealed)]])
        let received = try #require(try callee.waitForCall("Take").details?["Ringtone"]?.descriptor)
        #expect(received != sealed)
        #expect(try received.contents() == Array("ring".utf8))
        #expect(throws: SupportError.self) { try received.write([1]) }
    }

    @Test func `A client calls a service of another client, which replies later`() throws {
        let bus = try BusDaemon.session()
        let (caller, service) = (try BusClient(address: bus.address), try BusClient(address: bus.address))
        try service.requestName("org.example.Service")
        #expect(try caller.waitForName("org.example.Service") == service.uniqueName)

        let object = caller.object("org.example.Service", "/o", "org.example.Service")
        let serials = [try object.send("Do", "first"), try object.send("Do", "second")]
        let first = try service.waitForCall("Do")
        let second = try service.waitForCall("Do")
        try service.reply(to: second, [.uint32(2)])
        try service.reply(to: first, error: BusError(name: "org.example.Error.Refused", message: "no"))
        #expect(try caller.reply(to: serials[1]) == [.uint32(2)])
        let error = #expect(throws: BusError.self) { try caller.reply(to: serials[0]) }
        #expect(error?.shortName == "Refused" && error?.message == "no")
        #expect(throws: SupportError.self) { try caller.reply(to: 4711, timeout: 0.05) }

        service.close()
        try caller.waitForName("org.example.Service", owned: false)
    }

    @Test func `A client keeps signals in order and shows their absence`() throws {
        let bus = try BusDaemon.session()
        let (listener, sender) = (try BusClient(address: bus.address), try BusClient(address: bus.address))
        try listener.addMatch("type='signal',interface='org.example.S'")
        for number in 1...3 { try sender.emit("/s", "org.example.S", "Tick", [.int32(Int32(number))]) }
        try sender.emit("/s", "org.example.S", "Done", [["Last": true]], to: listener.uniqueName)

        let done = try listener.waitForSignal("Done")
        #expect(done.destination == listener.uniqueName && done.details?["Last"]?.bool == true)
        #expect(listener.signals.filter { $0.member == "Tick" }.map { $0.arguments.first?.int } == [1, 2, 3])
        #expect(try listener.nextSignal().arguments == [.int32(1)])
        #expect(try listener.waitForSignal("Tick") { $0.arguments == [.int32(3)] }.sender == sender.uniqueName)
        #expect(try listener.nextSignal().arguments == [.int32(2)])
        #expect(throws: SupportError.self) { try listener.waitForSignal("Tick", timeout: 0.05) }
        #expect(try listener.signalsUpToNow(from: "org.freedesktop.DBus").allSatisfy { $0.member == "NameAcquired" })
        #expect(listener.signals.isEmpty)
    }

    @Test func `A client notices the end of the bus`() throws {
        let bus = try BusDaemon.session()
        let client = try BusClient(address: bus.address)
        #expect(client.isConnected)
        bus.stop()
        #expect(!client.isConnected)
        #expect(throws: SupportError.self) { try client.callBus("ListNames") }
    }

    @Test func `A client that does not read can send, and reads later`() throws {
        let bus = try BusDaemon.session()
        let (lazy, callee) = (try BusClient(address: bus.address), try BusClient(address: bus.address))
        try lazy.send(callee.uniqueName, "/", nil, "NoAnswer", [], expectsReply: false)
        let serial = try lazy.send(callee.uniqueName, "/", nil, "Do")
        #expect(try callee.waitForCall("NoAnswer").noReplyExpected)
        try callee.reply(to: callee.waitForCall("Do"))
        #expect(try callee.signalsUpToNow(from: "org.freedesktop.DBus").isEmpty == false)
        #expect(lazy.hasReply(to: serial))
    }

    @Test(.needsRoot) func `One test can be several users on the bus`() throws {
        let bus = try BusDaemon.system(policyFiles: [])
        let root = try BusClient(address: bus.address)
        let alice = try BusClient(address: bus.address, uid: TestUser.alice.uid)
        let bob = try BusClient(address: bus.address, uid: TestUser.bob.uid)
        #expect(try root.uid(of: alice.uniqueName) == TestUser.alice.uid)
        #expect(try alice.uid(of: bob.uniqueName) == TestUser.bob.uid)
        #expect(try bob.uid(of: root.uniqueName) == 0)
        #expect(try root.processID(of: alice.uniqueName) == getpid())
        #expect(geteuid() == 0)
        let error = #expect(throws: BusError.self) { try alice.requestName("org.example.Mine") }
        #expect(error?.shortName == "AccessDenied")
    }

    @Test(.needsRoot) func `dbus-daemon enforces the policy of a system bus`() throws {
        try expectPolicy { try .system(policyFiles: [$0]) }
    }

    @Test(.needsBroker) func `dbus-broker enforces the policy of a system bus`() throws {
        try expectPolicy { try .broker(policyFiles: [$0]) }
    }

    private func expectPolicy(of start: (URL) throws -> BusDaemon) throws {
        let folder = try TemporaryDirectory()
        let policy = """
            <busconfig><policy user="nobody"><allow own="org.example.Mine"/></policy>
            <policy context="default"><allow send_destination="org.example.Mine"/></policy></busconfig>
            """
        let bus = try start(folder.write(policy, to: "policy.conf"))
        let nobody = try #require(TestUser.named("nobody"))
        let service = try BusClient(address: bus.address, uid: nobody.uid)
        try service.requestName("org.example.Mine")
        let alice = try BusClient(address: bus.address, uid: TestUser.alice.uid)
        #expect(throws: BusError.self) { try alice.requestName("org.example.Mine") }
        let serial = try alice.send("org.example.Mine", "/", nil, "Do")
        try service.reply(to: service.waitForCall("Do"), ["done"])
        #expect(try alice.reply(to: serial) == ["done"])
        let unwanted = try service.error(alice.uniqueName, "/", nil, "Do", [])
        #expect(unwanted?.shortName == "AccessDenied")
    }

    @Test(.needsRoot) func `A client in a control group is an app to the bus`() throws {
        let bus = try BusDaemon.session()
        let group = try ControlGroup.flatpak("org.example.App", uid: TestUser.alice.uid)
        let app = try BusClient(address: bus.address, uid: TestUser.alice.uid, controlGroup: group)
        let observer = try BusClient(address: bus.address)
        #expect(try observer.uid(of: app.uniqueName) == TestUser.alice.uid)
        let processID = try #require(try observer.processID(of: app.uniqueName))
        #expect(processID == app.processID && processID != getpid())
        let groups = try String(contentsOfFile: "/proc/\(processID)/cgroup", encoding: .utf8)
        #expect(groups.contains("0::\(group.path)\n"))
        app.close()
        try observer.waitForName(app.uniqueName, owned: false)
        #expect(kill(processID, 0) != 0)
    }

    @Test(.needsRoot) func `A control group is removed after its last process`() throws {
        let path = "bus-testing-\(getpid()).slice/app-snap.scope"
        let output = try {
            let group = try ControlGroup(path)
            return try ChildProcess.run(["cat", "/proc/self/cgroup"], user: .bob, controlGroup: group).output
        }()
        #expect(output.contains("0::/\(path)\n"))
        let unified = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"].map { "\($0)/bus-testing-\(getpid()).slice" }
        #expect(!unified.contains { FileManager.default.fileExists(atPath: $0) })
    }

    @Test func `Invalid bytes end only the connection that sent them`() throws {
        let bus = try BusDaemon.session()
        let bystander = try BusClient(address: bus.address)
        let raw = try RawClient(address: bus.address)
        var message = RawMessage(
            serial: raw.nextSerial(), destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "GetNameOwner", signature: "s",
            body: RawBytes.string(Array("org.freedesktop.DBus".utf8)))
        try raw.send(message)
        #expect(try raw.reply(to: message.serial).arguments == ["org.freedesktop.DBus"])

        message.serial = raw.nextSerial()
        message.body = RawBytes.string([0xff, 0xfe])
        try raw.send(message)
        try raw.waitForDisconnect()
        #expect(try bystander.nameOwner(raw.uniqueName) == nil)

        let second = try RawClient(address: bus.address)
        message.path = Array("not a path".utf8)
        try second.send(message)
        try second.waitForDisconnect()
        #expect(bystander.isConnected)
    }

    @Test(.needsRoot) func `A raw client can be another user`() throws {
        let bus = try BusDaemon.session()
        let raw = try RawClient(address: bus.address, uid: TestUser.bob.uid)
        #expect(try BusClient(address: bus.address).uid(of: raw.uniqueName) == TestUser.bob.uid)
    }

    @Test func `A test writes to a child process, reads its lines and ends it`() throws {
        let child = try ChildProcess(["cat"])
        try child.writeLine("one")
        try child.writeLine("two")
        #expect(try child.waitForLine { $0 == "two" } == "two")
        #expect(child.text() == "one\ntwo\n")
        child.terminate()
        #expect(try child.waitForExit() == .signalled(SIGTERM))
        #expect(throws: SupportError.self) { try child.writeLine("three") }

        let shell = try ChildProcess.run(
            ["sh", "-c", "echo $WORD; pwd >&2; printf end; exit 3"], environment: ["WORD": "hello"])
        #expect(shell.status == .exited(3) && shell.output == "hello\nend")
        #expect(throws: SupportError.self) { try ChildProcess.run(["sleep", "60"], timeout: 0.1) }
        #expect(throws: SupportError.self) { try ChildProcess(["no-such-program"]) }
    }

    @Test(.needsRoot) func `A child process runs as another user`() throws {
        let ids = try ChildProcess.run(["sh", "-c", "id -u; id -g; id -G"], user: .alice).output
        let (uid, gid) = (TestUser.alice.uid, TestUser.alice.gid)
        #expect(ids == "\(uid)\n\(gid)\n\(gid)\n")
    }

    @Test func `busctl finds the private bus`() throws {
        let bus = try BusDaemon.session()
        let list = try ChildProcess.run(["busctl", "--address=\(bus.address)", "--no-pager", "list"])
        #expect(list.succeeded && list.output.contains("org.freedesktop.DBus"))
    }

    @Test func `A daemon that ends before it owns its name is reported at once`() throws {
        let bus = try BusDaemon.session()
        let start = ContinuousClock.now
        #expect(throws: SupportError.self) { try DaemonUnderTest(on: bus, arguments: ["--no-such-option"]) }
        #expect(ContinuousClock.now - start < .seconds(Deadline.standardTimeout))
    }

    @Test func `The usage of a process is read from proc`() throws {
        let usage = try ProcessUsage(of: getpid())
        #expect(usage.residentKiB > usage.privateKiB && usage.privateKiB > 1000)
        #expect(usage.threads >= 1 && usage.descriptors >= 3)
    }

    @Test func `Introspection data are compared by members and types`() throws {
        let xml = """
            <node><!-- a comment -->
             <interface name="org.example.I">
              <docsection><summary><para>Words</para></summary></docsection>
              <method name="Do"><arg name="what" type="s"/><arg name="done" type="b" direction="out"/></method>
              <signal name="Done"><arg name="details" type="a{sv}"/></signal>
              <property name="State" type="s" access="read">
               <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
               <annotation name="org.gtk.GDBus.DocString" value="Words"/>
              </property>
             </interface>
             <node name="child"/>
            </node>
            """
        let expected = try Introspection(xml: xml)
        #expect(expected.children == ["child"])
        #expect(expected.interfaces["org.example.I"]?.properties["State"]?.emitsChangedSignal == "const")
        let same = try Introspection(xml: xml.replacingOccurrences(of: "Words", with: "Others"))
        #expect(expected.differences(to: same).isEmpty)

        let other = xml.replacingOccurrences(of: #"type="b""#, with: #"type="u""#)
            .replacingOccurrences(of: "Done", with: "Ready").replacingOccurrences(of: "const", with: "false")
        #expect(
            try expected.differences(to: Introspection(xml: other)) == [
                "org.example.I method Do: expected (in s what, out b done), but it is (in s what, out u done)",
                "org.example.I signal Done: missing, expected (out a{sv} details)",
                "org.example.I signal Ready: not expected: (out a{sv} details)",
                "org.example.I property State: expected s read EmitsChangedSignal=const, "
                    + "but it is s read EmitsChangedSignal=false",
            ])
        // The text has no syntax error: FoundationXML leaks a string for each, and the address sanitizer reports that.
        #expect(throws: SupportError.self) { try Introspection(xml: "<other/>") }
    }

    @Test func `The parser reads the introspection of the bus`() throws {
        let bus = try BusDaemon.session()
        let client = try BusClient(address: bus.address)
        let object = client.object("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
        let live = try Introspection(xml: object.introspect())
        #expect(live.interfaces["org.freedesktop.DBus"]?.methods["Hello"]?.description == "(out s )")
        #expect(try object.get("Features").strings?.contains("HeaderFiltering") == true)
        #expect(try object.getAll()["Interfaces"] != nil)
    }

    @Test func `The test finds the checkout and the products`() throws {
        #expect(try Repository.file("Package.swift").path == Repository.root.path + "/Package.swift")
        #expect(throws: SupportError.self) { try Repository.file("no-such-file") }
        #expect(try Product.path("monkeycalld").hasSuffix("/monkeycalld"))
        #expect(throws: SupportError.self) { try Product.path("no-such-product") }
    }
}
