// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A user sees nothing of other users, a sandboxed app sees little of other apps, the administrator sees all.
@Suite(.daemonLogs, .needsServiceUser)
struct PrivacyTests {
    typealias Who = Scene.Who

    private static let open = ["UUID", "Outgoing", "OnHold", "HasConnected", "HasEnded"]

    @Test(arguments: Who.allCases)
    func `Each caller sees a call completely, in five properties or not at all`(_ who: Who) throws {
        let scene = try Scene(on: Scene.bus())
        let (client, root) = try scene.come(who)
        let object = client.call(Scene.talking, at: root)
        let manager = client.manager(at: root)
        let whole = try scene.owner.call(Scene.talking).getAll()
        #expect(whole["LocalizedCallerName"] == "Amelia" && whole["State"] == "active")
        switch who {
        case .owner, .sameUser:
            #expect(try object.getAll() == whole)
            #expect(try client.managedObjects() == scene.owner.managedObjects())
            #expect(try manager.call("ListCalls") == scene.owner.manager.call("ListCalls"))
        case .administrator:
            let paths = try client.managedObjects(at: root).keys
            #expect(try Set(paths) == Set(scene.owner.managedObjects().keys.map { rehung($0, below: root) }))
            var seen = try object.getAll()
            #expect(seen["ProviderObject"]?.string == root + "/providers/1")
            seen["ProviderObject"] = whole["ProviderObject"]
            #expect(seen == whole)
            #expect(try manager.call("ListCalls")[0].elements?.count == 3)
        case .flatpak, .snap:
            let seen = try object.getAll()
            #expect(Set(seen.keys) == Set(whole.keys))
            for (name, value) in seen where !Self.open.contains(name) { #expect(value.isBlank, "\(name)") }
            for name in Self.open { #expect(seen[name] == whole[name], "\(name)") }
            for name in whole.keys { #expect(try object.get(name) == seen[name]) }
            let call = try client.managedObjects()[object.path]?[CallName.call]?.entries
            #expect(call == seen)
            let lines = try #require(try manager.call("ListCalls").first?.elements)
            #expect(lines.count == 3)
            for line in lines { #expect([2, 3, 4].allSatisfy { line[$0] == "" }) }
        case .otherUser, .root:
            #expect(try unknown(object) == unknown(client.call("6ba7b810-9dad-41d1-80b4-00c04fd43099")))
            #expect(try client.managedObjects().isEmpty)
            #expect(try manager.call("ListCalls")[0].elements?.isEmpty == true)
        }
    }

    @Test(arguments: Who.allCases)
    func `Each caller sees a provider and its files completely, blank or not at all`(_ who: Who) throws {
        let scene = try Scene(on: Scene.bus())
        let file = try Descriptor.memory(Array("picture".utf8))
        try scene.owner.manager.call(
            "SetProviderConfiguration", .string(Scene.phone),
            ["Icon": .descriptor(file), "Ringtone": "signal-icon", "DesktopEntry": "org.example.Phone"])
        let (client, root) = try scene.come(who)
        let provider = client.provider(at: root + "/providers/1")
        let lines = try client.manager(at: root).call("ListProviders")[0].elements ?? []
        switch who {
        case .owner, .sameUser, .administrator:
            let seen = try provider.getAll()
            #expect(seen["Identifier"]?.string == Scene.phone && seen["Ringtone"] == "signal-icon")
            #expect(seen["BusName"]?.string == scene.owner.uniqueName && seen["Class"] == "voip")
            #expect(seen["ProcessID"]?.int == Int(getpid()) && seen["AppID"] == "")
            #expect(try provider.call("OpenIcon").first?.descriptor?.contents() == Array("picture".utf8))
            #expect(try provider.error("OpenRingtone")?.shortName == "FileNotFound")
            #expect(lines.first?[0]?.string == Scene.phone)
        case .flatpak, .snap:
            for (name, value) in try provider.getAll() { #expect(value.isBlank, "\(name)") }
            #expect(try provider.error("OpenIcon")?.shortName == "FileNotFound")
            #expect(lines.count == 1 && lines[0][0] == "" && lines[0][2] == "")
        case .otherUser, .root:
            #expect(try unknown(provider)?.shortName == "UnknownObject")
            #expect(try provider.error("OpenIcon")?.shortName == "UnknownObject")
            #expect(lines.isEmpty)
        }
    }

    @Test(arguments: Who.allCases)
    func `Programs and the administrator read the mistakes in the configuration, and sandboxed apps do not`(
        _ who: Who
    ) throws {
        let folder = try TemporaryDirectory()
        let scene = try Scene(on: Scene.bus(), configuration: folder.write("nonsense\n", to: "monkeycalld.conf"))
        let (client, root) = try scene.come(who)
        let problems = try client.manager(at: root).get("ConfigurationProblems").strings
        #expect(problems?.count == (who.isSandboxed ? 0 : 1))
    }

    @Test func `A sandboxed app is told nothing about another app's calls`() throws {
        let scene = try Scene(on: Scene.bus())
        let apps = [try scene.flatpak("org.example.App"), try scene.come(.snap).client]
        for app in apps {
            try app.subscribe()
            try app.addMatch("type='signal'")
        }
        try liveThrough(scene)

        for app in apps {
            let heard = try app.heard()
            let members = Set(heard.compactMap(\.member))
            #expect(members == ["InterfacesAdded", "InterfacesRemoved", "PropertiesChanged"])
            let text = heard.map(\.description).joined(separator: "\n")
            for secret in Scene.secrets { #expect(!text.contains(secret), "\(secret)") }
            for message in heard where message.member == "PropertiesChanged" {
                let changed = message.arguments[1].entries ?? [:]
                let isAudio = message.arguments[0].string == CallName.audio
                let allowed = isAudio ? ["OwnerGroup", "OwnerCalls", "Alert", "HasShell"] : Self.open
                #expect(Set(changed.keys).isSubset(of: allowed), "\(message)")
            }
        }
        let audio = try apps[0].audio().getAll()
        #expect(audio["OwnerCalls"]?.strings == [Scene.talking] && audio["OwnerGroup"]?.string == Scene.talking)
        for name in ["OwnerProvider", "Reason", "Since"] { #expect(audio[name]?.isBlank == true, "\(name)") }
        #expect(try scene.owner.audio().get("OwnerProvider").string == Scene.phone)
    }

    @Test func `A user is told nothing about another user's calls and cannot listen`() throws {
        let scene = try Scene(on: Scene.bus())
        let bob = try scene.daemon.client(uid: TestUser.bob.uid)
        try bob.subscribe()
        _ = try bob.managedObjects()
        for rule in [
            "type='signal'", "type='signal',eavesdrop=true", "eavesdrop=true", "path_namespace='/org/monkeycall'",
        ] {
            try? bob.addMatch(rule)
        }
        #expect(throws: BusError.self) {
            try bob.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor",
                .strings([]), .uint32(0))
        }
        try liveThrough(scene)
        #expect(try bob.heard().map(\.description) == [])
        #expect(bob.methodCalls.isEmpty)
    }

    @Test func `busctl monitor shows another user nothing`() throws {
        let bus = try Scene.bus()
        _ = try Scene(on: bus)
        let monitor = try ChildProcess.run(
            ["busctl", "--address=\(bus.address)", "--no-pager", "monitor", DaemonUnderTest.busName], user: .bob)
        #expect(!monitor.succeeded && monitor.errors.lowercased().contains("denied"))
    }

    @Test func `The object tree has no names of another user`() throws {
        let scene = try Scene(on: Scene.bus())
        let bob = try scene.daemon.client(uid: TestUser.bob.uid)
        let root = bob.rootPath
        let alices = "\(root)/user/_\(TestUser.alice.uid)"
        #expect(try bob.children(at: root) == [])
        #expect(try scene.owner.children(at: root).count == 4)
        #expect(throws: BusError.self) { try scene.owner.children(at: alices) }

        // Bob gets the same error for Alice's objects and for objects that do not exist.
        let call = bob.path(of: Scene.talking, at: alices)
        for path in [
            "\(root)/user", alices, "\(alices)/calls", call, bob.path(of: Scene.talking), "\(root)/providers/1",
        ] {
            let nowhere = path.replacing("user", with: "usex").replacing("providers", with: "providerx")
                .replacing("calls", with: "callx")
            for (interface, member, arguments): (String, String, [DBusValue]) in [
                (CallName.introspectable, "Introspect", []),
                (CallName.properties, "GetAll", [.string(CallName.call)]),
                (CallName.properties, "Get", [.string(CallName.call), "State"]),
                (CallName.objectManager, "GetManagedObjects", []), (DaemonUnderTest.busName, "ListCalls", []),
                (CallName.call, "End", []),
            ] {
                let there = try bob.error(DaemonUnderTest.busName, path, interface, member, arguments)
                let not = try bob.error(DaemonUnderTest.busName, nowhere, interface, member, arguments)
                #expect(there != nil && there?.name == not?.name, "\(member) at \(path)")
            }
        }
    }

    @Test func `Two users may have calls with the same id, and each user sees one of them`() throws {
        let scene = try Scene(on: Scene.bus())
        let bob = try scene.daemon.client(uid: TestUser.bob.uid)
        try bob.subscribe()
        try scene.owner.subscribe()
        try bob.manager.call("RegisterProvider", .string(Scene.phone), [:])
        let update: DBusValue = ["LocalizedCallerName": "Boris"]
        try bob.manager.call("ReportNewIncomingCall", .string(Scene.phone), .string(Scene.talking), update)

        #expect(try bob.call(Scene.talking).get("LocalizedCallerName") == "Boris")
        #expect(try scene.owner.call(Scene.talking).get("LocalizedCallerName") == "Amelia")
        #expect(try scene.owner.heard().map(\.description) == [])
        try bob.manager.call("ReportCallEnded", .string(Scene.talking), .uint64(0), "remote-ended", [:])
        _ = try bob.waitForSignal("InterfacesRemoved")
        #expect(try scene.owner.call(Scene.talking).get("State") == "active")
        bob.close()
        #expect(try scene.owner.heard().map(\.description) == [])
        #expect(try scene.owner.managedObjects().count == 4)
    }

    @Test func `The administrator finds each user's tree and acts in it`() throws {
        let scene = try Scene(on: Scene.bus())
        let (alice, bobs) = (TestUser.alice.uid, TestUser.bob.uid)
        let bob = try scene.daemon.client(uid: bobs)
        try bob.manager.call("RegisterProvider", "org.example.Bobs", [:])
        let root = try scene.daemon.client()
        let trees = [alice, bobs].sorted().map { DBusValue.tuple(.uint32($0), .path("\(root.rootPath)/user/_\($0)")) }
        #expect(try root.manager.call("ListUsers") == [.array(of: "(uo)", trees)])
        #expect(try scene.owner.manager.error("ListUsers")?.shortName == "AccessDenied")
        #expect(try bob.manager.error("ListUsers")?.shortName == "AccessDenied")

        let tree = "\(root.rootPath)/user/_\(alice)"
        #expect(try root.children(at: root.rootPath).filter { $0.hasSuffix("user/_\(bobs)") }.count == 1)
        #expect(try root.manager(at: tree).get("Version").int.map(String.init) == Repository.version())
        try root.subscribe(at: tree)
        let transaction = try root.call(Scene.talking, at: tree).call("End").first
        let end = try scene.owner.waitForSignal("PerformEndCallAction")
        #expect(end.details?["Origin"] == "other" && end.path == scene.owner.rootPath)
        try scene.owner.manager.call("FulfillAction", end.arguments[1], [:])
        #expect(try root.waitForSignal("TransactionCompleted").arguments.first == transaction)
        let removed = try root.waitForSignal("InterfacesRemoved")
        #expect(removed.path == tree && removed.arguments[0].string == root.path(of: Scene.talking, at: tree))
        #expect(try bob.heard().map(\.member) == ["ProviderDidBegin"])
        #expect(!root.signals.contains { $0.path?.hasPrefix("\(root.rootPath)/user/_\(bobs)") == true })
    }

    @Test func `A sandboxed app sees neither that the directory silenced its call nor the name that it found`() throws {
        let scene = try Scene(on: Scene.bus())
        let directory = try scene.daemon.client(uid: TestUser.alice.uid)
        try directory.manager.call("RegisterDirectory", ["Deadline": .uint64(5_000_000)])
        try scene.owner.manager.call("ReportCallEnded", .string(Scene.ringing), .uint64(0), "unanswered", [:])
        let app = try scene.flatpak("org.example.App")
        let own = "6ba7b810-9dad-41d1-80b4-00c04fd43010"
        try app.manager.call("RegisterProvider", "org.example.App", [:])
        try directory.subscribe()
        try app.subscribe()
        let report = try app.send(
            DaemonUnderTest.busName, app.rootPath, DaemonUnderTest.busName, "ReportNewIncomingCall",
            ["org.example.App", .string(own), [:]])
        _ = try directory.waitForSignal("ScreenCall")
        try directory.manager.call("AnswerScreening", .string(own), "silence", [:])
        _ = try app.reply(to: report)
        _ = try app.heard()
        try directory.manager.call("IdentifyCall", .string(own), ["DisplayName": "Ada"])
        _ = try directory.waitForSignal("PropertiesChanged") { $0.arguments[1]["DisplayName"] == "Ada" }
        #expect(try directory.call(own).get("Silenced") == true && directory.audio().get("Alert") == "silent")
        #expect(try app.call(own).get("Silenced") == false && app.audio().get("Alert") == "call-waiting")
        #expect(try app.heard().isEmpty)
    }

    @Test func `A sandboxed app does not see that a quiet do-not-disturb silences its call`() throws {
        let scene = try Scene(on: Scene.bus())
        let shell = try scene.daemon.client(uid: TestUser.alice.uid)
        try shell.manager.call("RegisterShell", "", ["DoNotDisturb": true, "DoNotDisturbSilences": true])
        try scene.owner.manager.call("ReportCallEnded", .string(Scene.ringing), .uint64(0), "unanswered", [:])
        let app = try scene.flatpak("org.example.App")
        let own = "6ba7b810-9dad-41d1-80b4-00c04fd43010"
        try app.manager.call("RegisterProvider", "org.example.App", [:])
        try app.manager.call("ReportNewIncomingCall", "org.example.App", .string(own), [:])
        #expect(try shell.call(own).get("Silenced") == true && shell.audio().get("Alert") == "silent")
        #expect(try app.call(own).get("Silenced") == false && app.audio().get("Alert") == "call-waiting")
        let story = try app.manager.call("ExplainCall", .string(own)).first?.elements ?? []
        #expect(story.map { $0["Event"] } == ["appeared"])
    }

    @Test func `A sandboxed process of uid 0 finds no user's tree`() throws {
        let scene = try Scene(on: Scene.bus())
        let boxed = try scene.daemon.client(uid: 0, controlGroup: .flatpak("org.example.App", uid: 0))
        #expect(try boxed.manager.error("ListUsers")?.shortName == "AccessDenied")
        #expect(try boxed.children(at: boxed.rootPath).allSatisfy { !$0.contains("user") })
        let before = try scene.registry()
        for uid in [0, TestUser.alice.uid] {
            let tree = "\(boxed.rootPath)/user/_\(uid)"
            #expect(try boxed.manager(at: tree).error("Subscribe")?.shortName == "UnknownObject")
            #expect(try boxed.call(Scene.talking, at: tree).error("End")?.shortName == "UnknownObject")
        }
        #expect(try scene.registry() == before)
        let descriptors = try scene.daemon.usage().descriptors
        #expect(try boxed.manager.error("RegisterShell", "", [:])?.shortName == "AccessDenied")
        #expect(try scene.daemon.usage().descriptors == descriptors, "A refused shell left something open.")
    }

    @Test func `Every property is read-only for every caller`() throws {
        let scene = try Scene(on: Scene.bus())
        for who in Who.allCases where !who.isOfAnotherDomain {
            let (client, root) = try scene.come(who)
            let error = #expect(throws: BusError.self) { try client.call(Scene.talking, at: root).set("Muted", true) }
            #expect(error?.shortName == "PropertyReadOnly")
        }
    }

    /// Changes the phone; reports, answers, merges and ends its calls. A second phone reports a call and disconnects.
    private func liveThrough(_ scene: Scene) throws {
        let (phone, owner) = (DBusValue.string(Scene.phone), scene.owner)
        let caller: DBusValue = [
            "RemoteHandle": .tuple("phone-number", "+493099"), "LocalizedCallerName": "Amelia",
            "ContactIdentifier": "contact-7",
        ]
        let fresh: DBusValue = "6ba7b810-9dad-41d1-80b4-00c04fd43009"
        try owner.manager.call(
            "SetProviderConfiguration", phone, ["LocalizedName": "Amelia's New Phone", "MaximumCallGroups": .uint32(9)])
        try owner.manager.call("ReportNewIncomingCall", phone, fresh, caller)
        try owner.manager.call("ReportCallUpdated", fresh, ["LocalizedCallerName": "Amelia II"])
        try owner.manager.call("ReportCallEnded", fresh, .uint64(0), "remote-ended", [:])
        let shell = try scene.daemon.client(uid: TestUser.alice.uid)
        try shell.manager.call("RegisterShell", "", ["DoNotDisturb": false])
        for (call, member, arguments): (String, String, [DBusValue]) in [
            (Scene.ringing, "Silence", []), (Scene.ringing, "Answer", []), (Scene.talking, "SetHeld", [false]),
            (Scene.ringing, "End", []), (Scene.waiting, "SetGroup", [.string(Scene.talking)]),
        ] {
            try shell.call(DaemonUnderTest.busName, shell.path(of: call), CallName.call, member, arguments)
            guard member != "Silence" else { continue }
            var isOpen = true
            while isOpen {
                let signal = try owner.nextSignal()
                guard signal.member?.hasPrefix("Perform") == true else { continue }
                try owner.manager.call("FulfillAction", signal.arguments[1], [:])
                isOpen = try shell.heard().allSatisfy { $0.member != "TransactionCompleted" }
            }
        }
        let second = try scene.daemon.client(uid: TestUser.alice.uid)
        try second.manager.call("RegisterProvider", "org.example.Phone.Second", caller)
        try second.manager.call(
            "ReportExistingCall", "org.example.Phone.Second", "6ba7b810-9dad-41d1-80b4-00c04fd43010", caller)
        second.close()
        try owner.manager.call("ListCalls")
    }

    private func rehung(_ path: String, below root: String) -> String {
        root + path.dropFirst(DaemonUnderTest.managerPath.count)
    }

    private func unknown(_ object: BusObject) throws -> BusError? {
        do {
            _ = try object.getAll()
            return nil
        } catch let error as BusError {
            return BusError(name: error.name, message: "")
        }
    }
}
