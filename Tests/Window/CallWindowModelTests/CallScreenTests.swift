// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import SDBus
import Testing

/// Which calls and controls the window shows.
struct CallScreenTests {
    /// A call with usual abilities.
    static func call(
        _ id: String, _ state: CallState, allows: [ActionWord] = ActionWord.allCases,
        _ more: [Key: Variant] = [:]
    ) -> CallRecord {
        var properties = [String: Variant]([
            .uuid: .string(id), .state: .string(state.rawValue), .group: .string(id),
            .provider: .string("org.example.Phone"), .providerName: .string("Phone"),
            .localizedCallerName: .string("Name of \(id)"),
            .remoteHandle: Handle(kind: .phoneNumber, value: "+4930\(id)").variant,
            .allowedActions: .strings(allows.map(\.rawValue)), .hasAudio: .bool(state == .active),
            .startedAt: .uint64(UInt64(id.utf8.first ?? 0)), .connectedAt: .uint64(state == .active ? 1_000_000 : 0),
        ])
        for (key, value) in more { properties[key] = value }
        return CallRecord(properties)
    }

    static func screen(_ calls: CallRecord..., unenforced: Set<String> = []) -> CallScreen {
        var registry = Registry()
        for call in calls { registry.calls["/" + call.uuid] = call }
        return CallScreen(registry, AudioRecord(), unenforced: unenforced)
    }

    @Test func `Without calls nothing is in front`() { #expect(Self.screen().front == nil) }

    @Test func `A call that rings alone is in front with its answers and without controls`() {
        let screen = Self.screen(Self.call("a", .incoming))
        #expect(screen.front?.answers == [.answer])
        #expect(screen.front?.canSilence == true)
        #expect(screen.controls.isEmpty)
        #expect(!screen.canDeclineAll)
    }

    @Test func `A second call rings above the active one, and its answer says what happens to the first`() {
        let screen = Self.screen(Self.call("a", .active), Self.call("b", .incoming))
        #expect(screen.front?.call == "a")
        #expect(screen.ringing.map(\.answers) == [[.endAndAnswer, .holdAndAnswer]])
        let unholdable = Self.screen(Self.call("a", .active, allows: [.endCall]), Self.call("b", .incoming))
        #expect(unholdable.ringing.map(\.answers) == [[.endAndAnswer]])
        let refusing = Self.screen(Self.call("a", .active, [.holdRefused: .bool(true)]), Self.call("b", .incoming))
        #expect(refusing.ringing.map(\.answers) == [[.endAndAnswer]])
    }

    @Test func `A second call that rings does not take the place of the first`() {
        let screen = Self.screen(Self.call("a", .incoming), Self.call("b", .incoming))
        #expect(screen.front?.call == "a")
        #expect(screen.ringing.map(\.call) == ["b"])
    }

    @Test func `A call that rings aloud is in front of a silenced one`() {
        let screen = Self.screen(Self.call("a", .incoming, [.silenced: .bool(true)]), Self.call("b", .incoming))
        #expect(screen.front?.call == "b")
        #expect(screen.ringing.map(\.call) == ["a"])
    }

    @Test func `The number of a call is kept only after its answer`() {
        #expect(Self.screen(Self.call("a", .incoming, [.relation: .string("")])).front?.canAddToContacts == false)
        #expect(Self.screen(Self.call("a", .active, [.relation: .string("")])).front?.canAddToContacts == true)
    }

    @Test func `A control that is on says what a press does, and keeps its name for screen readers`() {
        let muted = Self.screen(Self.call("a", .active, [.muted: .bool(true)])).controls.first
        #expect(muted?.label == "Unmute" && muted?.name == "Mute" && muted?.isOn == true)
        let held = Self.screen(Self.call("a", .held)).controls.first { $0.control == .hold }
        #expect(held?.label == "Resume" && held?.name == "Hold" && held?.isOn == true)
    }

    @Test func `Several calls that ring can be declined at once`() {
        let screen = Self.screen(Self.call("a", .incoming), Self.call("b", .incoming))
        #expect(screen.canDeclineAll)
        #expect(Set(screen.callsToDecline) == ["a", "b"])
    }

    @Test func `With another call the window offers to swap and to merge in place of hold`() {
        let one = Self.screen(Self.call("a", .active)).controls.map(\.control)
        #expect(one == [.mute, .keypad, .route, .hold, .add])
        let two = Self.screen(Self.call("a", .active), Self.call("b", .held))
        #expect(two.controls.map(\.control) == [.mute, .keypad, .route, .swap, .add, .merge])
        #expect(two.others.map(\.actions) == [[.end]], "the control swaps")
        let three = Self.screen(Self.call("a", .active), Self.call("b", .held), Self.call("c", .held))
        #expect(three.others.map(\.actions) == [[.swap, .end], [.swap, .end]])
    }

    @Test(arguments: [
        (CallControl.mute, ActionWord.setMuted, CallState.active, false, "Muting…"),
        (.mute, .setMuted, .active, true, "Unmuting…"), (.hold, .setHeld, .active, false, "Holding…"),
        (.hold, .setHeld, .held, false, "Resuming…"),
    ])
    func `A control shows its request until the app has performed it`(
        _ control: CallControl, _ action: ActionWord, _ state: CallState, _ isMuted: Bool, _ label: String
    ) {
        func shown(_ pending: String) -> ControlState? {
            Self.screen(
                Self.call("a", state, [.muted: .bool(isMuted), .pendingAction: .string(pending)])
            ).controls.first { $0.control == control }
        }
        let asked = shown(action.rawValue)
        #expect(asked?.label == label && asked?.isPending == true && asked?.isPossible == true)
        #expect(shown("")?.isPending == false && shown("")?.label == shown("")?.action)
        #expect(shown("play-dtmf")?.isPending == false)
    }

    @Test func `The control of the sound has the name of the device as its label`() {
        var registry = Registry()
        registry.calls["/a"] = Self.call("a", .active)
        let route = [String: Variant]([
            .name: .string("usb"), .localizedName: .string("WH-1000XM4"), .kind: .string("headset"),
            .available: .bool(true),
        ])
        let audio = AudioRecord([String: Variant]([.route: .string("usb"), .routes: .dictionaries([route])]))
        let control = CallScreen(registry, audio).controls.first { $0.control == .route }
        #expect(control?.label.contains("WH-1000XM4") == true && control?.name == "Audio")
        #expect(CallScreen(registry, AudioRecord()).controls.first { $0.control == .route }?.label == "Audio")
    }

    @Test func `A control that is not possible says why`() {
        let screen = Self.screen(
            Self.call(
                "a", .active, allows: [.endCall], [.supportsHolding: .bool(false), .supportsMuting: .bool(false)]))
        func obstacle(_ control: CallControl) -> String? { screen.controls.first { $0.control == control }?.obstacle }
        #expect(obstacle(.hold) == "The app cannot put this call on hold.")
        #expect(obstacle(.mute) == "The app cannot mute this call.")
        #expect(obstacle(.add) == "")
        // Mute, Keypad, Audio and Hold, and those of a second call.
        #expect(screen.obstacles.count == 6)
        let dialing = Self.screen(Self.call("a", .dialing, allows: [.endCall, .setMuted]))
        #expect(dialing.controls.first { $0.control == .hold }?.obstacle == "Possible when the call has connected.")
    }

    @Test func `The members of a conference are listed, and the red button ends all of them`() {
        let screen = Self.screen(
            Self.call("a", .active), Self.call("b", .active, [.group: .string("a")]), Self.call("c", .held))
        #expect(screen.members.map(\.call) == ["a", "b"])
        #expect(screen.members.allSatisfy { $0.actions == [.leave, .end] })
        #expect(screen.callsToEnd == ["a", "b"])
        #expect(screen.others.map(\.call) == ["c"])
    }

    @Test func `Badges tell facts that the user must know`() {
        let facts: [Key: Variant] = [
            .muted: .bool(true), .encrypted: .bool(true), .remoteOnHold: .bool(true), .emergency: .bool(true),
        ]
        let call = Self.call("a", .active, facts)
        #expect(Self.screen(call).front?.badges == [.emergency, .muted, .remoteOnHold, .encrypted])
        #expect(Self.screen(call, unenforced: ["a"]).front?.badges.contains(.trusted) == true)
        let modem = Self.call("a", .active, facts.merging([.supportsMuting: .bool(false)]) { $1 })
        #expect(Self.screen(modem, unenforced: ["a"]).front?.badges.contains(.heard) == true)
        #expect(Self.screen(modem, unenforced: ["a"]).front?.badges.contains(.trusted) == false)
    }

    @Test func `A call whose answer waits for another call has the badge of waiting`() {
        let screen = Self.screen(
            Self.call("a", .active), Self.call("b", .incoming, [.pendingAction: .string("answer-call")]))
        #expect(screen.others.first?.badges == [.waiting])
        #expect(screen.others.first?.state == "Answering…")
    }

    @Test func `Calls of a service that is away stay without anything to do, and the window says that they go on`() {
        var registry = Registry()
        registry.calls["/a"] = Self.call("a", .active)
        let screen = CallScreen(registry, AudioRecord(), isAway: true)
        #expect(screen.isAway && screen.callsToEnd.isEmpty && screen.front?.call == "a")
        #expect(!screen.controls.isEmpty && screen.controls.allSatisfy { $0.obstacle == screen.reason })
        #expect(screen.endObstacle == screen.reason)
        #expect(screen.reason.contains("MonkeyCall is starting again. Your call goes on in"))
        #expect(screen.reason.contains("Phone"))
    }

    @Test func `A request is in front of the other calls, and says after a while that the app does not answer`() {
        var registry = Registry()
        registry.calls["/a"] = Self.call("a", .active)
        registry.calls["/b"] = Self.call("b", .incoming)
        var wanted = WantedCall()
        let handle = WireHandle(type: Received(.phoneNumber), value: "+4930123456")
        _ = wanted.handle(.press(.init(handle, provider: "", name: "Ada")), at: 1)
        let screen = CallScreen(wanted, registry, at: 2)
        #expect(screen.isPending && screen.front?.title == "Ada" && screen.front?.state == "Calling…")
        #expect(screen.others.map(\.call) == ["a"] && screen.ringing.map(\.call) == ["b"])
        #expect(screen.controls.isEmpty && screen.callsToEnd.isEmpty && screen.kind == .pending(others: []))
        let later = CallScreen(wanted, registry, at: 1 + WantedCall.patience)
        #expect(later.front?.state == "The app does not answer")
        var emergency = WantedCall()
        let number = WireHandle(type: Received(.phoneNumber), value: "112")
        _ = emergency.handle(.press(.init(number, provider: "", isUrgent: true)), at: 1)
        let front = CallScreen(emergency, registry, at: 2).front
        #expect(front?.title == "112" && front?.handle == WireHandle.none, "nothing is looked up")
        _ = wanted.handle(.cancel, at: 3)
        let cancelled = CallScreen(wanted, registry, at: 3)
        #expect(cancelled.front?.state == "Cancelling…" && cancelled.front?.canEnd == false)
    }

    @Test(arguments: ["", "Ada"])
    func `A request shows the number as people write it as soon as the directory has told it, also by another app`(
        name: String
    ) {
        var wanted = WantedCall()
        func number() -> String? {
            let front = CallScreen(wanted, Registry(), at: 2).front
            return name.isEmpty ? front?.title : front?.subtitle
        }
        let handle = WireHandle(type: Received(.phoneNumber), value: "+49301234561")
        _ = wanted.handle(.press(.init(handle, name: name, isLookedUp: true)), at: 1)
        #expect(number() == (name.isEmpty ? handle.value : handle.value.line))
        _ = wanted.handle(.prepared(1, provider: "one", name: name, formatted: "+49 30 1234561"), at: 1)
        let formatted = name.isEmpty ? "+49 30 1234561" : "+49 30 1234561".line
        #expect(number() == formatted)
        _ = wanted.handle(.choose("two"), at: 1)
        let effects = wanted.handle(.refused(1), at: 1)
        #expect(number() == formatted && wanted.attempt?.name == name && wanted.attempt?.provider == "two")
        #expect(effects == wanted.attempt.map { [.ask($0)] })
    }

    @Test func `A call that is over shows how long it was, and nothing to press`() {
        let front = Self.screen(Self.call("a", .active)).front
        let screen = front.map { CallScreen(ended: $0, "Call ended · 12:34") }
        #expect(screen?.front?.status(now: 9) == "Call ended · 12:34" && screen?.showsTime == false)
        #expect(screen?.controls.isEmpty == true && screen?.callsToEnd.isEmpty == true)
    }

    @Test func `A name of 10,000 characters and marks of direction becomes a short line`() {
        let name = "\u{202E}A\n<b>" + String(repeating: "x", count: 10_000)
        let card = Self.screen(Self.call("a", .incoming, [.localizedCallerName: .string(name)])).front
        #expect(card?.title.count == 300)
        #expect(card?.title.hasPrefix(" A <b>x") == true)
    }

    @Test func `A time keeps its text until the next second begins`() {
        #expect(CallTime.text(from: 1_000_000, to: 63_500_000) == "\u{2066}01:02\u{2069}")
        #expect(CallTime.untilNextSecond(from: 1_000_000, now: 63_600_000) == 400)
    }
}
