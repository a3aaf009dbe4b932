// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// The tones that a request gives for after the answer: the user plays them, and nothing else gets them.
struct PostDialTests {
    var world: World
    private let code = ",,555#"
    private let number = Handle(kind: .phoneNumber, value: "+49 30-123456")

    init() throws { world = try World() }

    private mutating func start(
        _ call: CallID, at provider: String = "p", calling handle: Handle? = nil, _ postDial: String = ""
    ) throws {
        let start = StartAction(provider: provider, handle: handle ?? number)
        let item = Request.Item(call: call, kind: .start(start), postDial: postDial)
        try world.command(.request(Request([item])), from: world.user)
    }

    /// A user asks `p` to call the number.
    private mutating func ask(_ postDial: String) throws {
        var details = StartCallDetails()
        details.postDial = postDial
        try world.command(.requestStartCall(provider: "p", number, details), from: world.user)
    }

    private mutating func connect(_ call: CallID) throws {
        try world.fulfil(call)
        try world.reportConnecting(call)
        try world.reportConnected(call)
    }

    private mutating func play(_ call: CallID, _ digits: String) throws {
        try world.request((call, .playDTMF(digits: digits, .singleTone)))
    }

    @Test mutating func `A call has the tones of its start until they have been played`() throws {
        try start(a, code)
        #expect(world[a]?.postDial == code)
        try connect(a)
        try play(a, "5")
        try world.fulfil(a)
        #expect(world[a]?.postDial == code)
        try play(a, code)
        #expect(world[a]?.postDial == code)
        try world.fulfil(a)
        #expect(world[a]?.postDial == "")
    }

    @Test mutating func `Tones that the app could not play are still offered`() throws {
        try start(a, code)
        try connect(a)
        try play(a, code)
        try world.refuse(a)
        #expect(world[a]?.postDial == code)
    }

    @Test mutating func `A call that has ended has no tones any more`() throws {
        try start(a, code)
        try connect(a)
        try world.end(a)
        try world.fulfil(a)
        #expect(world.removed.map(\.postDial) == [""])
        #expect(world.domain.stories.ended(after: 0).map(\.ended.call.postDial) == [""])
    }

    @Test mutating func `The app that starts the call gets no tones`() throws {
        try ask(code)
        let requests = world.effects.compactMap { effect in
            if case .send(_, _, .startCallRequested(_, let details)) = effect { details } else { nil }
        }
        #expect(requests.map(\.postDial) == [""])
        try start(a, code)
        #expect(try world.told(a).action.kind == .start(StartAction(provider: "p", handle: number)))
    }

    @Test mutating func `The tones of a request belong to the next call that the app starts to that number`() throws {
        try ask(code)
        try start(a, calling: Handle(kind: .phoneNumber, value: "+4930123456"))
        #expect(world[a]?.postDial == code)
        try start(b)
        #expect(world[b]?.postDial == "")
    }

    @Test mutating func `The tones of a request belong to no call of another number or another app`() throws {
        try ask(code)
        try start(a, at: "q")
        #expect(world[a]?.postDial == "")
        try start(b, calling: Handle(kind: .phoneNumber, value: "+4940"))
        #expect(world[b]?.postDial == "")
        // That call was the answer to the request.
        try start(c)
        #expect(world[c]?.postDial == "")
    }

    @Test mutating func `The last request to an app counts, and one without tones takes them away`() throws {
        try ask(code)
        try ask("1")
        try start(a)
        #expect(world[a]?.postDial == "1")
        try ask(code)
        try ask("")
        try start(b)
        #expect(world[b]?.postDial == "")
    }

    @Test mutating func `A repeated request for a call with tones is recognised`() throws {
        var request = Request([
            Request.Item(call: a, kind: .start(StartAction(provider: "p", handle: number)), postDial: code)
        ])
        request.transaction = TransactionID(high: 1, low: 1)
        try world.command(.request(request), from: world.user)
        #expect(try world.command(.request(request), from: world.user) == [])
        #expect(world.transaction == request.transaction)
    }
}
