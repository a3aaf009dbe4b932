// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// One copy of the app: a typed command goes to the system as a request and comes back as an action. Both apps behave
/// alike.
@Suite struct CallTests {
    private static let programs = ["MonkeyCall", "MonkeyCallLive"]

    @Test(arguments: programs) func `An outgoing call is started, gets the audio, connects and is ended`(
        _ program: String
    ) throws {
        let app = try Desktop(program: program).app()
        try app.type("call +4930123456 video")
        #expect(try app.next(1) == ["started +4930123456 video"])
        let rest = try app.next(4)
        #expect(rest.filter { !$0.hasPrefix("audio") } == ["connecting", "connected"])
        #expect(rest.filter { $0.hasPrefix("audio") } == ["audio configured", "audio started"])
        try app.type("end")
        #expect(try app.next(2) == ["ended local", "audio stopped"])
    }

    @Test(arguments: programs) func `An incoming call is answered, and the other side hangs up`(_ program: String)
        throws
    {
        let app = try Desktop(program: program).app()
        try app.type("incoming bob@example.org Bob B.")
        #expect(try app.next(1) == ["incoming bob@example.org Bob B."])
        try app.type("answer")
        #expect(try app.next(3) == ["audio configured", "answered", "audio started"])
        try app.type("remote-end")
        #expect(try app.next(2) == ["ended remote-ended", "audio stopped"])
    }

    @Test(arguments: programs) func `A declined incoming call does not touch the audio`(_ program: String) throws {
        let app = try Desktop(program: program).app()
        try app.type("incoming bob")
        try app.expect("incoming")
        try app.type("decline")
        #expect(try app.next(1) == ["ended local"])
        try app.type("calls")
        #expect(try app.next(1) == ["no calls"])
    }

    @Test func `A call is answered automatically if the user wants that`() throws {
        let app = try Desktop().app("Phone", "--auto-answer")
        try app.type("incoming bob")
        #expect(try app.next(4) == ["incoming bob", "audio configured", "answered", "audio started"])
    }

    @Test(arguments: programs) func `A hold takes the audio, and a resume brings it back`(_ program: String) throws {
        let app = try Desktop(program: program).app()
        try app.talk()
        try app.type("hold")
        #expect(try app.next(2) == ["held", "audio stopped"])
        try app.type("resume")
        #expect(try app.next(2) == ["resumed", "audio started"])
    }

    @Test(arguments: programs) func `A call is muted and unmuted, and tones are sent`(_ program: String) throws {
        let app = try Desktop(program: program).app()
        try app.talk(to: "bob")
        try app.type("mute")
        #expect(try app.next(1) == ["muted"])
        try app.type("calls")
        #expect(try app.expect("call").hasSuffix("active bob muted"))
        try app.type("unmute")
        #expect(try app.next(1) == ["unmuted"])
        try app.type("play 12#")
        #expect(try app.next(1) == ["played 12#"])
    }

    @Test(arguments: programs) func `Two calls are swapped, merged and split`(_ program: String) throws {
        let app = try Desktop(program: program).app()
        let (bob, carl) = (try app.talk(to: "bob"), try app.talk(to: "carl"))
        try app.type("swap")
        try app.expect("held \(carl)")
        try app.expect("resumed \(bob)")
        try app.expect("audio started")
        try app.type("merge")
        try app.expect("joined \(carl) \(bob)")
        try app.type("private \(carl)")
        try app.expect("private \(carl)")
        try app.type("end \(carl)")
        try app.expect("ended \(carl) local")
        try app.expect("resumed \(bob)")
    }

    @Test(arguments: programs) func `A call fails when the network fails or the other side is busy`(_ program: String)
        throws
    {
        let app = try Desktop(program: program).app()
        _ = try app.dial("bob")
        try app.type("fail")
        #expect(try app.next(2) == ["ended failed", "audio stopped"])
        _ = try app.dial("carl")
        try app.type("remote-busy")
        #expect(try app.next(1) == ["ended remote-ended"])
    }

    @Test func `A call without an answer is withdrawn`() throws {
        let app = try Desktop().launch("Phone", ["--connecting", "0", "--connected", "86400"])
        try app.expect("registered")
        try app.type("call bob")
        try app.expect("connecting")
        try app.type("end")
        try app.expect("ended")
        try app.type("calls")
        #expect(try app.process.waitForLine { !$0.hasPrefix("audio") } == "no calls")
    }

    @Test func `The calls of an app that leaves are over`() throws {
        let desktop = try Desktop()
        let (phone, chat) = (try desktop.app("Phone"), try desktop.app("Chat"))
        try phone.talk()
        try chat.talk()
        try phone.expect("held")
        try chat.type("quit")
        #expect(try chat.process.waitForExit() == .exited(0))
        try phone.type("resume")
        try phone.expect("audio started")
        phone.process.closeInput()
        #expect(try phone.process.waitForExit() == .exited(0))
        let manager = try desktop.daemon.client().manager
        #expect(try manager.call("ListCalls").first?.elements == [])
    }

    @Test(arguments: programs) func `A call outlives the service, and the next service knows it`(_ program: String)
        throws
    {
        let desktop = try Desktop(program: program)
        let app = try desktop.app()
        try app.talk()
        try app.type("mute")
        try app.expect("muted")
        try desktop.stage.restart()
        #expect(try app.next(1) == ["registered org.example.Phone"])
        try app.type("unmute")
        #expect(try app.next(1) == ["unmuted"])
        try app.type("end")
        #expect(try app.next(2) == ["ended local", "audio stopped"])
    }

    @Test func `The app prints an impossible command as an error`() throws {
        let app = try Desktop().app()
        try app.type("frobnicate")
        #expect(try app.expect("error").contains("no such command: frobnicate"))
        try app.type("answer")
        #expect(try app.expect("error") == "there is no call that can be answered")
        try app.type("open https://example.org")
        #expect(try app.expect("error").contains("https://example.org"))
        try app.type("incoming bob")
        try app.type("incoming carl")
        try app.expect("incoming")
        try app.expect("incoming")
        try app.type("answer")
        #expect(try app.expect("error").hasPrefix("several calls can be answered: "))
    }

    @Test(arguments: programs) func `The app prints a refusal of the system`(_ program: String) throws {
        let app = try Desktop(program: program).app()
        for name in ["ada", "bob", "carl"] { try app.type("incoming \(name)") }
        #expect(try app.next(2) == ["incoming ada", "incoming bob"])
        #expect(try app.next(1)[0].hasPrefix("ended refused "))
    }

    @Test func `The name of a caller is one line without terminal commands`() throws {
        let app = try Desktop().app()
        try app.type("incoming bob \u{1B}[2JBob")
        #expect(try app.next(1) == ["incoming bob \u{FFFD}[2JBob"])
    }
}
