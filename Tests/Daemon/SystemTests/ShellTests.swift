// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Shells: alerts, audio routes and do-not-disturb, and the data that providers hand over for shells to show.
@Suite(.daemonLogs)
struct ShellTests {
    @Test func `The last registered shell is primary, and the previous shell takes over`() throws {
        let stage = try Stage()
        let watcher = try stage.subscriber()
        let (first, second) = (try stage.actor("first"), try stage.actor("second"))
        try first.call("RegisterShell", "", [:])
        try stage.expect(["first: RegisterShell accepted", "first: primary", "watcher: audio with a shell"])
        try second.call("RegisterShell", "", ["Later": "ignored"])
        try stage.expect(["second: RegisterShell accepted", "first: not primary", "second: primary"])
        second.client.close()
        _ = try first.client.waitForSignal("ShellIsPrimary") { $0.arguments.first == true }
        try stage.expect(["first: primary"])
        first.client.close()
        _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["HasShell"] == false }
        #expect(try watcher.audioProperty("HasShell") == false)
    }

    @Test func `The settings of a shell end with it, and a new shell continues the same ring`() throws {
        let stage = try Stage()
        let (phone, old) = (try stage.app("Phone"), try stage.shell("old", ["DoNotDisturb": true]))
        #expect(phone.actor.refusal { _ in try phone.ring("A") } == "IncomingCall.FilteredByDoNotDisturb")
        try old.call("SetShellState", ["DoNotDisturb": false])
        // A refused call stays refused: its app may have got no reply.
        #expect(phone.actor.refusal { _ in try phone.ring("A") } == "IncomingCall.FilteredByDoNotDisturb")
        try phone.ring("B")
        let new = try stage.shell("new")
        #expect(try new.audioProperty("Alert") == "ring")
        #expect(try new.audioProperty("AlertCalls").strings == [UUIDs.text("B")])
        #expect(phone.actor.refusal { try $0.call("SetShellState", [:]) } == "NoShell")
    }

    @Test func `Do-not-disturb lets allowed and repeated callers through`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        let (mother, stranger) = (DBusValue.tuple("phone-number", "+491"), DBusValue.tuple("phone-number", "+492"))
        let allowed = DBusValue.array(of: "(ss)", [mother])
        _ = try stage.shell("shell", ["DoNotDisturb": true, "DoNotDisturbAllow": allowed, "RepeatCallers": true])
        try phone.ring("A", ["RemoteHandle": mother])
        let filtered = "IncomingCall.FilteredByDoNotDisturb"
        #expect(phone.actor.refusal { _ in try phone.ring("B", ["RemoteHandle": stranger]) } == filtered)
        #expect(phone.actor.refusal { _ in try phone.ring("C") } == filtered)
        try phone.ring("D", ["RemoteHandle": stranger])
        let states = try phone.actor.call("ListCalls").first?.elements?.compactMap { $0[4]?.string }
        #expect(states == ["incoming", "incoming"])
    }

    @Test func `Calls during a call are busy or silent if the shell says so, and callers may repeat`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        let shell = try stage.shell("shell", ["WhileInCall": "busy"])
        try phone.actor.call(
            "ReportExistingCall", .string(phone.identifier), UUIDs.value("A"),
            ["State": "active", "SupportsHolding": false, "SupportsEnding": false])
        let stranger = ["RemoteHandle": DBusValue.tuple("phone-number", "+492")]
        #expect(phone.actor.refusal { _ in try phone.ring("B", stranger) } == "IncomingCall.Busy")
        let ended = try #require(try phone.actor.call("ListEndedCalls").first?.elements)
        #expect(ended.map { $0["FilteredBy"] } == ["busy"])
        try phone.ring("C", stranger)
        #expect(try shell.audioProperty("Alert") == "call-waiting")
        try phone.actor.call("ReportCallEnded", UUIDs.value("C"), .uint64(0), "unanswered", [:])
        try shell.call("SetShellState", ["WhileInCall": "silent"])
        try phone.ring("D")
        #expect(try shell.audioProperty("Alert") == "silent")
        #expect(shell.refusal { try $0.call("SetShellState", ["WhileInCall": "loud"]) } == "InvalidArgs")
    }

    @Test func `A quiet do-not-disturb silences calls and refuses none`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        let shell = try stage.shell("shell", ["DoNotDisturb": true, "DoNotDisturbSilences": true])
        try phone.ring("A")
        #expect(try shell.audioProperty("Alert") == "silent")
        #expect(try shell.property("Silenced", of: "A") == true)
    }

    @Test func `A call that do-not-disturb refused is listed among the ended calls with its reason`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        _ = try stage.shell("shell", ["DoNotDisturb": true])
        let handle = DBusValue.tuple("phone-number", "+491")
        let filtered = "IncomingCall.FilteredByDoNotDisturb"
        #expect(phone.actor.refusal { _ in try phone.ring("A", ["RemoteHandle": handle]) } == filtered)
        let ended = try #require(try phone.actor.call("ListEndedCalls").first?.elements)
        #expect(ended.count == 1 && ended[0]["Call"]?.string == UUIDs.text("A"))
        #expect(ended[0]["EndedReason"] == "filtered" && ended[0]["FilteredBy"] == "do-not-disturb")
        #expect(ended[0]["RemoteHandle"] == handle && ended[0]["Outgoing"] == false)
        #expect(ended[0]["StartedAt"] == ended[0]["EndedAt"] && ended[0]["ConnectedAt"] == nil)
        let story = try #require(try phone.actor.call("ExplainCall", .string(UUIDs.text("A"))).first?.elements)
        #expect(story.map { $0["Event"] } == ["appeared", "ended"])
        #expect(story[0]["FilteredBy"] == "do-not-disturb" && story[1]["EndedReason"] == "filtered")
        #expect(story[1]["Reason"] == nil)
        #expect(try phone.actor.call("ListCalls").first?.elements == [])
    }

    @Test func `The primary shell routes the audio, and the owner of the audio is told`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        #expect(phone.actor.refusal { try $0.audio("SetRoute", "speaker") } == "NoShell")
        let routes: DBusValue = .dictionaries([
            ["Name": "speaker", "LocalizedName": "Speaker", "Kind": "speaker"],
            ["Name": "bt", "LocalizedName": "My headset", "Kind": "bluetooth", "Icon": "audio-headset"],
        ])
        let shell = try stage.shell("shell", ["Routes": routes, "Route": "speaker"])
        try phone.activeCall("A")
        #expect(try shell.audioProperty("Routes")[1]?["Kind"] == "bluetooth")
        #expect(try shell.audioProperty("Routes")[1]?["Name"] == "bt")
        _ = try stage.story()
        try phone.actor.audio("SetRoute", "bt")
        #expect(phone.actor.refusal { try $0.audio("SetRoute", "moon") } == "InvalidArgs")
        try stage.expect([
            "phone: SetRoute accepted", "watcher: audio RequestedRoute=bt", "phone: SetRoute InvalidArgs",
        ])
        try shell.call("SetShellState", ["Route": "bt"])
        try stage.expect([
            "shell: SetShellState accepted", "phone: route bt", "watcher: audio Route=bt RequestedRoute=",
        ])
        #expect(try shell.audioProperty("Route") == "bt")
        try shell.call("SetShellState", ["Routes": .dictionaries([["Name": "speaker"]]), "Route": "speaker"])
        #expect(try stage.story(of: "phone") == ["phone: route speaker"])
    }

    @Test func `A silenced call keeps ringing at the other side`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        let shell = try stage.shell()
        try phone.ring("A")
        try phone.ring("B")
        _ = try stage.story()
        try shell.call(UUIDs.path("A"), CallName.call, "Silence")
        #expect(try shell.audioProperty("Alert") == "ring")
        try shell.audio("SilenceAlert", "")
        try shell.audio("SilenceAlert", "")
        #expect(try shell.audioProperty("Alert") == "silent")
        #expect(try shell.property("Silenced", of: "B") == true)
        #expect(try shell.property("State", of: "B") == "incoming")
        #expect(try stage.story(of: "phone").isEmpty)
        #expect(shell.refusal { try $0.audio("SilenceAlert", UUIDs.value("C")) } == "UnknownCall")
    }

    @Test func `An unanswered call stops ringing after the shell's RingTimeout`() throws {
        let stage = try Stage()
        let (phone, watcher) = (try stage.app("Phone"), try stage.subscriber())
        _ = try stage.shell("shell", ["RingTimeout": .uint64(100_000)])
        try phone.ring("A")
        let end = try watcher.client.waitForSignal("PropertiesChanged") { message in
            message.arguments[1]["State"].map { $0 == "ending" || $0 == "ended" } ?? false
        }
        #expect(UUIDs.name(String(end.path?.split(separator: "/").last ?? "")) == "A")
    }

    @Test func `An icon is passed as sealed memory, and every client can open it`() throws {
        let stage = try Stage()
        let image = Array("a picture".utf8)
        _ = try stage.app("Phone", ["Icon": .descriptor(try .memory(image)), "Ringtone": "phone-incoming-call"])
        let watcher = try stage.subscriber()
        let provider = watcher.client.provider()
        for _ in 1...2 {
            let icon = try #require(try provider.call("OpenIcon").first?.descriptor)
            #expect(try icon.contents() == image)
            #expect(throws: SupportError.self) { try icon.write([1]) }
        }
        #expect(try provider.get("Icon") == "" && provider.get("Ringtone") == "phone-incoming-call")
        #expect(try provider.error("OpenRingtone")?.shortName == "FileNotFound")
    }

    @Test func `An icon that can change, is too big or is a file on disk is refused`() throws {
        let stage = try Stage()
        let phone = Provider(try stage.actor("phone"), "org.example.Phone")
        let limit = 1 << 20
        let (reading, _) = try Descriptor.pipe()
        let wrong = [
            try Descriptor.memory([1], sealed: false), try .memory(Array(repeating: 1, count: limit + 1)), reading,
        ]
        for file in wrong {
            for key in ["Icon", "Ringtone"] {
                let error = #expect(throws: BusError.self) { try phone.register([key: .descriptor(file)]) }
                #expect(error?.shortName == "InvalidArgs")
                #expect(error?.message.contains(key) == true && error?.message.contains("\(limit)") == true)
            }
        }
        #expect(try phone.actor.call("ListProviders").first?.elements?.isEmpty == true)
        try phone.register(["Icon": .descriptor(try .memory(Array(repeating: 1, count: limit)))])
        let changed = #expect(throws: BusError.self) {
            try phone.actor.call("SetProviderConfiguration", "org.example.Phone", ["Icon": .descriptor(wrong[0])])
        }
        #expect(changed?.shortName == "InvalidArgs")
        try phone.actor.call("SetProviderConfiguration", "org.example.Phone", [:])
        let gone = phone.actor.refusal { try $0.client.provider().call("OpenIcon") }
        #expect(gone == "FileNotFound")
    }
}
