// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The sources of do-not-disturb, and its effect on calls.
struct DoNotDisturbTests {
    let desktop: Desktop
    private let provider: BusObject
    private static let filtered = "IncomingCall.FilteredByDoNotDisturb"

    init() throws {
        desktop = try Desktop()
        let client = try desktop.daemon.client()
        provider = client.manager
        try provider.call("RegisterProvider", "org.example.Test", [:])
    }

    /// Reports a call. Returns the name of the error after `.Error.`; nil if the call rings.
    private func call(from caller: String = "") throws -> String? {
        let update: DBusValue =
            caller.isEmpty ? .options([:]) : .options(["RemoteHandle": .tuple("phone-number", .string(caller))])
        let error = try provider.error("ReportNewIncomingCall", "org.example.Test", .string(UUID().uuidString), update)
        return error.map { String($0.name.dropFirst(DaemonUnderTest.busName.count + ".Error.".count)) }
    }

    /// Starts an agent, and returns a client that follows its properties.
    private func startAgent(_ environment: [String: String] = [:]) throws -> AgentClient {
        try desktop.startAgent(environment: environment)
        return try AgentClient(on: desktop.bus)
    }

    @Test func `While dunst is paused a call is refused, and the desktop stays silent and empty`() throws {
        let screen = try Dunst(on: desktop.bus)
        let agent = try startAgent()
        try screen.pause(true)
        try agent.expect(doNotDisturb: "dunst")
        #expect(try call() == Self.filtered)
        try agent.expect(["Ringing": false, "InCall": false])
        try screen.waitForCount(0)
        try screen.pause(false)
        try agent.expect(doNotDisturb: "")
        #expect(try call() == nil)
        try screen.expect("Incoming call")
    }

    @Test func `A quiet do-not-disturb shows calls without a sound, and refuses none`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.set("[DoNotDisturb]\nRefuse=no\n")
        let agent = try startAgent()
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        #expect(try call(from: "+4930123456") == nil)
        try screen.expect("Incoming call")
        try agent.expect(["Ringing": true, "InCall": false])
        #expect(try desktop.daemon.client().audio().get("Alert") == "silent")
    }

    @Test func `A call refused as busy is shown as missed when the present call ends`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.set("[Calls]\nWhileInCall=busy\n")
        let agent = try startAgent()
        let present = DBusValue.string(UUID().uuidString)
        try provider.call("ReportExistingCall", "org.example.Test", present, ["State": "active"])
        try agent.expect(["InCall": true])
        #expect(try call(from: "+4930123456") == "IncomingCall.Busy")
        try provider.call("ReportCallEnded", present, .uint64(0), "remote-ended", [:])
        let missed = try screen.expect("Missed call from") { $0.summary.contains("+4930123456") }
        #expect(missed.body.contains(", while you were in another call"))
        try agent.expect(["InCall": false])
        #expect(try call(from: "+4930654321") == nil)
    }

    @Test func `A refused call is shown as missed once when do-not-disturb ends`() throws {
        let screen = try Dunst(on: desktop.bus)
        let agent = try startAgent()
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        #expect(try call(from: "+4930123456") == Self.filtered)
        try screen.waitForCount(0)
        try agent.setDoNotDisturb(false)
        let missed = try screen.expect("Missed call from")
        #expect(missed.summary.contains("+4930123456"))
        #expect(missed.body.contains(", while Do Not Disturb was on"))
        try screen.waitForCount(1)
        try screen.dismiss()
        try screen.waitForCount(0)
        // After another refused call, the desktop shows only that call.
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        #expect(try call(from: "+4930654321") == Self.filtered)
        try agent.setDoNotDisturb(false)
        try screen.expect("Missed call from") { $0.summary.contains("+4930654321") }
        try screen.waitForCount(1)
    }

    @Test func `A refused call is shown as missed once, also by the agent of a later login`() throws {
        let screen = try Dunst(on: desktop.bus)
        var agent = try startAgent()
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        #expect(try call(from: "+4930123456") == Self.filtered)
        try desktop.killAgent()
        agent = try startAgent()
        try agent.expect(doNotDisturb: "user")
        try agent.setDoNotDisturb(false)
        try screen.expect("Missed call from")
        try screen.dismiss()
        try screen.waitForCount(0)
        try desktop.killAgent()
        try desktop.logOut()
        // The next agent shows the ringing call, and not the dismissed one again.
        agent = try startAgent()
        #expect(try call(from: "+4930654321") == nil)
        try screen.expect("Incoming call")
        try screen.waitForCount(1)
    }

    @Test func `A call that rings when do-not-disturb begins goes on ringing`() throws {
        let screen = try Dunst(on: desktop.bus)
        let agent = try startAgent()
        #expect(try call() == nil)
        try screen.expect("Incoming call")
        try agent.expect(["Ringing": true])
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        #expect(try call() == Self.filtered)
        #expect(try agent.object.get("Ringing") == true)
        try screen.waitForCount(1)
    }

    @Test func `A new agent finds dunst paused, and another server does not count as paused`() throws {
        let screen = try Dunst(on: desktop.bus)
        try screen.pause(true)
        let agent = try startAgent()
        try agent.expect(doNotDisturb: "dunst")
        try screen.restart()
        try agent.expect(doNotDisturb: "")
    }

    @Test func `A server that ignores do-not-disturb shows a caller only at the second call`()
        throws
    {
        let (sound, screen) = (try SoundServer(on: desktop.bus, .pulseAudio), try Dunst(on: desktop.bus))
        try desktop.set("[Ringing]\nDevice=speaker")
        let agent = try startAgent(sound.environment)
        try agent.setDoNotDisturb(true)
        #expect(try call(from: "+4930123456") == Self.filtered)
        try sound.waitForLevel(on: "speaker", 0.0..<0.0005, lasting: 10)
        try screen.waitForCount(0)
        #expect(try call(from: "+4930123456") == nil)
        try sound.waitForLevel(on: "speaker", 0.005..<1.0)
        try screen.expect("Incoming call")
    }

    @Test func `GNOME's setting counts only while its shell runs`() throws {
        let folder = desktop.bus.directory.url.path
        let environment = [
            "DBUS_SESSION_BUS_ADDRESS": desktop.bus.address, "XDG_RUNTIME_DIR": folder,
            "XDG_CONFIG_HOME": folder + "/config",
        ]
        let dconf = try ChildProcess(["/usr/libexec/dconf-service"], environment: environment)
        let gnome = try BusClient(address: desktop.bus.address)
        _ = try gnome.waitForName("ca.desrt.dconf")
        func show(_ arguments: String...) throws {
            let schema = "org.gnome.desktop.notifications"
            let result = try ChildProcess.run(
                ["gsettings", arguments[0], schema, "show-banners"] + arguments.dropFirst(), environment: environment)
            #expect(result.succeeded && result.errors.isEmpty, "\(result)")
        }
        try show("set", "false")
        // On another desktop the setting has no effect.
        let agent = try startAgent()
        try agent.expect(doNotDisturb: "")
        #expect(try call() == nil)
        try gnome.requestName("org.gnome.Shell")
        try agent.expect(doNotDisturb: "gnome")
        #expect(try call() == Self.filtered)
        try show("reset")
        try agent.expect(doNotDisturb: "")
        try show("set", "false")
        try agent.expect(doNotDisturb: "gnome")
        try show("set", "true")
        try agent.expect(doNotDisturb: "")
        try show("set", "false")
        try agent.expect(doNotDisturb: "gnome")
        try gnome.releaseName("org.gnome.Shell")
        try agent.expect(doNotDisturb: "")
        dconf.terminate()
    }

    @Test func `GNOME's setting is read again when dconf tells of a change, not when another program does`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("false\n", to: "value")
        // In the place of gsettings, to count the readings.
        let path = folder.url.path
        try folder.writeScript("echo \"$*\" >>'\(path)/readings'\ncat '\(path)/value'", to: "gsettings")
        let gnome = try BusClient(address: desktop.bus.address)
        try gnome.requestName("ca.desrt.dconf")
        try gnome.requestName("org.gnome.Shell")
        func tell(by client: BusClient, to connection: String? = nil) throws {
            try client.emit(
                "/ca/desrt/dconf/Writer/user", "ca.desrt.dconf.Writer", "Notify",
                ["/org/gnome/desktop/notifications/", .strings(["show-banners"]), ""], to: connection)
        }
        let agent = try startAgent(["PATH": path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")])
        try agent.expect(doNotDisturb: "gnome")
        let forger = try BusClient(address: desktop.bus.address)
        for connection in try forger.connections(of: desktop.agent?.processID) {
            try tell(by: forger)
            try tell(by: forger, to: connection)
            try forger.call(connection, "/", "org.freedesktop.DBus.Peer", "Ping")
        }
        try folder.write("true\n", to: "value")
        try tell(by: gnome)
        try agent.expect(doNotDisturb: "")
        let readings = try String(contentsOfFile: path + "/readings", encoding: .utf8).split(separator: "\n")
        #expect(readings.filter { $0.hasSuffix(" show-banners") }.count == 2)
    }

    @Test func `Do-not-disturb follows KDE's property`() throws {
        let name = "org.freedesktop.Notifications"
        let path = "/org/freedesktop/Notifications"
        let mock = try ChildProcess(
            ["/usr/bin/python3", "-m", "dbusmock", "--session", name, path, name],
            environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.bus.address])
        let client = try BusClient(address: desktop.bus.address)
        _ = try client.waitForName(name)
        let control = client.object(name, path, "org.freedesktop.DBus.Mock")
        func inhibit(_ isInhibited: Bool) throws {
            try control.call("UpdateProperties", .string(name), ["Inhibited": .bool(isInhibited)])
        }
        try control.call("AddProperty", .string(name), "Inhibited", .variant(true))
        let agent = try startAgent()
        try agent.expect(doNotDisturb: "kde")
        #expect(try call() == Self.filtered)
        try inhibit(false)
        try agent.expect(doNotDisturb: "")
        try inhibit(true)
        try agent.expect(doNotDisturb: "kde")
        mock.terminate()
        try agent.expect(doNotDisturb: "")
    }

    @Test func `Do-not-disturb follows the setting of Xfce while Xfce's notification server runs`() throws {
        let xfce = try XfceServer(on: desktop.bus)
        let agent = try startAgent()
        try agent.expect(doNotDisturb: "")
        try xfce.set(true)
        try agent.expect(doNotDisturb: "xfce")
        #expect(try call() == Self.filtered)
        try xfce.set(false)
        try agent.expect(doNotDisturb: "")
        try xfce.set(true)
        try agent.expect(doNotDisturb: "xfce")
        // The setting stays, and another server does not obey it.
        try xfce.server.kill9()
        try agent.expect(doNotDisturb: "")
    }

    /// The real xfce4-notifyd and xfconfd, on X.
    private struct XfceServer {
        let server: ChildProcess
        private let screen: ChildProcess
        private let settings: ChildProcess
        private let environment: [String: String]
        init(on bus: BusDaemon) throws {
            let client = try BusClient(address: bus.address)
            let home = bus.directory.url.appendingPathComponent("xfce").path
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            screen = try ChildProcess(["Xvfb", "-displayfd", "1", "-nolisten", "tcp"], environment: ["HOME": home])
            environment = [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": home, "XDG_CONFIG_HOME": home,
                "XDG_RUNTIME_DIR": home, "GDK_BACKEND": "x11", "DISPLAY": ":" + (try screen.waitForLine()),
            ]
            settings = try ChildProcess(Home.program(of: "org.xfce.Xfconf"), environment: environment)
            _ = try client.waitForName("org.xfce.Xfconf")
            server = try ChildProcess(
                Home.program(of: "org.xfce.xfce4-notifyd.Notifications"), environment: environment)
            _ = try client.waitForName("org.freedesktop.Notifications")
        }

        func set(_ isQuiet: Bool) throws {
            let result = try ChildProcess.run(
                [
                    "xfconf-query", "-c", "xfce4-notifyd", "-p", "/do-not-disturb", "-n", "-t", "bool", "-s",
                    "\(isQuiet)",
                ], environment: environment)
            guard result.succeeded else { throw SupportError("xfconf-query: \(result.errors)") }
        }
    }

    @Test func `Do-not-disturb follows swaync, which signals that something has changed`() throws {
        let (path, interface) = ("/org/erikreider/swaync/cc", "org.erikreider.swaync.cc")
        let server = try BusClient(address: desktop.bus.address)
        try server.requestName("org.freedesktop.Notifications")
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try server.reply(to: server.waitForCall("GetDnd"), [false])
        #expect(try agent.object.get("DoNotDisturb") == false)
        for (isOn, reason) in [(true, "swaync"), (false, "")] {
            try server.emit(path, interface, "SubscribeV2", [.uint32(1), .bool(isOn), false, false])
            try server.reply(to: server.waitForCall("GetDnd"), [.bool(isOn)])
            try agent.expect(doNotDisturb: reason)
        }
    }

    @Test func `Do-not-disturb follows the file of COSMIC while its notification server runs`() throws {
        let folder = desktop.bus.directory.url.appendingPathComponent(
            "config/cosmic/com.system76.CosmicNotifications/v1")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func set(_ isQuiet: Bool) throws {
            try "\(isQuiet)".write(
                to: folder.appendingPathComponent("do_not_disturb"), atomically: true, encoding: .utf8)
        }
        try set(true)
        let agent = try startAgent()
        try agent.expect(doNotDisturb: "")
        let server = try standIn("cosmic-notifications")
        try agent.expect(doNotDisturb: "cosmic")
        #expect(try call() == Self.filtered)
        try set(false)
        try agent.expect(doNotDisturb: "")
        try set(true)
        try agent.expect(doNotDisturb: "cosmic")
        try server.kill9()
        try agent.expect(doNotDisturb: "")
    }

    @Test(arguments: [("io.elementary.notifications", "elementary"), ("mate-notification-daemon", "mate")])
    func `A setting of dconf counts while the notification server of its desktop runs`(
        _ program: String, _ reason: String
    ) throws {
        let folder = try TemporaryDirectory()
        // In the place of gsettings: this machine lacks the schemas of the desktops.
        let path = folder.url.path
        try folder.writeScript("case \"$*\" in *\(reason)*do-not-disturb) echo true;; esac", to: "gsettings")
        let dconf = try BusClient(address: desktop.bus.address)
        try dconf.requestName("ca.desrt.dconf")
        let agent = try startAgent(["PATH": path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")])
        try agent.expect(doNotDisturb: "")
        let server = try standIn(program)
        try agent.expect(doNotDisturb: reason)
        try server.kill9()
        try agent.expect(doNotDisturb: "")
        // Another server does not obey it.
        let other = try standIn("another-server")
        #expect(try call() == nil)
        #expect(try agent.object.get("DoNotDisturb") == false)
        other.terminate()
    }

    /// A notification server of that file name, without abilities.
    private func standIn(_ program: String) throws -> ChildProcess {
        let name = "org.freedesktop.Notifications"
        let folder = desktop.bus.directory.url.appendingPathComponent("servers")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent(program).path
        let python = URL(fileURLWithPath: "/usr/bin/python3").resolvingSymlinksInPath()
        try FileManager.default.copyItem(atPath: python.path, toPath: path)
        let server = try ChildProcess(
            [path, "-m", "dbusmock", "--session", name, "/org/freedesktop/Notifications", name],
            environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.bus.address, "PYTHONHOME": "/usr"])
        _ = try BusClient(address: desktop.bus.address).waitForName(name)
        return server
    }

    @Test func `Do-not-disturb follows mako's mode, which mako does not signal`() throws {
        let mako = try Mako(on: desktop.bus)
        try mako.set("do-not-disturb")
        let agent = try startAgent()
        try agent.expect(doNotDisturb: "mako")
        #expect(try call() == Self.filtered)
        try mako.set("default")
        try agent.expect(doNotDisturb: "")
        #expect(try call() == nil)
        try agent.expect(["Ringing": true])
    }

    @Test func `Do-not-disturb follows a mako that signals only that its mode is another one`() throws {
        let mako = try BusClient(address: desktop.bus.address)
        try mako.requestName("org.freedesktop.Notifications")
        func answer(_ mode: String) throws {
            let question = try mako.waitForCall("Get") { $0.arguments == ["fr.emersion.Mako", "Modes"] }
            try mako.reply(to: question, [.variant(.strings([mode]))])
        }
        func change(to mode: String) throws {
            try mako.emit(
                "/fr/emersion/Mako", "org.freedesktop.DBus.Properties", "PropertiesChanged",
                ["fr.emersion.Mako", [:], .strings(["Modes"])])
            try answer(mode)
        }
        let agent = try startAgent()
        try answer("do-not-disturb")
        try agent.expect(doNotDisturb: "mako")
        #expect(try call() == Self.filtered)
        try change(to: "default")
        try agent.expect(doNotDisturb: "")
        try change(to: "do-not-disturb")
        try agent.expect(doNotDisturb: "mako")
        #expect(try call() == Self.filtered)
    }

    /// mako before 1.10 does not have the property, and so does not signal its changes. Returns the agent's question.
    @discardableResult
    private func refuseModes(of mako: BusClient) throws -> BusMessage {
        let question = try mako.waitForCall("Get") { $0.arguments == ["fr.emersion.Mako", "Modes"] }
        try mako.reply(
            to: question, error: BusError(name: "org.freedesktop.DBus.Error.UnknownInterface", message: "unknown"))
        return question
    }

    @Test func `Any number of programs that leave the bus before mako answers need one more question to it`() throws {
        let mako = try BusClient(address: desktop.bus.address)
        try mako.requestName("org.freedesktop.Notifications")
        let agent = try startAgent()
        let listener = try #require(try refuseModes(of: mako).sender)
        /// Waits until the agent has handled everything that mako, or the bus, has told it.
        func settle() throws { try mako.call(listener, "/", "org.freedesktop.DBus.Peer", "Ping") }
        func leave() throws {
            let client = try BusClient(address: desktop.bus.address)
            client.close()
            try mako.waitForName(client.uniqueName, owned: false)
        }
        try mako.reply(to: try mako.waitForCall("ListModes"), [.strings(["default"])])
        try settle()
        try leave()
        let pending = try mako.waitForCall("ListModes")
        for _ in 1...20 { try leave() }
        try settle()
        #expect(!mako.methodCalls.contains { $0.member == "ListModes" })
        try mako.reply(to: pending, [.strings(["default"])])
        try mako.reply(to: try mako.waitForCall("ListModes"), [.strings(["do-not-disturb"])])
        try agent.expect(doNotDisturb: "mako")
        #expect(!mako.methodCalls.contains { $0.member == "ListModes" })
    }

    @Test func `A call that came through an unnoticed mode of mako is silenced`() throws {
        let mako = try BusClient(address: desktop.bus.address)
        try mako.requestName("org.freedesktop.Notifications")
        func answer(_ mode: String) throws {
            try mako.reply(to: try mako.waitForCall("ListModes"), [.strings([mode])])
        }
        let agent = try startAgent()
        try refuseModes(of: mako)
        try answer("do-not-disturb")
        try agent.expect(doNotDisturb: "mako")
        // A program that leaves the bus may have changed the mode.
        try BusClient(address: desktop.bus.address).close()
        try answer("default")
        try agent.expect(doNotDisturb: "")
        #expect(try call() == nil)
        try answer("do-not-disturb")
        try agent.expect(doNotDisturb: "mako")
        let audio = provider.client.audio()
        // GetAll subscribes to later changes.
        while try audio.getAll()["Alert"] != "silent" { _ = try provider.client.waitForSignal("PropertiesChanged") }
        #expect(try call() == Self.filtered)
    }

    @Test func `The user's own switch outlives the agent until it is switched off`() throws {
        try startAgent().setDoNotDisturb(true)
        try desktop.killAgent()
        #expect(try call() == nil)
        let agent = try startAgent()
        try agent.expect(doNotDisturb: "user")
        #expect(try call() == Self.filtered)
        try agent.setDoNotDisturb(false)
        try agent.expect(doNotDisturb: "")
        #expect(try call() == nil)
        try desktop.killAgent()
        try startAgent().expect(doNotDisturb: "")
    }

    @Test func `The user's own switch goes off at its time`() throws {
        let agent = try startAgent()
        var end: UInt64 = 0
        // On a busy machine the end may have passed before the agent reads it.
        for seconds in [1.0, 4, 16] {
            end = UInt64((Date().timeIntervalSince1970 + seconds) * 1_000_000)
            if try agent.object.error("SetDoNotDisturb", true, .uint64(end)) == nil { break }
        }
        try agent.expect(["DoNotDisturb": true, "DoNotDisturbUntil": .uint64(end)])
        try agent.expect(["DoNotDisturb": false, "DoNotDisturbUntil": .uint64(0)])
        #expect(Date().timeIntervalSince1970 * 1_000_000 >= Double(end))
        #expect(try agent.object.error("SetDoNotDisturb", true, .uint64(end))?.shortName == "InvalidArgs")
        #expect(try agent.object.get("DoNotDisturb") == false)
    }

    @Test func `A switch with a time that passed without an agent is off`() throws {
        // The time is one second after the beginning of 1970.
        try desktop.remember("on\u{1F}1000000\u{1F}\u{1E}", as: "do-not-disturb")
        let agent = try startAgent()
        try agent.expect(doNotDisturb: "")
        #expect(!desktop.remembers("do-not-disturb"))
        #expect(try call() == nil)
    }

    @Test func `The user's own switch precedes the desktop's and does not change it`() throws {
        let screen = try Dunst(on: desktop.bus)
        let agent = try startAgent()
        try screen.pause(true)
        try agent.expect(doNotDisturb: "dunst")
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        try agent.setDoNotDisturb(false)
        try agent.expect(doNotDisturb: "dunst")
        try screen.pause(false)
        try agent.expect(doNotDisturb: "")
    }
}
