// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The `Caller` lines of the contract: the answer to each kind of caller for each method. A refused call changes
/// nothing.
@Suite(.daemonLogs, .needsServiceUser)
struct AccessTests {
    typealias Who = Scene.Who

    @Test(arguments: Who.allCases)
    func `Only the connection that registered a provider may report for it`(_ who: Who) throws {
        let scene = try Scene(on: Scene.bus())
        let mute = try scene.pendingAction("SetMuted", true)
        let tones = try scene.pendingAction("PlayDTMF", "1")
        let (client, root) = try scene.come(who)
        let before = try scene.registry()
        let fresh = "6ba7b810-9dad-41d1-80b4-00c04fd43009"
        let other = "6ba7b810-9dad-41d1-80b4-00c04fd43010"
        let (phone, call) = (DBusValue.string(Scene.phone), DBusValue.string(Scene.talking))
        let reports: [(String, [DBusValue], unknown: String)] = [
            ("SetProviderConfiguration", [phone, ["MaximumCallGroups": .uint32(9)]], "UnknownProvider"),
            ("ReportNewIncomingCall", [phone, .string(fresh), [:]], "UnknownProvider"),
            ("ReportExistingCall", [phone, .string(other), ["State": "held"]], "UnknownProvider"),
            ("ReportCallUpdated", [call, ["HasVideo": true]], "UnknownCall"),
            ("ReportOutgoingCallStartedConnecting", [call, .uint64(0)], "UnknownCall"),
            ("ReportOutgoingCallConnected", [call, .uint64(0)], "UnknownCall"),
            ("FulfillAction", [.string(mute), [:]], "UnknownAction"),
            ("FailAction", [.string(tones), [:]], "UnknownAction"),
            ("ReportCallEnded", [call, .uint64(0), "remote-ended", [:]], "UnknownCall"),
            ("InvalidateProvider", [phone], "UnknownProvider"),
        ]
        for (member, arguments, unknown) in reports {
            let manager = client.manager(at: root)
            let error = try client.error(manager.destination, root, manager.interface, member, arguments)
            let isIncoming = member == "ReportNewIncomingCall" || member == "ReportExistingCall"
            switch who {
            case .owner: #expect(error == nil, "\(member)")
            case .sameUser, .flatpak, .snap, .administrator:
                #expect(error?.shortName == (isIncoming ? "IncomingCall.Unentitled" : "Unentitled"), "\(member)")
            case .otherUser, .root: #expect(error?.shortName == unknown, "\(member)")
            }
        }
        if who == .owner {
            #expect(try scene.owner.managedObjects().isEmpty)
        } else {
            #expect(try scene.registry() == before)
        }
    }

    @Test(arguments: Who.allCases)
    func `Every program of the user, a sandboxed app for its own calls, and the administrator may request actions`(
        _ who: Who
    ) throws {
        let scene = try Scene(on: Scene.bus())
        let (client, root) = try scene.come(who)
        let before = try scene.registry()
        let actions: [[String: DBusValue]] = [
            .start("6ba7b810-9dad-41d1-80b4-00c04fd43009", at: Scene.phone, .tuple("phone-number", "110")),
            .hold(Scene.talking), .mute(Scene.talking), .join(Scene.waiting, Scene.talking), .tones("1", Scene.talking),
            .answer(Scene.ringing), .end(Scene.waiting),
        ]
        for action in actions {
            let isStart = action["Action"] == "start-call"
            let error = try client.manager(at: root).error("RequestTransaction", .dictionaries([action]), [:])
            switch who {
            case .owner, .sameUser, .administrator: #expect(error == nil, "\(action)")
            case .flatpak, .snap: #expect(error?.shortName == "RequestTransaction.Unentitled", "\(action)")
            case .otherUser, .root:
                let unknown = isStart ? "UnknownCallProvider" : "UnknownCallUUID"
                #expect(error?.shortName == "RequestTransaction.\(unknown)", "\(action)")
            }
        }
        let error = try client.manager(at: root).error(
            "RequestStartCall", .string(Scene.phone), .tuple("phone-number", "110"), [:])
        switch who {
        case .owner, .sameUser, .administrator: #expect(error == nil)
        case .flatpak, .snap: #expect(error?.shortName == "Unentitled")
        case .otherUser, .root: #expect(error?.shortName == "UnknownProvider")
        }
        if who.isSandboxed || who.isOfAnotherDomain { #expect(try scene.registry() == before) }
    }

    @Test(arguments: Who.allCases)
    func `The same callers may use the methods of a call`(_ who: Who) throws {
        let scene = try Scene(on: Scene.bus())
        let (client, root) = try scene.come(who)
        let before = try scene.registry()
        let methods: [(String, String, [DBusValue])] = [
            (Scene.talking, "SetMuted", [true]), (Scene.talking, "PlayDTMF", ["1"]),
            (Scene.waiting, "SetGroup", [.string(Scene.talking)]), (Scene.talking, "SetHeld", [true]),
            (Scene.ringing, "Answer", []), (Scene.waiting, "End", []),
        ]
        for (call, member, arguments) in methods {
            let error = try client.error(
                DaemonUnderTest.busName, client.path(of: call, at: root), CallName.call, member, arguments)
            switch who {
            case .owner, .sameUser, .administrator: #expect(error == nil, "\(member)")
            case .flatpak, .snap: #expect(error?.shortName == "RequestTransaction.Unentitled", "\(member)")
            case .otherUser, .root: #expect(error?.shortName == "UnknownObject", "\(member)")
            }
        }
        if who.isSandboxed || who.isOfAnotherDomain { #expect(try scene.registry() == before) }
    }

    @Test(arguments: Who.allCases)
    func `A sandboxed app cannot be a shell, silence calls or choose a route`(_ who: Who) throws {
        let scene = try Scene(on: Scene.bus())
        let shell = try scene.daemon.client(uid: TestUser.alice.uid)
        try shell.manager.call("RegisterShell", "", ["Routes": .dictionaries([["Name": "speaker"]])])
        let (client, root) = try scene.come(who)
        let before = try scene.registry()

        let silence = try client.call(Scene.ringing, at: root).error("Silence")
        let silenceOne = try client.audio(at: root).error("SilenceAlert", .string(Scene.ringing))
        let silenceAll = try client.audio(at: root).error("SilenceAlert", "")
        let route = try client.audio(at: root).error("SetRoute", "speaker")
        let update = try client.manager(at: root).error("SetShellState", ["DoNotDisturb": true])
        #expect(update?.shortName == "NoShell")
        switch who {
        case .owner, .sameUser, .administrator:
            #expect([silence, silenceOne, silenceAll, route] == [nil, nil, nil, nil])
            #expect(try scene.owner.audio().get("RequestedRoute") == "speaker")
            #expect(try scene.owner.audio().get("Alert") == "silent")
        case .flatpak, .snap:
            let errors = [silence, silenceOne, silenceAll, route].map { $0?.name }
            #expect(errors == Array(repeating: "org.freedesktop.DBus.Error.AccessDenied", count: 4))
            #expect(try scene.registry() == before)
        case .otherUser, .root:
            #expect(silence?.shortName == "UnknownObject" && silenceOne?.shortName == "UnknownCall")
            #expect(silenceAll == nil && route?.shortName == "NoShell")
            #expect(try scene.registry() == before)
        }

        let register = try client.manager(at: root).error("RegisterShell", "", ["DoNotDisturb": true])
        #expect(register?.shortName == (who.isSandboxed ? "AccessDenied" : nil))
        let isAlices = !who.isSandboxed && !who.isOfAnotherDomain
        if isAlices { _ = try shell.waitForSignal("ShellIsPrimary") { $0.arguments.first?.bool == false } }
        let isDisturbed = try scene.owner.manager.error(
            "ReportNewIncomingCall", .string(Scene.phone), "6ba7b810-9dad-41d1-80b4-00c04fd43009", [:])
        #expect(isDisturbed?.shortName == (isAlices ? "IncomingCall.FilteredByDoNotDisturb" : nil))
    }

    @Test(arguments: Who.allCases)
    func `Each kind of caller may register only the documented providers`(_ who: Who) throws {
        let scene = try Scene(on: Scene.bus())
        let (client, root) = try scene.come(who)
        let identifiers = [
            "org.example.App", "org.example.App.Work", "org.example.Application", "org.example", "signal-desktop",
            "signal-desktop.calls", "signal-desktop.2", "signal", ".App", "",
        ]
        let mine = [
            Who.flatpak: ["org.example.App", "org.example.App.Work"],
            .snap: ["signal-desktop", "signal-desktop.2"], .administrator: [],
        ]
        for identifier in identifiers {
            let error = try client.manager(at: root).error("RegisterProvider", .string(identifier), [:])
            if let mine = mine[who] {
                #expect(error?.shortName == (mine.contains(identifier) ? nil : "Unentitled"), "\(identifier)")
            } else {
                #expect(error?.shortName == (["", ".App"].contains(identifier) ? "InvalidArgs" : nil), "\(identifier)")
            }
        }
        let again = try client.manager(at: root).error("RegisterProvider", .string(Scene.phone), [:])
        switch who {
        case .sameUser: #expect(again?.shortName == "ProviderAlreadyRegistered")
        case .flatpak, .snap, .administrator: #expect(again?.shortName == "Unentitled")
        case .owner, .otherUser, .root: #expect(again == nil)
        }
    }

    @Test func `A sandboxed app reports its own calls only on the connection that registered it`() throws {
        let scene = try Scene(on: Scene.bus())
        let (app, second) = (try scene.flatpak("org.example.App"), try scene.flatpak("org.example.App"))
        let path = try app.manager.call("RegisterProvider", "org.example.App", [:]).first?.string ?? ""
        let call = "6ba7b810-9dad-41d1-80b4-00c04fd43009"
        try app.manager.call("ReportNewIncomingCall", "org.example.App", .string(call), [:])

        #expect(try second.call(call).get("State") == "incoming")
        #expect(try second.provider(at: path).get("AppID") == "org.example.App")
        #expect(try second.manager.error("ReportCallUpdated", .string(call), [:])?.shortName == "Unentitled")
        try second.call(call).call("Answer")
        let hold = try scene.owner.waitForSignal("PerformSetHeldCallAction")
        #expect(hold.details?["Origin"] == "system")
        try scene.owner.manager.call("FulfillAction", hold.arguments[1], [:])
        let answer = try app.waitForSignal("PerformAnswerCallAction")
        #expect(answer.details?["Origin"] == "other")
        try app.manager.call("FulfillAction", answer.arguments[1], [:])
        #expect(try app.waitForSignal("DidActivateAudioSession").arguments[1]["Call"]?.string == call)
        #expect(try second.waitForSignal("TransactionCompleted").arguments[1] == true)
    }

    @Test func `A sandboxed app may not end another app's call to make room, and another program may`() throws {
        let scene = try Scene(on: Scene.bus())
        try scene.owner.manager.call("ReportCallUpdated", .string(Scene.talking), ["SupportsHolding": false])
        let app = try scene.flatpak("org.example.App")
        try app.manager.call("RegisterProvider", "org.example.App", [:])
        let call = "6ba7b810-9dad-41d1-80b4-00c04fd43009"
        try app.manager.call("ReportNewIncomingCall", "org.example.App", .string(call), [:])

        let refusal = try app.call(call).error("Answer")
        #expect(refusal?.shortName == "RequestTransaction.CallIsProtected")
        #expect(refusal?.message.contains(Scene.talking) == true)
        try scene.daemon.client(uid: TestUser.alice.uid).call(call).call("Answer")
        let end = try scene.owner.waitForSignal("PerformEndCallAction")
        #expect(end.arguments[2].string == Scene.talking && end.details?["Origin"] == "system")
    }

    @Test func `A sandboxed app cannot find out other providers by guessing`() throws {
        let scene = try Scene(on: Scene.bus())
        let app = try scene.flatpak("org.example.App")
        let call: DBusValue = "6ba7b810-9dad-41d1-80b4-00c04fd43009"
        let handle = DBusValue.tuple("phone-number", "110")
        for (member, arguments): (String, (DBusValue) -> [DBusValue]) in [
            ("RegisterProvider", { [$0, [:]] }), ("SetProviderConfiguration", { [$0, [:]] }),
            ("InvalidateProvider", { [$0] }), ("ReportNewIncomingCall", { [$0, call, [:]] }),
            ("ReportExistingCall", { [$0, call, [:]] }), ("RequestStartCall", { [$0, handle, [:]] }),
            ("AnswerStartCall", { [$0, handle, true, [:]] }),
            (
                "RequestTransaction",
                { [.dictionaries([["Action": "start-call", "Call": call, "Provider": $0, "Handle": handle]]), [:]] }
            ),
        ] {
            let errors = try [Scene.phone, "org.example.Nihil"].map { name in
                let error = try app.error(
                    DaemonUnderTest.busName, app.rootPath, DaemonUnderTest.busName, member, arguments(.string(name)))
                return error?.description.replacing(name, with: "NAME")
            }
            #expect(errors[0] != nil && errors[0] == errors[1], "\(member)")
        }
    }

    @Test func `An app does not leave its sandbox by ending the process that connected`() throws {
        let scene = try Scene(on: Scene.bus())
        let app = try scene.flatpak("org.example.App")
        // The process that connected ends, and another process continues with its connection.
        #expect(kill(app.processID, SIGKILL) == 0 && waitpid(app.processID, nil, 0) == app.processID)
        #expect(try app.manager.error("ListCalls")?.shortName == "AccessDenied")
        #expect(try app.manager.error("RegisterProvider", "org.example.App", [:])?.shortName == "AccessDenied")
        #expect(try app.call(Scene.talking).error("End")?.shortName == "AccessDenied")
        #expect(throws: BusError.self) { try app.call(Scene.talking).getAll() }
        #expect((try? app.managedObjects()) ?? [:] == [:])
        #expect(throws: BusError.self) { try app.children(at: app.rootPath) }
    }
}
