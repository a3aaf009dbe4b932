// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import PulseAudio
import SDBus
import Testing

@testable import SessionAgent

/// The microphones that the agent mutes for calls of modems, decided without sound.
struct MicrophoneTests {
    private let mine = MicrophoneWorld.internalMicrophone
    private let headset = MicrophoneWorld.headset

    @Test func `The microphone in use is muted for a muted call and is open again after it`() {
        var world = MicrophoneWorld(.usbHeadset)
        world.want("A")
        #expect(world.muted == [mine])
        #expect(world.keeper.heard.isEmpty && world.keeper.journal == [[mine, "internal-mic"]])
        world.want()
        #expect(world.muted.isEmpty && world.keeper.journal.isEmpty && world.unwritten.isEmpty)
        #expect(world.requests.map(\.isMuted) == [true, false])
    }

    @Test func `A microphone that the user had muted before the call stays muted after it`() {
        var world = MicrophoneWorld()
        world.change { $0.setMuted(source: mine, true) }
        world.want("A")
        #expect(world.keeper.heard.isEmpty && world.keeper.journal.isEmpty)
        world.want()
        #expect(world.muted == [mine] && world.requests.isEmpty)
    }

    @Test func `When calls use another microphone it is muted before the old one is opened`() {
        var world = MicrophoneWorld(.usbHeadset)
        world.want("A")
        world.use(headset)
        #expect(world.muted == [headset])
        #expect(
            world.requests.map { "\($0.microphone.name) \($0.isMuted)" }.suffix(2) == [
                "\(headset) true", "\(mine) false",
            ])
        world.use(mine)
        #expect(world.muted == [mine])
        world.want()
        #expect(world.muted.isEmpty && world.unmuted.isEmpty && world.keeper.journal.isEmpty)
    }

    @Test func `A microphone that the user mutes without a call of a modem stays as it is`() {
        var world = MicrophoneWorld(.usbHeadset)
        world.change { $0.setMuted(source: mine, true) }
        world.change { $0.setMuted(source: mine, false) }
        world.use(headset)
        #expect(world.requests.isEmpty && world.unmuted.isEmpty)
    }

    @Test(arguments: [false, true])
    func `If another program opens the microphone the call is unmuted and the microphone stays open`(wasMuted: Bool) {
        var world = MicrophoneWorld(.usbHeadset)
        if wasMuted { world.change { $0.setMuted(source: mine, true) } }
        world.want("A", "B")
        world.change { $0.setMuted(source: mine, false) }
        #expect(world.unmuted == [["A", "B"]])
        #expect(world.muted.isEmpty && world.keeper.journal.isEmpty)
        world.want()
        world.want("A")
        #expect(world.muted == [mine] && world.unmuted.count == 1)
    }

    @Test func `A call that is muted again at once is not taken for one that another program has unmuted`() {
        var world = MicrophoneWorld()
        world.want("A")
        world.manner = .delays
        world.want()
        world.want("A")
        #expect(world.requests.count == 2)
        world.answer()
        #expect(world.muted == [mine] && world.unmuted.isEmpty && world.requests.count == 3)
        world.manner = .delays
        world.want()
        world.want("A")
        world.want()
        world.answer()
        #expect(world.muted.isEmpty && world.keeper.journal.isEmpty)
    }

    @Test func `A microphone that is unplugged while it is muted is opened when it comes back after the call`() {
        var world = MicrophoneWorld(.usbHeadset)
        world.use(headset)
        world.want("A")
        world.change { $0.unplug(.usbHeadset) }
        #expect(world.muted == [mine])
        world.want()
        #expect(world.muted.isEmpty && world.keeper.journal.map(\.first) == [headset])
        world.startAgain()
        world.change { $0.plug(.usbHeadset) }
        #expect(world.muted.isEmpty && world.keeper.journal.isEmpty && world.unmuted.isEmpty)
    }

    @Test func `The jack of a headset is a microphone of its own`() {
        var world = MicrophoneWorld()
        world.want("A")
        world.change { $0.plug(.jackHeadset) }
        #expect(world.muted == [mine] && world.unmuted.isEmpty)
        world.want()
        #expect(world.muted.isEmpty && world.keeper.journal == [[mine, "internal-mic"]])
        world.change { $0.unplug(.jackHeadset) }
        #expect(world.muted.isEmpty && world.keeper.journal.isEmpty)
    }

    @Test func `A jack that the server remembers open is muted too`() {
        var world = MicrophoneWorld()
        world.change { $0.plug(.jackHeadset) }
        world.change { $0.setMuted(source: mine, false) }
        world.change { $0.unplug(.jackHeadset) }
        world.want("A")
        world.change { $0.plug(.jackHeadset) }
        #expect(world.muted == [mine] && world.unmuted.isEmpty)
        world.change { $0.unplug(.jackHeadset) }
        #expect(world.muted == [mine])
        world.want()
        world.change { $0.plug(.jackHeadset) }
        #expect(world.muted.isEmpty && world.keeper.journal.isEmpty)
    }

    @Test(arguments: [false, true])
    func `A sound server that starts again mutes the microphone again and opens it after the call`(forgets: Bool) {
        var world = MicrophoneWorld()
        world.want("A")
        world.send(.lost)
        #expect(world.keeper.heard == ["A"])
        world.change { $0.restart(forgets: forgets) }
        #expect(world.muted == [mine] && world.unmuted.isEmpty && world.keeper.heard.isEmpty)
        world.want()
        #expect(world.muted.isEmpty && world.keeper.journal.isEmpty)
    }

    @Test func `An agent that was killed at any moment leaves no microphone muted to the next one`() {
        for lifetime in 0..<8 {
            for isMuted in [false, true] {
                var world = MicrophoneWorld(.usbHeadset)
                world.lifetime = lifetime
                world.want("A")
                world.use(headset)
                world.want()
                world.want("A")
                world.use(mine)
                if isMuted { world.startAgain("A") } else { world.startAgain() }
                #expect(world.muted == (isMuted ? [mine] : []))
                world.want()
                #expect(world.muted.isEmpty && world.keeper.journal.isEmpty && world.unmuted.isEmpty)
            }
        }
    }

    @Test(arguments: [MicrophoneWorld.Manner.refuses, .ignores])
    func `If the server does not mute the microphone the call may be heard and the agent stops asking`(
        _ manner: MicrophoneWorld.Manner
    ) {
        var world = MicrophoneWorld()
        world.manner = manner
        world.want("A")
        #expect(world.keeper.heard == ["A"] && world.requests.count <= 10)
        world.send(.found(world.server.state))
        #expect(world.requests.count <= 10)
        world.want()
        #expect(world.keeper.heard.isEmpty && world.keeper.journal.isEmpty)
    }

    @Test func `A microphone that sleeps counts as muted when the server shows it`() {
        var world = MicrophoneWorld()
        world.change { $0.sleep(source: mine) }
        world.want("A")
        #expect(world.muted.isEmpty && world.keeper.heard == ["A"])
        world.change { $0.wake(source: mine) }
        #expect(world.muted == [mine] && world.keeper.heard.isEmpty && world.unmuted.isEmpty)
        world.want()
        #expect(world.muted.isEmpty && world.keeper.journal.isEmpty)
    }

    @Test func `A microphone that the server mutes too late is opened when it wakes after the call`() {
        for isKilled in [false, true] {
            var world = MicrophoneWorld()
            world.change { $0.sleep(source: mine) }
            world.want("A")
            world.want()
            #expect(world.muted.isEmpty && world.keeper.journal.map(\.first) == [mine])
            if isKilled { world.startAgain() }
            world.change { $0.wake(source: mine) }
            #expect(world.muted.isEmpty && world.keeper.journal.isEmpty && world.unmuted.isEmpty)
        }
    }

    @Test func `A microphone that falls asleep during a muted call is opened when it wakes after the call`() {
        var world = MicrophoneWorld()
        world.want("A")
        world.change { $0.sleep(source: mine) }
        world.want()
        #expect(world.muted == [mine] && world.keeper.journal.map(\.first) == [mine])
        world.change { $0.wake(source: mine) }
        #expect(world.muted.isEmpty && world.keeper.journal.isEmpty)
    }

    @Test func `Without a microphone the call may be heard`() {
        var world = MicrophoneWorld()
        world.want("A")
        world.manner = .delays
        var server = world.server.state
        server.sources = server.sources.mapValues {
            var source = $0
            source.isMonitor = true
            return source
        }
        world.send(.found(server))
        #expect(world.keeper.heard == ["A"] && world.unmuted.isEmpty)
    }

    // MARK: Calls that use the microphone

    /// The properties of a call of a modem from its words: a state, `muted`, `resuming`, `quiet` for one that ends
    /// while it is held, `own` for one that its provider can mute, `process` for one that names a process, and `voip`
    /// for one of an app.
    private static func call(_ text: String) -> [String: Variant] {
        let words = text.split(separator: " ").map(String.init)
        return [String: Variant]([
            .uuid: .string(text), .provider: .string(words.contains("voip") ? "voip" : "cellular"),
            .state: .string(words[0]), .muted: .bool(words.contains("muted")),
            .onHold: .bool(words.contains("quiet")), .supportsMuting: .bool(words.contains("own")),
            .streamProcess: .uint32(words.contains("process") ? 42 : 0),
            .pendingAction: .string(words.contains("resuming") ? ActionWord.setHeld.rawValue : ""),
        ])
    }

    private static func microphoneCalls(_ calls: [String]) -> MicrophoneCalls {
        var objects: Registry.Objects = [:]
        for kind in ["cellular", "voip"] {
            objects[ObjectPath(trusted: "/calls/provider/\(kind)")] = [
                CallManagerName.provider.text: [String: Variant]([
                    .identifier: .string(kind), .providerClass: .string(kind),
                ])
            ]
        }
        for call in calls {
            let path = "/calls/call/" + call.replacing(" ", with: "_")
            objects[ObjectPath(trusted: path)] = [CallManagerName.call.text: Self.call(call)]
        }
        var state = DesktopState()
        state.registry = Registry(objects, at: "/calls")
        return MicrophoneCalls(state)
    }

    @Test(arguments: [
        ("active muted", true), ("dialing muted", true), ("connecting muted", true), ("active", false),
        ("held muted", false), ("held muted resuming", true), ("ending muted", true), ("ending muted quiet", false),
        ("incoming muted", false), ("ended muted", false), ("active muted own", false), ("active muted process", false),
        ("active muted voip", false),
    ])
    func `Only a muted call of a modem that may be heard needs the microphone itself`(_ call: String, _ isWanted: Bool)
    {
        #expect(Self.microphoneCalls([call]).muted == (isWanted ? [call] : []))
        #expect(Self.microphoneCalls([call]).heard.isEmpty)
    }

    @Test(arguments: [
        ("active muted", ["The other side may hear you"]), ("active muted own", ["Silence depends on the app"]),
        ("held muted", ["Silence depends on the app"]), ("held", ["Silence depends on the app"]), ("active", []),
    ])
    func `The notification of a call that the agent cannot silence tells whether its app must do it`(
        _ words: String, _ expected: [String]
    ) throws {
        var state = DesktopState()
        state.unenforced = [words]
        let call = CallRecord(Self.call(words))
        let banner = try #require(Banner(call, in: state, canBlock: false))
        let lines = ["The other side may hear you", "Silence depends on the app"]
        #expect(banner.lines(nil).filter(lines.contains) == expected)
    }

    @Test func `The microphone stays on while a call of a modem talks beside the muted one`() {
        let calls = Self.microphoneCalls(["active muted", "active"])
        #expect(calls.muted.isEmpty && calls.heard == ["active muted"])
        #expect(Self.microphoneCalls(["active muted", "held", "active voip"]).muted == ["active muted"])
    }
}
