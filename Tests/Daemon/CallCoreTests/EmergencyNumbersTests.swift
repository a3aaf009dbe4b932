// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// `p` is an app, `z.Box` an app in a sandbox, `m` and `n` are modems. Only `n` names emergency numbers.
struct EmergencyNumbersTests {
    private var world: World

    init() throws {
        world = try World(cellular: ["m": 1000, "n": 1000], providers: ["p", "m"])
        try world.register("z.Box", from: .sandboxed("z.Box"))
        try world.register("n") { $0.emergencyNumbers = ["112", "110"] }
    }

    private static func dial(_ number: String, at provider: String, _ kind: Handle.Kind = .phoneNumber) -> StartAction {
        StartAction(provider: provider, handle: Handle(kind: kind, value: number))
    }

    private mutating func ask(for number: String, of provider: String, from caller: Caller = .user) throws -> [String] {
        let handle = Handle(kind: .phoneNumber, value: number)
        return try world.command(.requestStartCall(provider: provider, handle, StartCallDetails()), from: caller)
    }

    private func provider(of call: CallID) -> String? {
        world[call].flatMap { world.domain.providers[$0.provider]?.identifier }
    }

    // MARK: Which providers have some

    @Test(arguments: ["p", "z.Box"])
    mutating func `An app that is not cellular has no emergency numbers`(_ app: String) throws {
        #expect(world.refusal { try $0.configure(app) { $0.emergencyNumbers = ["112"] } } == .unentitled)
        try world.lose(app)
        let caller = app == "p" ? Caller.app("p") : .sandboxed("z.Box")
        #expect(world.refusal { try $0.register(app, from: caller) { $0.emergencyNumbers = ["112"] } } == .unentitled)
        try world.register(app, from: caller)
    }

    @Test mutating func `A modem replaces its emergency numbers with its configuration`() throws {
        try world.configure("n") { $0.emergencyNumbers = ["118"] }
        try world.request((a, .start(Self.dial("112", at: "m"))))
        try world.request((b, .start(Self.dial("118", at: "p"))))
        #expect(world[a]?.emergency == false && provider(of: b) == "n")
    }

    // MARK: Requests

    @Test(arguments: [("112", "p"), ("1 1-2", "p"), ("(11)2", "p"), ("110", "p"), ("112", "nobody"), ("112", "z.Box")])
    mutating func `The modem that names an emergency number calls it, whichever app is asked`(
        _ number: String, _ app: String
    ) throws {
        var start = Self.dial(number, at: app)
        (start.video, start.contactIdentifier) = (true, "ada")
        start.members = [CallMember(handle: start.handle, displayName: "Ada")]
        try world.request((a, .start(start)))
        #expect(provider(of: a) == "n" && world[a]?.emergency == true)
        #expect(world[a]?.remoteHandle?.value == number && world[a]?.hasVideo == false)
        #expect(world[a]?.contactIdentifier == "" && world[a]?.members.all == [])
    }

    @Test mutating func `A modem that is asked calls an emergency number of another modem itself`() throws {
        var start = Self.dial("112", at: "m")
        start.contactIdentifier = "ada"
        try world.request((a, .start(start)))
        #expect(provider(of: a) == "m" && world[a]?.emergency == true && world[a]?.contactIdentifier == "ada")
    }

    @Test mutating func `The first of two modems calls an emergency number that both name`() throws {
        try world.configure("m") { $0.emergencyNumbers = ["112"] }
        try world.request((a, .start(Self.dial("112", at: "p"))))
        #expect(provider(of: a) == "m")
    }

    @Test(arguments: [
        ("1120", Handle.Kind.phoneNumber), ("+112", .phoneNumber), ("112", .generic), ("112", .emailAddress),
    ])
    mutating func `The app that is asked calls any other number, and a handle of another type`(
        _ value: String, _ kind: Handle.Kind
    ) throws {
        try world.request((a, .start(Self.dial(value, at: "p", kind))))
        #expect(provider(of: a) == "p" && world[a]?.emergency == false)
    }

    @Test mutating func `A call that its app has dialed already stays with the app`() throws {
        var start = Self.dial("112", at: "p")
        start.dialed = true
        try world.request((a, .start(start)), from: .app("p"))
        #expect(provider(of: a) == "p" && world[a]?.emergency == false)
        start.provider = "m"
        try world.request((b, .start(start)), from: .app("m"))
        #expect(provider(of: b) == "m" && world[b]?.emergency == true)
    }

    @Test mutating func `Without the modem the app that is asked calls the number`() throws {
        try world.lose("n")
        try world.request((a, .start(Self.dial("112", at: "p"))))
        #expect(provider(of: a) == "p" && world[a]?.emergency == false)
        #expect(try ask(for: "112", of: "p") == ["p is asked to call 112"])
    }

    @Test mutating func `An emergency call takes the place of the calls that are in its way`() throws {
        try world.talk(a)
        try world.update(a) { $0.supportsHolding = false }
        #expect(try world.request((b, .start(Self.dial("112", at: "p"))), endingOthers: false).contains("p must end a"))
        #expect(world[b]?.emergency == true)
    }

    @Test mutating func `A repeated request gets the emergency call that the first one began`() throws {
        var request = Request([Request.Item(call: a, kind: .start(Self.dial("112", at: "p")))])
        request.transaction = TransactionID(high: 7, low: 7)
        try world.command(.request(request), from: .user)
        let first = world.answer
        try world.configure("n") { _ in }
        #expect(try world.command(.request(request), from: .user) == [])
        #expect(world.answer == first)
    }

    @Test mutating func `A sandboxed app calls no emergency number, and learns nothing about other apps`() throws {
        let box = Caller.sandboxed("z.Box")
        #expect(
            world.refusal { try $0.request((a, .start(Self.dial("112", at: "z.Box"))), from: box) }
                == .requestUnentitled)
        do {
            try world.request((a, .start(Self.dial("112", at: "z.Box"))), from: box)
        } catch let error as CallError {
            #expect(error.message.hasPrefix("This is an emergency number"))
        }
        var messages: Set<String> = []
        for name in ["m", "p", "nobody"] {
            do {
                try world.request((a, .start(Self.dial("112", at: name))), from: box)
            } catch let error as CallError {
                messages.insert(error.message.replacing(name))
            }
        }
        #expect(messages.count == 1)
        try world.request((a, .start(Self.dial("113", at: "z.Box"))), from: box)
        #expect(provider(of: a) == "z.Box")
    }

    // MARK: Requests to ask an app

    @Test(arguments: ["", "p", "nobody", "n"])
    mutating func `The modem is asked to call an emergency number instead of another app`(_ app: String) throws {
        try world.configure("p") { $0.supportedHandleTypes = [.phoneNumber] }
        try world.shell { $0.defaultProviders = [.phoneNumber: "p"] }
        #expect(try ask(for: "110", of: app) == ["n is asked to call 110"])
        #expect(world.answer == .chosen(provider: "n"))
    }

    @Test mutating func `The modem of the user's choice is asked to call an emergency number`() throws {
        try world.shell { $0.defaultProviders = [.phoneNumber: "m"] }
        #expect(try ask(for: "112", of: "") == ["m is asked to call 112"])
    }

    @Test mutating func `A sandboxed app has no other app asked to call an emergency number`() throws {
        let box = Caller.sandboxed("z.Box")
        let command = Command.requestStartCall(
            provider: "z.Box", Handle(kind: .phoneNumber, value: "112"), StartCallDetails())
        #expect(world.refusal { try $0.command(command, from: box) } == .unentitled)
    }
}

extension String {
    /// The text without the name of an app.
    fileprivate func replacing(_ name: String) -> String {
        split(separator: " ").map { $0.contains(name + ".") || $0 == name ? "…" : String($0) }.joined(separator: " ")
    }
}
