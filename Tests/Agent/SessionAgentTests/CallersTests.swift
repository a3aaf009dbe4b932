// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Which programs of the session may do what with the agent, on both kinds of buses: the table of SECURITY.md, presses
/// that do not come from the notification server, and the connections that a sandbox reaches.
struct CallersTests {
    enum Kind: CaseIterable {
        case daemon, broker

        static var present: [Kind] { Privilege.isRoot ? allCases : [.daemon] }

        /// A bus with the policy of a session bus.
        func start() throws -> BusDaemon {
            switch self {
            case .daemon: return try .session()
            case .broker:
                let folder = try TemporaryDirectory()
                let policy = """
                    <busconfig><policy context="default">
                    <allow own="*"/><allow send_type="method_call"/><allow send_destination="*"/>
                    </policy></busconfig>
                    """
                return try .broker(policyFiles: [try folder.write(policy, to: "session.conf")])
            }
        }
    }

    /// A desktop with an agent, and a call of a telephone that rings.
    private struct Scene {
        let desktop: Desktop
        let server: ServerStandIn
        let phone: Provider
        let client: BusClient
        let shown: ServerStandIn.Shown

        init(on kind: Kind) throws {
            desktop = try Desktop(on: try kind.start())
            server = try ServerStandIn(on: desktop.bus)
            try desktop.startAgent()
            try server.introduce()
            phone = try desktop.phone()
            client = try BusClient(address: desktop.bus.address)
            try phone.ring()
            shown = try server.next()
        }

        /// The unique names of the agent's connections.
        func connections() throws -> [String] {
            try client.connections(of: desktop.agent?.processID)
        }

        func state() throws -> String? { try desktop.daemon.client().call(UUIDs.text("A")).get("State").string }
    }

    // MARK: Presses

    @Test(arguments: Kind.present)
    func `A press that another program than the notification server sends does nothing, whichever connection gets it`(
        _ kind: Kind
    ) throws {
        let scene = try Scene(on: kind)
        let (path, name) = ("/org/freedesktop/Notifications", "org.freedesktop.Notifications")
        let forger = try BusClient(address: scene.desktop.bus.address)
        for connection in try scene.connections() + [AgentClient.name] {
            for key in ["answer", "decline", "default"].map(scene.shown.key) {
                try forger.emit(path, name, "ActionInvoked", [.uint32(scene.shown.id), .string(key)], to: connection)
            }
            try forger.emit(path, name, "NotificationClosed", [.uint32(scene.shown.id), .uint32(2)], to: connection)
            try forger.call(connection, "/", "org.freedesktop.DBus.Peer", "Ping")
        }
        let heard = try scene.phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).compactMap(\.member)
        #expect(!heard.contains { $0.hasPrefix("Perform") })
        #expect(try scene.state() == "incoming")
        #expect(try scene.phone.actor.property("Silenced", of: "A") == false)
        // The same press by the server counts.
        try scene.server.press("answer", of: scene.shown)
        _ = try scene.phone.actor.client.waitForSignal("PerformAnswerCallAction")
    }

    @Test func `A press that another program than the portal sends does nothing`() throws {
        let desktop = try Desktop()
        let portal = try Portal(on: desktop.bus)
        try desktop.startAgent()
        let phone = try desktop.phone()
        try phone.ring()
        let call = try portal.expect("AddNotification")
        let answer = try #require(call.buttons?.first { $0.action == "answer" })
        let client = try BusClient(address: desktop.bus.address)
        for name in try client.connections(of: desktop.agent?.processID) {
            try client.emit(
                "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Notification", "ActionInvoked",
                [.string(call.id ?? ""), .string(answer.key), .array(of: "v", [])], to: name)
            try client.call(name, "/", "org.freedesktop.DBus.Peer", "Ping")
        }
        let heard = try phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).compactMap(\.member)
        #expect(!heard.contains("PerformAnswerCallAction"))
        try portal.press("answer")
        _ = try phone.actor.client.waitForSignal("PerformAnswerCallAction")
    }

    @Test func `A question about a link is answered once`() throws {
        let desktop = try Desktop()
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let phone = try desktop.phone()
        let client = try BusClient(address: desktop.bus.address)
        try client.object(AgentClient.name, AgentClient.path, AgentClient.name).call("ConfirmCall", "tel:1", [:])
        let question = try server.next()
        try server.press("place-call", of: question)
        _ = try phone.actor.client.waitForSignal("StartCallRequested")
        try server.click(question, "place-call")
        try phone.ring()
        _ = try server.next { $0.actions.contains("answer") }
        let heard = try phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).compactMap(\.member)
        #expect(!heard.contains("StartCallRequested"))
    }

    // MARK: Connections

    @Test(arguments: Kind.present)
    func `Each name of the agent has a connection of its own, with its own objects only`(_ kind: Kind) throws {
        let scene = try Scene(on: kind)
        let objects = [
            "org.monkeycall.Agent": "/org/monkeycall/Agent",
            "org.mobian_project.CallAudio": "/org/mobian_project/CallAudio",
            "org.gnome.Calls": "/org/gnome/Calls", "org.mpris.MediaPlayer2.monkeycall": "/org/mpris/MediaPlayer2",
        ]
        var owners: Set<String> = []
        for (name, path) in objects {
            let owner = try scene.client.waitForName(name)
            #expect(owners.insert(owner).inserted, "\(name)")
            for (other, foreign) in objects where other != name {
                let xml = try? scene.client.object(owner, foreign, other).introspect()
                #expect(xml?.contains("<interface name=\"org.mo") != true, "\(name) has the objects of \(other)")
            }
            let all = try scene.client.children(of: owner)
            #expect(all.contains(path), "\(name)")
            #expect(all.allSatisfy { path.hasPrefix($0) || $0.hasPrefix(path + "/") }, "\(name): \(all)")
        }
        // The agent listens to other programs on a connection without a name.
        let sender = try #require(scene.shown.call.sender)
        #expect(!owners.contains(sender))
        #expect(try scene.client.children(of: sender) == [])
    }

    @Test(.needsRoot, arguments: ["org.mobian_project.CallAudio", "org.gnome.Calls", "org.monkeycall.Agent"])
    func `A sandbox that may talk to one name of the agent dials and answers nothing through its proxy`(
        _ name: String
    ) throws {
        let scene = try Scene(on: .daemon)
        let owner = try scene.client.waitForName(name)
        let socket = scene.desktop.bus.directory.url.appendingPathComponent("proxy")
        let proxy = try ChildProcess(
            ["xdg-dbus-proxy", scene.desktop.bus.address, socket.path, "--filter", "--talk=\(name)"],
            controlGroup: .flatpak("org.example.Boxed", uid: getuid()))
        let boxed = try Self.connect("unix:path=\(socket.path)")
        // The proxy knows the owner of a name that its client has asked for.
        #expect(try boxed.nameOwner(name) == owner)
        let agent = boxed.object(owner, AgentClient.path, AgentClient.name)
        let answer = try agent.error("ConfirmCall", "tel:1", [:])
        #expect((answer == nil) == (name == AgentClient.name))
        #expect(try agent.error("SetDoNotDisturb", true, .uint64(0)) != nil)
        let asked = name == AgentClient.name ? try scene.server.next { $0.actions.contains("place-call") } : nil
        for (shown, button) in [(scene.shown, "answer")] + (asked.map { [($0, "place-call")] } ?? []) {
            try boxed.emit(
                "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "ActionInvoked",
                [.uint32(shown.id), .string(shown.key(button))], to: owner)
        }
        // The agent has handled the signals when it answers.
        _ = try boxed.error(owner, "/", "org.freedesktop.DBus.Peer", "Ping")
        let heard = try scene.phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).compactMap(\.member)
        #expect(!heard.contains("StartCallRequested") && !heard.contains("PerformAnswerCallAction"))
        #expect(try AgentClient(on: scene.desktop.bus).object.get("DoNotDisturb") == false)
        withExtendedLifetime(proxy) {}
    }

    /// A client of a proxy that may not listen yet.
    private static func connect(_ address: String) throws -> BusClient {
        let deadline = Deadline()
        while true {
            if let client = try? BusClient(address: address) { return client }
            try #require(!deadline.hasPassed)
        }
    }

    // MARK: The table

    private static let places = [
        "org.monkeycall.Agent": ("org.monkeycall.Agent", "/org/monkeycall/Agent"),
        "org.monkeycall.Agent.Calls": ("org.monkeycall.Agent", "/org/monkeycall/Agent"),
        "org.mobian_project.CallAudio": ("org.mobian_project.CallAudio", "/org/mobian_project/CallAudio"),
        "org.gnome.Calls.Call": ("org.gnome.Calls", "/org/gnome/Calls/Call/1"),
        "org.mpris.MediaPlayer2": ("org.mpris.MediaPlayer2.monkeycall", "/org/mpris/MediaPlayer2"),
        "org.mpris.MediaPlayer2.Player": ("org.mpris.MediaPlayer2.monkeycall", "/org/mpris/MediaPlayer2"),
    ]

    /// Arguments with which each method would do something for a program outside of a sandbox.
    private static func arguments(of member: String) -> [DBusValue] {
        switch member {
        case "SetDoNotDisturb": [true, .uint64(0)]
        case "ConfirmCall": ["tel:1", [:]]
        case "Perform": [UUIDs.value("A"), "answer", [:]]
        case "SetRoute": ["loud"]
        case "MuteMic", "EnableSpeaker": [true]
        case "SelectMode": [.uint32(1)]
        case "SendDtmf": ["1"]
        case "Seek": [.int64(0)]
        case "SetPosition": [.path("/"), .int64(0)]
        case "OpenUri": ["file:///x"]
        default: []
        }
    }

    @Test(.needsRoot, arguments: Kind.present)
    func `An app in a sandbox gets from the agent what the table of SECURITY.md says, and nothing else`(
        _ kind: Kind
    ) throws {
        let scene = try Scene(on: kind)
        let rows = try CallersTable(below: "The agent on the session bus").rows
        #expect(Set(rows.map(\.interface)) == Set(Self.places.keys))
        for (name, _) in Self.places.values { try scene.client.waitForName(name) }
        let boxed = try BusClient(
            address: scene.desktop.bus.address, controlGroup: .flatpak("org.example.Boxed", uid: getuid()))
        for row in rows {
            let (name, path) = try #require(Self.places[row.interface])
            for member in row.members {
                let comment = Comment(rawValue: "\(row.interface).\(member): \(row.sandbox)")
                let result = Result { try boxed.object(name, path, row.interface).get(member) }
                func error() throws -> BusError? {
                    try boxed.error(name, path, row.interface, member, Self.arguments(of: member))
                }
                switch row.sandbox {
                case "reads":
                    #expect(try result.get() == scene.client.object(name, path, row.interface).get(member), comment)
                case "reads nothing":
                    let value = try result.get()
                    let isEmpty = value.elements?.isEmpty == true || value.entries?.isEmpty == true
                    #expect(value == "" || value == false || isEmpty, comment)
                case "refused": #expect(try error()?.shortName == "AccessDenied", comment)
                case "no object": #expect(try error()?.name.contains(".Unknown") == true, comment)
                case "asks the user", "no effect", "mutes its own calls": #expect(try error() == nil, comment)
                default: Issue.record("\(comment): no such word")
                }
            }
        }
        let heard = try scene.phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).compactMap(\.member)
        #expect(!heard.contains { $0.hasPrefix("Perform") || $0 == "StartCallRequested" })
        #expect(try scene.state() == "incoming")
        #expect(try AgentClient(on: scene.desktop.bus).object.get("DoNotDisturb") == false)
    }

    @Test(.needsRoot) func `The ids of muted calls are told to programs outside a sandbox only`() throws {
        let desktop = try Desktop()
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        let boxed = try BusClient(
            address: desktop.bus.address, controlGroup: .flatpak("org.example.Boxed", uid: getuid()))
        try boxed.addMatch("type='signal',path='\(AgentClient.path)',member='PropertiesChanged'")
        let seen = boxed.object(AgentClient.name, AgentClient.path, AgentClient.name)
        let phone = try desktop.phone()
        try phone.activeCall("A", ["LocalizedCallerName": "Ada"])
        try agent.expect(["InCall": true])
        #expect(try seen.get("InCall") == true)
        // Without a sound server the agent cannot silence it.
        try phone.actor.request([.mute("A")])
        try phone.fulfill(after: "PerformSetMutedCallAction")
        try agent.expect(["Unenforced": .strings([UUIDs.text("A")])])
        #expect(try seen.get("Unenforced") == .strings([]))
        try phone.end()
        try agent.expect(["InCall": false, "Unenforced": .strings([])])
        for signal in try boxed.signalsUpToNow(from: AgentClient.name) {
            #expect(signal.arguments[1]["Unenforced"] == nil, "\(signal)")
        }
    }
}

extension BusClient {
    /// The paths below the root that a connection lists.
    fileprivate func children(of owner: String, at path: String = "") throws -> [String] {
        // A connection without objects has no root either.
        guard let xml = try? object(owner, path.isEmpty ? "/" : path, "org.freedesktop.DBus.Peer").introspect() else {
            return []
        }
        let names = xml.split(separator: "<node name=\"").dropFirst().compactMap { $0.split(separator: "\"").first }
        return try names.flatMap { name in
            let child = path + "/" + name
            return [child] + (try children(of: owner, at: child))
        }
    }
}
