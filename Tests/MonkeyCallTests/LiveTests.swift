// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The app on LiveCommunicationKit behaves at the terminal as the app on CallKit does. Its links, its network and its terminal are the
/// same files.
@Suite struct LiveTests {
    private func desktop(deadlines: String? = nil) throws -> Desktop {
        try Desktop(program: "MonkeyCallLive", deadlines: deadlines)
    }

    @Test func `An outgoing call is started, gets the audio, connects and is ended`() throws {
        let app = try desktop().app()
        try app.type("call +4930123456 video")
        #expect(try app.next(1) == ["started +4930123456 video"])
        let rest = try app.next(4)
        #expect(rest.filter { !$0.hasPrefix("audio") } == ["connecting", "connected"])
        #expect(rest.filter { $0.hasPrefix("audio") } == ["audio configured", "audio started"])
        try app.type("end")
        #expect(try app.next(2) == ["ended local", "audio stopped"])
    }

    @Test func `An incoming call is answered, and the other side hangs up`() throws {
        let desktop = try desktop()
        let app = try desktop.app()
        try app.type("incoming bob@example.org Bob B.")
        #expect(try app.next(1) == ["incoming bob@example.org Bob B."])
        try app.type("calls")
        let call = try desktop.daemon.client().call(String(app.expect("call").prefix(36)))
        #expect(try call.get("RemoteHandle") == .tuple("email-address", "bob@example.org"))
        #expect(try call.get("LocalizedCallerName") == "Bob B.")
        try app.type("answer")
        #expect(try app.next(3) == ["audio configured", "answered", "audio started"])
        try app.type("remote-end")
        #expect(try app.next(2) == ["ended remote-ended", "audio stopped"])
    }

    @Test func `A call is declined, and another one is held, resumed, muted and hears tones`() throws {
        let app = try desktop().app()
        try app.type("incoming carl")
        try app.expect("incoming")
        try app.type("decline")
        #expect(try app.next(1) == ["ended local"])
        try app.talk()
        try app.type("hold")
        #expect(try app.next(2) == ["held", "audio stopped"])
        try app.type("resume")
        #expect(try app.next(2) == ["resumed", "audio started"])
        for (command, event) in [("mute", "muted"), ("unmute", "unmuted"), ("play 12#", "played 12#")] {
            try app.type(command)
            #expect(try app.next(1) == [event])
        }
    }

    @Test func `Two calls are swapped, merged and split`() throws {
        let app = try desktop().app()
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

    @Test func `The answer in one app holds the call of the other, and the end resumes it`() throws {
        let desktop = try desktop()
        let (phone, chat) = (try desktop.app("Phone"), try desktop.app("Chat"))
        try phone.talk()
        try chat.talk()
        try phone.expect("held")
        try chat.hangUp()
        try phone.expect("resumed")
        try phone.expect("audio started")
    }

    @Test func `A refused answer and an answer that times out end the call`() throws {
        let app = try desktop(deadlines: "Answer=50ms").app()
        try app.type("incoming bob")
        try app.expect("incoming")
        try app.type("refuse")
        try app.type("answer")
        #expect(try app.next(2) == ["refused answer", "ended failed"])
        try app.type("incoming carl")
        try app.expect("incoming")
        try app.type("ignore")
        try app.type("answer")
        #expect(try app.next(3) == ["ignored answer", "timed-out answer", "ended failed"])
    }

    @Test func `A refusal of the system is printed`() throws {
        let app = try desktop().app()
        for name in ["ada", "bob", "carl"] { try app.type("incoming \(name)") }
        #expect(try app.next(2) == ["incoming ada", "incoming bob"])
        #expect(try app.next(1)[0].hasPrefix("ended refused "))
    }

    @Test func `The app calls a contact that the user chose in another program`() throws {
        let desktop = try desktop()
        let app = try desktop.app()
        try desktop.daemon.client().manager.call(
            "RequestStartCall", "org.example.Phone", .tuple("phone-number", "+4930123456"), .options(["Video": true]))
        #expect(try app.expect("started").hasSuffix(" +4930123456 video"))
    }

    @Test func `A call outlives the service, and the next service knows it`() throws {
        let desktop = try desktop()
        let app = try desktop.app()
        try app.talk()
        try desktop.stage.restart()
        #expect(try app.next(1) == ["registered org.example.Phone"])
        try app.type("hold")
        #expect(try app.next(2) == ["held", "audio stopped"])
        try app.type("end")
        #expect(try app.next(1) == ["ended local"])
    }
}
