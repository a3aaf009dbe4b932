// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// What the app on LiveCommunicationKit does in its own words. ``CallTests`` has what both apps do.
@Suite struct LiveTests {
    private func desktop(deadlines: String? = nil) throws -> Desktop {
        try Desktop(program: "MonkeyCallLive", deadlines: deadlines)
    }

    @Test func `The system knows the address and the name of the other side`() throws {
        let desktop = try desktop()
        let app = try desktop.app()
        try app.type("incoming bob@example.org Bob B.")
        try app.expect("incoming")
        try app.type("calls")
        let call = try desktop.daemon.client().call(String(app.expect("call").prefix(36)))
        #expect(try call.get("RemoteHandle") == .tuple("email-address", "bob@example.org"))
        #expect(try call.get("LocalizedCallerName") == "Bob B.")
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

    @Test func `The app calls a contact that the user chose in another program`() throws {
        let desktop = try desktop()
        let app = try desktop.app()
        try desktop.daemon.client().manager.call(
            "RequestStartCall", "org.example.Phone", .tuple("phone-number", "+4930123456"), .options(["Video": true]))
        #expect(try app.expect("started").hasSuffix(" +4930123456 video"))
    }
}
