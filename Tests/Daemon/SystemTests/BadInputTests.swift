// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Wrong input from clients: each gets a clear error and changes nothing.
@Suite(.daemonLogs)
struct BadInputTests {
    @Test func `Every method refuses arguments of other types`() throws {
        let stage = try Stage()
        let (phone, watcher) = (try stage.app("Phone"), try stage.subscriber())
        try phone.ring("A")
        _ = try stage.story()
        let paths = [DaemonUnderTest.managerPath, UUIDs.path("A"), DaemonUnderTest.managerPath + "/providers/1"]
        var count = 0
        for path in paths {
            let xml = try watcher.client.object(DaemonUnderTest.busName, path, "").introspect()
            for (interface, members) in try Introspection(xml: xml).interfaces
            where interface.hasPrefix(DaemonUnderTest.busName) {
                for method in members.methods.keys {
                    for wrong: [DBusValue] in [[.double(1)], ["a", "b", "c", "d", "e", "f"]] {
                        let error = #expect(throws: BusError.self) { try watcher.call(path, interface, method, wrong) }
                        #expect(error?.shortName == "InvalidArgs", "\(interface).\(method)")
                        count += 1
                    }
                }
            }
        }
        #expect(count > 50)
        #expect(try stage.story(of: "phone").isEmpty)
        #expect(try watcher.property("State", of: "A") == "incoming")
    }

    @Test func `A key of a wrong type is refused with its name`() throws {
        let stage = try Stage()
        let (phone, client) = (try stage.app("Phone"), try stage.shell())
        try phone.ring("A")
        let name = DBusValue.string(phone.identifier)
        func expect(
            _ keys: [String], _ call: ([String: DBusValue]) throws -> [DBusValue]
        ) {
            for key in keys {
                let error = #expect(throws: BusError.self, "\(key)") { try call([key: .double(1)]) }
                #expect(
                    error?.shortName == "InvalidArgs" && error?.message.contains(key) == true, "\(key): \(error as Any)"
                )
            }
        }
        let configuration = [
            "LocalizedName", "Icon", "Ringtone", "MaximumCallGroups", "MaximumCallsPerCallGroup",
            "SupportedHandleTypes", "SupportsVideo", "IncludesCallsInRecents", "HoldsImplicitly", "DesktopEntry",
            "EmergencyNumbers",
        ]
        expect(configuration) { try client.call("RegisterProvider", "org.example.New", .options($0)) }
        expect(configuration) {
            try phone.actor.call("SetProviderConfiguration", name, .options($0))
        }
        let update = [
            "RemoteHandle", "LocalizedCallerName", "ContactIdentifier", "HasVideo", "SupportsHolding",
            "SupportsGrouping", "SupportsUngrouping", "SupportsDTMF", "SupportsResuming", "SupportsAnswering",
            "SupportsEnding", "SupportsMuting", "StreamProcess", "RemoteOnHold", "Encrypted", "ExternalID", "Muted",
            "Group",
            "LocalMember", "Members", "ActiveMembers", "IncludesInRecents",
        ]
        expect(update) {
            try phone.actor.call("ReportNewIncomingCall", name, UUIDs.value("B"), .options($0))
        }
        expect(update) { try phone.actor.call("ReportCallUpdated", UUIDs.value("A"), .options($0)) }
        let state = ["Outgoing", "State", "OnHold", "StartedAt", "ConnectedAt"]
        expect(update + state) {
            try phone.actor.call("ReportExistingCall", name, UUIDs.value("B"), .options($0))
        }
        expect(["Action"]) { try client.call("RequestTransaction", .dictionaries([$0]), [:]) }
        let needed = [
            "end-call": ["Call"],
            "start-call": ["Provider", "Handle", "Handles", "Video", "ContactIdentifier", "Dialed", "PostDial"],
            "set-held": ["OnHold"],
            "set-muted": ["Muted"],
            "set-group": ["GroupWith"], "play-dtmf": ["Digits", "DTMFType"],
        ]
        for (action, keys) in needed {
            expect(keys) { wrong in
                var action: [String: DBusValue] = ["Action": .string(action), "Call": UUIDs.value("A")]
                if action["Action"] == "start-call" {
                    action = phone.start("B")
                } else if action["Action"] == "play-dtmf" {
                    action["Digits"] = "1"
                }
                return try client.call("RequestTransaction", .dictionaries([action.merging(wrong) { $1 }]), [:])
            }
        }
        expect(["Origin", "ActivationToken", "EndOthers"]) {
            try client.call(
                "RequestTransaction", .dictionaries([.end("A")]), .options($0))
        }
        expect(["Video", "ContactIdentifier", "ActivationToken", "DisplayName", "AwaitAnswer", "PostDial"]) {
            try client.call("RequestStartCall", name, .tuple("generic", "x"), .options($0))
        }
        let shell = [
            "DoNotDisturb", "DoNotDisturbSilences", "WhileInCall", "DoNotDisturbAllow", "RepeatCallers", "AutoResume",
            "MutesStreams", "RingTimeout",
            "DefaultProviders",
            "Routes", "Route",
        ]
        expect(shell) { try client.call("RegisterShell", "", .options($0)) }
        expect(shell) { try client.call("SetShellState", .options($0)) }
        expect(["DateStarted", "DateConnected", "DateEnded"]) {
            try client.call("FulfillAction", UUIDs.value("A"), .options($0))
        }
        #expect(try client.call("ListProviders").first?.elements?.count == 1)
        #expect(try client.property("State", of: "A") == "incoming")
    }

    @Test(
        arguments: [
            .byte(7), .int16(7), .uint16(7), .int32(7), .uint32(7), .int64(7), .uint64(7),
        ] as [DBusValue])
    func `An integer in a variant may have any integer type that holds its value`(seven: DBusValue) throws {
        let stage = try Stage()
        let phone = try stage.app("Phone", ["MaximumCallGroups": seven, "MaximumCallsPerCallGroup": seven])
        let provider = phone.actor.client.provider()
        #expect(try provider.get("MaximumCallGroups") == .uint32(7))
        #expect(try provider.get("MaximumCallsPerCallGroup") == .uint32(7))
        try phone.actor.call(
            "ReportExistingCall", .string(phone.identifier), UUIDs.value("A"),
            ["StartedAt": seven, "ConnectedAt": seven])
        #expect(try phone.actor.property("StartedAt", of: "A") == .uint64(7))
        try phone.actor.call("RegisterShell", "", ["RingTimeout": seven])
    }

    @Test(arguments: [.int32(-1), .int64(1 << 32), .uint64(.max), .int16(-7), .double(7), "7", true] as [DBusValue])
    func `An integer that does not fit is refused with the name of its key`(wrong: DBusValue) throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        for key in ["MaximumCallGroups", "MaximumCallsPerCallGroup", "User"] {
            let error = #expect(throws: BusError.self) {
                try phone.actor.call("RegisterProvider", "org.example.New", .options([key: wrong]))
            }
            #expect(error?.shortName == "InvalidArgs")
            #expect(error?.message.hasPrefix(key + " must be of type u, or ") == true)
        }
        for negative: DBusValue in [.int32(-1), .int64(.min), .double(7)] {
            let error = #expect(throws: BusError.self) {
                try phone.actor.call("RegisterShell", "", ["RingTimeout": negative])
            }
            #expect(error?.shortName == "InvalidArgs")
            #expect(error?.message.hasPrefix("RingTimeout must be of type t, or ") == true)
        }
        #expect(try phone.actor.call("ListProviders").first?.elements?.count == 1)
    }

    @Test func `Unknown keys are ignored, whatever their value is`() throws {
        let stage = try Stage()
        let deep = (0..<30).reduce(DBusValue.string("deep")) { value, _ in .variant(value) }
        let more: [String: DBusValue] = [
            "Later": deep, "": .uint32(1), "Nested": ["A": .strings(["b"]), "C": .tuple(true, .path("/"))],
            "Empty": .array(of: "(sa{s(uv)})", []),
        ]
        let phone = try stage.app("Phone", more)
        try phone.ring("A", more)
        try phone.actor.call("ReportCallUpdated", UUIDs.value("A"), .options(more))
        try phone.actor.request(
            [["Action": "answer-call", "Call": UUIDs.value("A")].merging(more) { $1 }], more)
        try phone.fulfill(more)
        try phone.actor.call("RegisterShell", "", .options(more))
        try phone.actor.call("ReportCallEnded", UUIDs.value("A"), .uint64(0), "failed", .options(more))
        #expect(try phone.actor.call("ListCalls").first?.elements?.isEmpty == true)
    }

    @Test func `Malformed ids and unknown ids get different errors`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        let name = DBusValue.string(phone.identifier)
        for id: DBusValue in ["", "x", "6ba7b8109dad11d180b400c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430cg"] {
            let messages: [(String, [DBusValue])] = [
                ("ReportNewIncomingCall", [name, id, [:]]), ("ReportExistingCall", [name, id, [:]]),
                ("ReportCallUpdated", [id, [:]]), ("ReportCallEnded", [id, .uint64(0), "failed", [:]]),
                ("ReportOutgoingCallConnected", [id, .uint64(0)]), ("FulfillAction", [id, [:]]),
                ("FailAction", [id, [:]]),
                ("RequestTransaction", [.dictionaries([["Action": "end-call", "Call": id]]), [:]]),
            ]
            for (member, arguments) in messages {
                let path = DaemonUnderTest.managerPath
                let error = try phone.actor.client.error(
                    DaemonUnderTest.busName, path, DaemonUnderTest.busName, member, arguments)
                #expect(error?.shortName == "InvalidArgs", "\(member) \(id)")
            }
        }
        let nobody = UUIDs.value("F")
        let unknown: [(String, String, [DBusValue])] = [
            ("ReportCallUpdated", "UnknownCall", [nobody, [:]]),
            ("ReportCallEnded", "UnknownCall", [nobody, .uint64(0), "failed", [:]]),
            ("ReportOutgoingCallStartedConnecting", "UnknownCall", [nobody, .uint64(0)]),
            ("FulfillAction", "UnknownAction", [nobody, [:]]), ("FailAction", "UnknownAction", [nobody, [:]]),
            ("ReportNewIncomingCall", "UnknownProvider", ["org.example.Nobody", nobody, [:]]),
            ("InvalidateProvider", "UnknownProvider", ["org.example.Nobody"]),
            (
                "RequestTransaction", "RequestTransaction.UnknownCallUUID",
                [.dictionaries([["Action": "end-call", "Call": nobody]]), [:]]
            ),
            ("RequestTransaction", "RequestTransaction.EmptyTransaction", [.dictionaries([]), [:]]),
        ]
        for (member, expected, arguments) in unknown {
            let error = try phone.actor.client.error(
                DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, member, arguments)
            #expect(error?.shortName == expected, "\(member)")
        }
        try phone.actor.call("ReportNewIncomingCall", name, .string(UUIDs.text("A").uppercased()), [:])
        #expect(try phone.actor.property("UUID", of: "A").string == UUIDs.text("A"))
    }

    @Test func `Impossible values are refused`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        for handle: DBusValue in [.tuple("phone-number", ""), .tuple("", "x"), .tuple("mobile", "x")] {
            #expect(phone.actor.refusal { _ in try phone.ring("A", ["RemoteHandle": handle]) } == "InvalidArgs")
            #expect(
                phone.actor.refusal { try $0.call("RequestStartCall", "", handle, [:]) } == "InvalidArgs")
        }
        #expect(phone.actor.refusal { try $0.call("RequestStartCall", "", .tuple("", ""), [:]) } == "InvalidArgs")
        for key in ["MaximumCallGroups", "MaximumCallsPerCallGroup"] {
            let error = #expect(throws: BusError.self) { try phone.configure([key: .uint32(0)]) }
            #expect(error?.message.contains(key) == true)
            try phone.configure([key: .uint32(.max)])
        }
        try phone.activeCall("A", ["RemoteHandle": .tuple("", "")])
        let ended = phone.actor.refusal { _ in try phone.reportEnded("A", "ended") }
        #expect(ended == "InvalidArgs")
        for digits in ["", "x", "1p2", " "] {
            #expect(phone.actor.refusal { try $0.ask("PlayDTMF", "A", .string(digits)) } == "InvalidArgs", "\(digits)")
        }
        let action = phone.actor.refusal { try $0.request([["Action": "dance", "Call": UUIDs.value("A")]]) }
        #expect(action == "InvalidArgs")
    }

    @Test func `A text of 60 KiB is refused with its name and limit, and is not sent back`() throws {
        let stage = try Stage()
        let (phone, shell) = (try stage.app("Phone"), try stage.shell())
        try phone.activeCall("A")
        let long = DBusValue.string(String(repeating: "1", count: 60 << 10))
        let refused: [(String, (Actor) throws -> Any)] = [
            ("LocalizedName", { _ in try phone.configure(["LocalizedName": long]) }),
            ("DesktopEntry", { _ in try phone.configure(["DesktopEntry": long]) }),
            ("Icon", { _ in try phone.configure(["Icon": long]) }),
            ("RemoteHandle", { _ in try phone.ring("B", ["RemoteHandle": .structure(["generic", long])]) }),
            ("LocalizedCallerName", { _ in try phone.ring("B", ["LocalizedCallerName": long]) }),
            ("identifier", { try $0.call("InvalidateProvider", long) }),
            ("provider", { try $0.call("ReportNewIncomingCall", long, UUIDs.value("B"), [:]) }),
            ("provider", { try $0.call("RequestStartCall", long, .tuple("generic", "x"), [:]) }),
            ("Provider", { try $0.request([phone.start("B", ["Provider": long])]) }),
            ("ContactIdentifier", { try $0.request([phone.start("B", ["ContactIdentifier": long])]) }),
            ("digits", { try $0.ask("PlayDTMF", "A", long) }),
            ("ActivationToken", { try $0.request([phone.start("B")], ["ActivationToken": long]) }),
            ("session", { try $0.call("RegisterShell", long, [:]) }),
            ("Route", { try $0.call("SetShellState", ["Route": long]) }),
            ("route", { try $0.audio("SetRoute", long) }),
            (
                "DefaultProviders",
                {
                    let defaults = DBusValue.dictionary(key: "s", value: "s", ["generic": long])
                    return try $0.call("SetShellState", ["DefaultProviders": defaults])
                }
            ),
        ]
        for (what, call) in refused {
            let error = #expect(throws: BusError.self, "\(what)") { try call(shell) }
            #expect(error?.shortName == "LimitsExceeded", "\(what)")
            let message = error?.message ?? ""
            #expect(message.localizedCaseInsensitiveContains(what) && message.utf8.count < 300, "\(what)")
            #expect(message.contains("1024") || message.contains("128"), "\(message)")
        }
        for member in ["RegisterProvider", "FulfillAction", "ReportCallUpdated"] {
            let error = #expect(throws: BusError.self) { try phone.actor.call(member, long, [:]) }
            #expect(error?.shortName == "InvalidArgs" && (error?.message.utf8.count ?? 0) < 300)
        }
        let audio = #expect(throws: BusError.self) { try shell.audio("SilenceAlert", long) }
        #expect(audio?.shortName == "InvalidArgs")
    }

    @Test func `With --debug the log names each wrong argument, and without it the log names none`() throws {
        let wrong: [(argument: String, update: [String: DBusValue])] = [
            ("call must be a UUID", [:]), ("HasVideo must be of type b", ["HasVideo": "yes"]),
        ]
        for (arguments, isLogged) in [(["--debug"], true), ([], false)] {
            let stage = try Stage(arguments: arguments)
            let phone = try stage.app("Phone")
            for (argument, update) in wrong {
                let call = update.isEmpty ? "1234" : UUIDs.value("A")
                let refusal = phone.actor.refusal {
                    try $0.call("ReportNewIncomingCall", .string(phone.identifier), call, .options(update))
                }
                #expect(refusal == "InvalidArgs")
                guard isLogged else { continue }
                let line = try stage.daemon.process.waitForLine(of: .error) { $0.contains(argument) }
                #expect(line.hasPrefix("<7>refused client=:1."))
                #expect(line.contains(" error=org.freedesktop.DBus.Error.InvalidArgs member=ReportNewIncomingCall "))
            }
            #expect(stage.daemon.log.contains("refused") == isLogged)
        }
    }

    @Test func `Anything above a limit is refused with the limit`() throws {
        let stage = try Stage()
        let (phone, shell) = (try stage.app("Phone"), try stage.shell())
        try phone.ring("A")
        for count in [33, 1_000] {
            let error = #expect(throws: BusError.self) { try shell.request(Array(repeating: .mute("A"), count: count)) }
            #expect(error?.shortName == "LimitsExceeded" && error?.message.contains("32") == true)
        }
        let routes = DBusValue.dictionaries((0..<33).map { ["Name": .string("\($0)")] })
        #expect(shell.refusal { try $0.call("SetShellState", ["Routes": routes]) } == "LimitsExceeded")
        let handles = DBusValue.array(of: "(ss)", (0..<1_001).map { .tuple("generic", .string("\($0)")) })
        #expect(shell.refusal { try $0.call("SetShellState", ["DoNotDisturbAllow": handles]) } == "LimitsExceeded")
        let many = Provider(try stage.actor("many"), "org.example.Many")
        try many.register(["MaximumCallGroups": .uint32(.max)])
        let calls = (0...256).map { number in
            let digits = String(number)
            return String(repeating: "0", count: 8 - digits.count) + digits + "-0000-4000-8000-000000000000"
        }
        let refusals = calls.map { call in
            many.actor.refusal { try $0.call("ReportNewIncomingCall", "org.example.Many", .string(call), [:]) }
        }
        // Both apps are one process, and so one app to the limits: it has the call of the phone, too.
        #expect(refusals.filter { $0 == "no error" }.count == 255 && refusals.last == "LimitsExceeded")
    }

    @Test func `Unknown objects, methods and properties get errors, and no property can be set`() throws {
        let stage = try Stage()
        let client = try stage.app("Phone").actor
        let manager = DaemonUnderTest.managerPath
        #expect(client.refusal { try $0.call("NoSuchMethod") } == "UnknownMethod")
        let nothing = ["UnknownObject", "UnknownMethod", "UnknownInterface"]
        #expect(nothing.contains(client.refusal { try $0.call(manager, "org.example.X", "Do") }))
        for path in ["/", manager + "/calls", UUIDs.path("F"), manager + "/providers/2", manager + "/user/_0x"] {
            let refusal = client.refusal { try $0.call(path, CallName.call, "Answer") }
            #expect(nothing.contains(refusal), "\(path) \(refusal)")
        }
        let object = client.client.manager
        let version = try object.get("Version")
        let set = #expect(throws: BusError.self) { try object.set("Version", version) }
        #expect(set?.shortName == "PropertyReadOnly")
        let missing = #expect(throws: BusError.self) { _ = try object.get("NoSuchProperty") }
        #expect(missing?.shortName == "UnknownProperty")
        #expect(try object.get("Version") == version)
    }
}
