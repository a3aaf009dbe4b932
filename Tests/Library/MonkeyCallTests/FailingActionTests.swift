// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The app fails its actions or lets them time out, and the system handles that.
@Suite struct FailingActionTests {
    @Test func `A refused answer ends the call`() throws {
        let app = try Desktop().app()
        try app.type("incoming bob")
        try app.expect("incoming")
        try app.type("refuse")
        try app.type("answer")
        #expect(try app.next(2) == ["refused answer", "ended failed"])
    }

    @Test func `A refused start makes no call, and the next start works`() throws {
        let app = try Desktop().app()
        try app.type("refuse")
        try app.type("call bob")
        #expect(try app.next(1) == ["refused call"])
        try app.type("calls")
        #expect(try app.next(1) == ["no calls"])
        _ = try app.dial("bob")
    }

    @Test func `A refused hold leaves the call active`() throws {
        let app = try Desktop().app()
        try app.talk(to: "bob")
        try app.type("refuse")
        try app.type("hold")
        #expect(try app.next(1) == ["refused hold"])
        try app.type("calls")
        #expect(try app.expect("call").hasSuffix(" active bob"))
        try app.type("hold")
        #expect(try app.next(2) == ["held", "audio stopped"])
    }

    @Test func `An answer that times out ends the call`() throws {
        let app = try Desktop(deadlines: "Answer=50ms").app()
        try app.type("incoming bob")
        try app.expect("incoming")
        try app.type("ignore")
        try app.type("answer")
        #expect(try app.next(3) == ["ignored answer", "timed-out answer", "ended failed"])
    }

    @Test func `A start that times out makes no call`() throws {
        let app = try Desktop(deadlines: "Start=50ms").app()
        try app.type("ignore")
        try app.type("call bob")
        #expect(try app.next(2) == ["ignored call", "timed-out call"])
    }

    @Test func `An end that times out ends the call`() throws {
        let app = try Desktop(deadlines: "Other=50ms").app()
        try app.talk()
        try app.type("ignore")
        try app.type("end")
        let lines = try app.next(4)
        #expect(lines.filter { $0 != "audio stopped" } == ["ignored end", "timed-out end", "ended failed"])
        #expect(lines.contains("audio stopped"))
    }

    @Test func `Tones that time out change nothing`() throws {
        let app = try Desktop(deadlines: "Other=50ms").app()
        try app.talk()
        try app.type("ignore")
        try app.type("play 1")
        #expect(try app.next(2) == ["ignored play", "timed-out play"])
        try app.type("calls")
        #expect(try app.expect("call").contains(" active "))
    }

    @Test func `An app that misses the hold keeps the microphone`() throws {
        let desktop = try Desktop(deadlines: "Other=50ms")
        let (phone, chat) = (try desktop.app("Phone"), try desktop.app("Chat"))
        try phone.talk()
        try chat.type("incoming carl")
        try chat.expect("incoming")
        try phone.type("ignore")
        try phone.type("incoming ada")
        try phone.expect("incoming")
        try chat.type("answer")
        #expect(try phone.next(2) == ["ignored hold", "timed-out hold"])
        #expect(try chat.expect("timed-out").hasSuffix(" answer"))
        try chat.type("calls")
        #expect(try chat.expect("call").contains(" incoming carl"))
    }
}
