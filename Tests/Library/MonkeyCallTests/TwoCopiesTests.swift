// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Two copies of the app: on one desktop they share the microphone, on two desktops they call each other.
@Suite struct TwoCopiesTests {
    @Test func `The microphone goes from one copy to the other and back`() throws {
        let desktop = try Desktop()
        let (phone, chat) = (try desktop.app("Phone"), try desktop.app("Chat"))
        let ada = try phone.talk(to: "ada")
        try chat.type("incoming bob")
        try chat.expect("incoming")
        try chat.type("answer")
        #expect(try phone.next(2) == ["held", "audio stopped"])
        #expect(try chat.next(3) == ["audio configured", "answered", "audio started"])

        try phone.type("resume \(ada)")
        #expect(try chat.next(2) == ["held", "audio stopped"])
        #expect(try phone.next(2) == ["resumed", "audio started"])

        try phone.type("end")
        #expect(try phone.next(2) == ["ended local", "audio stopped"])
        #expect(try chat.next(2) == ["resumed", "audio started"])
    }

    /// Ada and Bob, each at a desktop of their own.
    private struct Pair {
        let internet: BusDaemon
        let ada: App
        let bob: App

        init(_ options: String...) throws {
            internet = try BusDaemon.session()
            ada = try Self.app("ada", internet, [])
            bob = try Self.app("bob@example.org", internet, options)
        }

        private static func app(_ address: String, _ internet: BusDaemon, _ options: [String]) throws -> App {
            let app = try Desktop(internet: internet).launch(
                "Phone", ["--network", "bus", "--address", address] + options)
            try app.expect("registered")
            return app
        }

        /// Ada calls, and Bob's app rings.
        func ring() throws {
            try ada.type("call bob@example.org")
            try ada.expectAll("connecting", "audio started")
            #expect(try bob.expect("incoming").hasSuffix(" ada"))
        }

        func talk() throws {
            try ring()
            try bob.type("answer")
            try ada.expect("connected")
            try bob.expect("audio started")
        }
    }

    @Test func `One copy calls the other, which answers, gets tones and hangs up`() throws {
        let pair = try Pair()
        try pair.talk()
        try pair.ada.type("play 42")
        #expect(try pair.bob.next(1) == ["heard 42"])
        try pair.bob.type("end")
        try pair.bob.expect("ended")
        try pair.ada.expect("played")
        #expect(try pair.ada.next(2) == ["ended remote-ended", "audio stopped"])
    }

    @Test func `A hold is local, and the call continues`() throws {
        let pair = try Pair()
        try pair.talk()
        try pair.bob.type("hold")
        try pair.bob.expect("held")
        try pair.bob.type("resume")
        try pair.bob.expect("audio started")
        try pair.ada.type("end")
        try pair.bob.expect("ended")
    }

    @Test func `A copy declines a call`() throws {
        let pair = try Pair()
        try pair.ring()
        try pair.bob.type("decline")
        #expect(try pair.ada.expect("ended").hasSuffix("remote-ended"))
    }

    @Test func `A copy ends its own call while it rings`() throws {
        let pair = try Pair()
        try pair.ring()
        try pair.ada.type("end")
        #expect(try pair.bob.expect("ended").hasSuffix("remote-ended"))
    }

    @Test func `A missing copy cannot be called`() throws {
        let pair = try Pair()
        try pair.ada.type("call carl")
        #expect(try pair.ada.expect("ended").hasSuffix("failed"))
    }

    @Test func `A call ends when the other copy is killed`() throws {
        let pair = try Pair()
        try pair.talk()
        try pair.bob.process.kill9()
        #expect(try pair.ada.expect("ended").hasSuffix("failed"))
        try pair.ada.expect("audio stopped")
    }

    @Test func `An address belongs to one copy`() throws {
        let pair = try Pair()
        let third = try Desktop(internet: pair.internet).launch("Other", ["--network", "bus", "--address", "ADA"])
            .process
        #expect(try third.waitForExit() != .exited(0))
        #expect(third.text(of: .error).contains("Another process owns the name"))
    }
}
