// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus
import Testing

@testable import SessionAgent

/// What the agent does about requests of programs that were written for callaudiod, without a bus.
struct CallAudioRequestTests {
    private static func state(_ calls: String..., route: String = "headset", routes: [Route] = routes) -> DesktopState {
        var state = DesktopState(of: calls)
        state.audio.properties[.route] = .string(route)
        state.audio.properties[.routes] = .array(of: "a{sv}", routes.map { .dictionary($0.wire) })
        return state
    }

    private static let routes = [
        route("lamp", .other), route("box", .speaker, isAvailable: false), route("speaker", .speaker),
        route("headset", .headset), route("ear", .earpiece), route("car", .car, isAvailable: false),
    ]

    private static func route(_ name: String, _ kind: RouteKind, isAvailable: Bool = true) -> Route {
        Route(name: name, localizedName: name, kind: Received(kind), isAvailable: isAvailable)
    }

    // MARK: The microphone

    @Test func `A program outside of a sandbox mutes and unmutes all calls that have the audio`() {
        let state = Self.state("boxed talks", "talks muted", "held")
        #expect(CallAudioRequest.muteMicrophone(true).step(of: nil, in: state) == .mute(["0"], true))
        #expect(CallAudioRequest.muteMicrophone(false).step(of: nil, in: state) == .mute(["1"], false))
    }

    @Test func `A call that is muted already needs no request`() {
        let state = Self.state("talks muted")
        #expect(CallAudioRequest.muteMicrophone(true).step(of: nil, in: state) == .answer(true))
    }

    @Test(arguments: [true, false])
    func `Without a call that has the audio nothing can be muted`(_ isMuted: Bool) {
        for state in [Self.state(), Self.state("held", "boxed")] {
            #expect(CallAudioRequest.muteMicrophone(isMuted).step(of: nil, in: state) == .answer(false))
        }
    }

    @Test func `An app in a sandbox mutes its own calls only`() {
        let state = Self.state("boxed talks", "talks")
        let mute = CallAudioRequest.muteMicrophone(true)
        #expect(mute.step(of: "org.example.Boxed", in: state) == .mute(["0"], true))
        #expect(mute.step(of: "org.example.Other", in: state) == .answer(false))
        #expect(mute.step(of: "org.example.Boxed", in: Self.state("talks")) == .answer(false))
    }

    @Test(arguments: ["org.example.Boxed", "org.example.Other", ""])
    func `An app in a sandbox never unmutes, also not its own call`(_ app: String) {
        for state in [Self.state("boxed talks muted"), Self.state("talks muted"), Self.state("boxed talks")] {
            #expect(CallAudioRequest.muteMicrophone(false).step(of: app, in: state) == .answer(false))
        }
    }

    @Test func `A process of an unknown sandbox does not own the calls of apps without a sandbox`() {
        let state = Self.state("talks")
        #expect(CallAudioRequest.muteMicrophone(true).step(of: "", in: state) == .answer(false))
        let unknown = Peer(name: ":1.7", uid: 1_000, pid: 7, identity: nil)
        #expect(unknown.sandboxedApp == "")
    }

    // MARK: The speaker

    @Test func `The speaker is the available route of that kind, and without it the best worn device`() {
        let on = CallAudioRequest.enableSpeaker(true)
        let off = CallAudioRequest.enableSpeaker(false)
        let (onHead, loud) = (Self.state("talks"), Self.state("talks", route: "speaker"))
        #expect(on.step(of: nil, in: onHead) == .route("speaker"))
        #expect(on.step(of: nil, in: loud) == .answer(true))
        #expect(off.step(of: nil, in: loud) == .route("headset"))
        #expect(off.step(of: nil, in: onHead) == .answer(true))
    }

    @Test func `A speaker without another device stays on`() {
        let state = Self.state("talks", route: "speaker", routes: [Self.route("speaker", .speaker)])
        #expect(CallAudioRequest.enableSpeaker(false).step(of: nil, in: state) == .answer(false))
        let without = Self.state("talks", routes: [])
        #expect(CallAudioRequest.enableSpeaker(true).step(of: nil, in: without) == .answer(false))
    }

    @Test func `Neither an app in a sandbox nor a program without a call switches the speaker`() {
        let on = CallAudioRequest.enableSpeaker(true)
        #expect(on.step(of: "org.example.Boxed", in: Self.state("boxed talks")) == .answer(false))
        #expect(on.step(of: nil, in: Self.state("held")) == .answer(false))
    }

    // MARK: The mode

    @Test func `SelectMode requests nothing and tells whether the service has chosen that mode`() {
        for (state, isCall, isMusic) in [
            (Self.state(), false, true), (Self.state("held"), true, true),
            (Self.state("talks muted"), true, false),
        ] {
            for app in [nil, "org.example.Boxed"] {
                #expect(CallAudioRequest.selectMode(.call).step(of: app, in: state) == .answer(isCall))
                #expect(CallAudioRequest.selectMode(.music).step(of: app, in: state) == .answer(isMusic))
            }
        }
    }

    // MARK: The properties

    @Test func `The properties tell what the service decides, and nothing without a call`() {
        func facts(_ state: DesktopState) -> [UInt32] {
            let facts = CallAudioFacts(state)
            return [facts.mode.rawValue, facts.speaker.rawValue, facts.microphone.rawValue]
        }
        #expect(facts(Self.state()) == [0, 255, 255])
        #expect(facts(Self.state("held muted")) == [0, 255, 255])
        #expect(facts(Self.state("talks")) == [1, 0, 1])
        #expect(facts(Self.state("talks muted", route: "speaker")) == [1, 1, 0])
        #expect(facts(Self.state("talks muted", "boxed talks", route: "")) == [1, 255, 1])
    }
}
