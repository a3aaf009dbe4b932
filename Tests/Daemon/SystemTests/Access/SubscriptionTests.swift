// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The clients that get the changes, and GLib's object manager and proxy, which need them.
@Suite(.daemonLogs)
struct SubscriptionTests {
    private static let call = "6ba7b810-9dad-41d1-80b4-00c04fd43001"

    @Test func `A client without a subscription is told no change`() throws {
        let (daemon, app) = try start()
        let client = try daemon.client()
        try client.addMatch("type='signal'")
        try client.manager.call("ListCalls")
        try client.manager.call("ListProviders")
        _ = try client.audio().get("Alert")
        _ = try client.children(at: client.rootPath)
        try ring(app)
        #expect(try client.heard().isEmpty)
    }

    @Test(arguments: [
        "Subscribe", "GetManagedObjects", "GetAll of the manager", "GetAll of a provider", "GetAll of audio",
    ])
    func `A subscriber is told every change`(_ way: String) throws {
        let (daemon, app) = try start()
        let client = try daemon.client()
        switch way {
        case "Subscribe": try client.subscribe()
        case "GetManagedObjects": _ = try client.managedObjects()
        case "GetAll of the manager": _ = try client.manager.getAll()
        case "GetAll of audio": _ = try client.audio().getAll()
        default:
            _ = try client.provider().getAll()
        }
        try ring(app)
        let added = try client.waitForSignal("InterfacesAdded")
        #expect(added.path == client.rootPath && added.arguments[0].string == client.path(of: Self.call))
        #expect(added.destination == client.uniqueName)
        #expect(added.arguments[1][CallName.call]?["State"] == "incoming")
        let audio = try client.waitForSignal("PropertiesChanged")
        #expect(audio.path == client.rootPath && audio.arguments[0].string == CallName.audio)
        #expect(audio.arguments[1]["Alert"] == "ring" && audio.arguments[2].strings == ["AlertCalls"])
    }

    @Test func `A repeated subscription counts once, and Unsubscribe ends every subscription`() throws {
        let (daemon, app) = try start()
        let client = try daemon.client()
        try client.subscribe()
        try client.subscribe()
        _ = try client.managedObjects()
        _ = try client.audio().getAll()
        try ring(app)
        #expect(try client.heard().map(\.member) == ["InterfacesAdded", "PropertiesChanged"])
        try client.manager.call("Unsubscribe")
        try client.manager.call("Unsubscribe")
        try app.manager.call("ReportCallEnded", .string(Self.call), .uint64(0), "remote-ended", [:])
        #expect(try client.heard().isEmpty)
    }

    @Test func `One event is one PropertiesChanged per object, and an end is announced before the removal`() throws {
        let (daemon, app) = try start()
        let client = try daemon.client()
        try ring(app)
        try client.subscribe()
        try client.call(Self.call).call("Answer")
        #expect(try client.heard().map(\.member) == ["PropertiesChanged", "PropertiesChanged"])
        let answer = try app.waitForSignal("PerformAnswerCallAction")
        try app.manager.call("FulfillAction", answer.arguments[1], [:])
        let answered = try client.heard()
        #expect(answered.map(\.member) == ["PropertiesChanged", "PropertiesChanged", "TransactionCompleted"])
        #expect(answered.first?.arguments[1]["State"] == "active" && answered.first?.arguments[1]["HasAudio"] == true)
        #expect(answered[1].arguments[1]["OwnerCalls"]?.strings == [Self.call])

        try app.manager.call("ReportCallEnded", .string(Self.call), .uint64(0), "remote-ended", [:])
        let ended = try client.heard()
        #expect(ended.map(\.member) == ["PropertiesChanged", "InterfacesRemoved", "PropertiesChanged"])
        #expect(ended.first?.arguments[1]["EndedReason"] == "remote-ended")
        #expect(ended.first?.arguments[1]["HasEnded"] == true)
        #expect(ended[1].arguments[1].strings == [CallName.call])
    }

    @Test func `A subscription ends with its connection, and too many of one app are refused`() throws {
        let (daemon, app) = try start()
        defer { app.close() }
        var clients = try (0..<64).map { _ in try daemon.client() }
        for client in clients { try client.subscribe() }
        let late = try daemon.client()
        let refusal = try late.manager.error("Subscribe")
        #expect(refusal?.shortName == "LimitsExceeded" && refusal?.message.contains("128") == true)
        #expect(try late.managedObjects().count == 1)
        let gone = clients.removeLast()
        gone.close()
        try late.waitForName(gone.uniqueName, owned: false)
        try late.subscribe()
    }

    @Test(.needsPython("gi")) func `The object manager of GLib follows providers and calls`() throws {
        let (daemon, app) = try start()
        try ring(app)
        let glib = try ChildProcess(["/usr/bin/python3", "-c", Self.glibClient, daemon.bus.address])
        #expect(try glib.waitForLine { $0.hasPrefix("ready") } == "ready /calls/1 /providers/1")
        try app.manager.call("ReportCallUpdated", .string(Self.call), ["LocalizedCallerName": "Amelia"])
        _ = try glib.waitForLine { $0 == "changed LocalizedCallerName=Amelia" }
        try app.manager.call("RegisterProvider", "org.example.Second", [:])
        _ = try glib.waitForLine { $0 == "added /providers/2" }
        try app.manager.call("ReportCallEnded", .string(Self.call), .uint64(0), "unanswered", [:])
        _ = try glib.waitForLine { $0 == "changed EndedReason=unanswered" }
        _ = try glib.waitForLine { $0 == "removed /calls/1" }
        try daemon.stop()
        _ = try glib.waitForLine { $0 == "owner gone" }
        #expect(try glib.waitForExit() == .exited(0))
    }

    @Test(.needsPython("gi")) func `The proxy of GLib keeps its properties current`() throws {
        let (daemon, app) = try start()
        let glib = try ChildProcess(["/usr/bin/python3", "-c", Self.glibProxy, daemon.bus.address])
        _ = try glib.waitForLine { $0 == "ready none" }
        try ring(app)
        _ = try glib.waitForLine { $0 == "changed ring" }
    }

    private func start() throws -> (daemon: DaemonUnderTest, app: BusClient) {
        let daemon = try DaemonUnderTest(on: .session())
        let app = try daemon.client()
        try app.manager.call("RegisterProvider", "org.example.App", [:])
        return (daemon, app)
    }

    private func ring(_ app: BusClient) throws {
        try app.manager.call("ReportNewIncomingCall", "org.example.App", .string(Self.call), [:])
    }

    private static let connect = """
        import sys
        from gi.repository import Gio, GLib
        flags = Gio.DBusConnectionFlags
        bus = Gio.DBusConnection.new_for_address_sync(
            sys.argv[1], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        name, root = "org.monkeycall.CallManager", "/org/monkeycall/CallManager"
        loop = GLib.MainLoop()
        def say(*words):
            print(*words, flush=True)

        """

    private static let glibClient =
        connect + """
            def short(path):
                return path[len(root):].split("/6ba7b810")[0] + ("/1" if "6ba7b810" in path else "")
            manager = Gio.DBusObjectManagerClient.new_sync(
                bus, Gio.DBusObjectManagerClientFlags.NONE, name, root, None, None, None)
            def changed(manager, object, proxy, properties, invalidated):
                for key, value in properties.unpack().items():
                    say("changed", f"{key}={value}")
            def owner(manager, _):
                if manager.get_name_owner() is None:
                    say("owner gone")
                    loop.quit()
            manager.connect("object-added", lambda _, object: say("added", short(object.get_object_path())))
            manager.connect("object-removed", lambda _, object: say("removed", short(object.get_object_path())))
            manager.connect("interface-proxy-properties-changed", changed)
            manager.connect("notify::name-owner", owner)
            say("ready", *sorted(short(object.get_object_path()) for object in manager.get_objects()))
            loop.run()
            """

    private static let glibProxy =
        connect + """
            proxy = Gio.DBusProxy.new_sync(bus, Gio.DBusProxyFlags.NONE, None, name, root, name + ".Audio", None)
            say("ready", proxy.get_cached_property("Alert").unpack())
            proxy.connect("g-properties-changed", lambda *_: say("changed", proxy.get_cached_property("Alert").unpack()))
            loop.run()
            """
}
