// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct PermissionsTests {
    var world: World
    private let administrator = Caller(
        client: Client(name: "root"), uid: 1000, app: nil, isAdministrator: true, account: Account(name: "root"))
    private let sandbox = Caller.sandboxed("org.example.App")

    init() throws {
        world = try World()
        try world.register("org.example.App.calls", from: sandbox)
    }

    @Test mutating func `A sandboxed app registers its own name and names below it`() throws {
        try world.register("org.example.App", from: sandbox)
        #expect(world.refusal { try $0.register("org.example.Apple", from: sandbox) } == .unentitled)
        #expect(world.refusal { try $0.register("other", from: sandbox) } == .unentitled)
        #expect(world.refusal { try $0.register("other", from: administrator) } == .unentitled)
    }

    @Test mutating func `Only the connection that registered a provider reports, configures and invalidates`() throws {
        try world.talk(a)
        let q = Caller.app("q")
        #expect(
            world.refusal { try $0.command(.reportIncoming(provider: "p", b, CallUpdate()), from: q) }
                == .incomingUnentitled)
        #expect(
            world.refusal { try $0.command(.reportExisting(provider: "p", b, ExistingCall()), from: q) }
                == .incomingUnentitled)
        for command: Command in [
            .configure(identifier: "p", ProviderConfiguration()), .invalidate(identifier: "p"),
            .reportUpdated(a, CallUpdate()), .reportEnded(a, at: 0, .failed), .reportConnecting(a, at: 0),
            .reportConnected(a, at: 0),
        ] {
            #expect(world.refusal { try $0.command(command, from: q) } == .unentitled)
            #expect(world.refusal { try $0.command(command, from: administrator) } == .unentitled)
        }
    }

    @Test mutating func `A sandboxed app requests actions only on its own calls`() throws {
        try world.ring(a)
        try world.ring(b, at: "org.example.App.calls")
        #expect(world.refusal { try $0.request((a, .answer), from: sandbox) } == .requestUnentitled)
        #expect(world.refusal { try $0.start(c, from: sandbox) } == .requestUnentitled)
        let ask = Command.requestStartCall(provider: "p", Handle(kind: .generic, value: "x"), StartCallDetails())
        #expect(world.refusal { try $0.command(ask, from: sandbox) } == .unentitled)
        try world.request((b, .answer), from: sandbox)
    }

    @Test mutating func `Only an app outside of a sandbox gets the name of the party that it is asked to call`() throws
    {
        var details = StartCallDetails()
        details.displayName = "Ada"
        let handle = Handle(kind: .generic, value: "x")
        try world.ring(b, at: "org.example.App.calls")
        for (provider, story) in [("p", "p is asked to call x (Ada)"), ("org.example.App.calls", "is asked to call x")]
        {
            let request = Command.requestStartCall(provider: provider, handle, details)
            #expect(try world.command(request, from: .user).first?.hasSuffix(story) == true)
        }
    }

    @Test mutating func `A sandboxed app does not get the transaction of another app by the same request`() throws {
        try world.ring(a)
        try world.answer(a)
        #expect(world.refusal { try $0.request((a, .answer), from: sandbox) } == .requestUnentitled)
    }

    @Test mutating func `A sandboxed app may hold another app's call to make room`() throws {
        try world.talk(a)
        try world.ring(b, at: "org.example.App.calls")
        #expect(try world.request((b, .answer), from: sandbox).first == "p must hold a")
    }

    @Test mutating func `A sandboxed app may not end another app's connected call to make room`() throws {
        try world.talk(a)
        try world.update(a) { $0.supportsHolding = false }
        try world.ring(b, at: "org.example.App.calls")
        #expect(world.refusal { try $0.request((b, .answer), from: sandbox) } == .requestCallIsProtected)
        #expect(
            world.refusal { try $0.start(c, at: "org.example.App.calls", from: sandbox) } == .requestCallIsProtected)
        #expect(try world.request((b, .answer)).first == "p must end a")
    }

    @Test mutating func `A request of a sandboxed app fails when it would end another app's connected call later`()
        throws
    {
        try world.talk(a)
        try world.ring(b, at: "org.example.App.calls")
        try world.hold(a)
        try world.request((b, .answer), from: sandbox)
        try world.update(a) { $0.supportsHolding = false }
        #expect(
            try world.refuse(a) == [
                "a is active", "b is incoming", "failed hold-failed a", "failed call-is-protected a",
            ])
        #expect(world.state(b) == .incoming)
    }

    @Test mutating func `A sandboxed app may end another app's call that is not connected`() throws {
        try world.start(a)
        try world.ring(b, at: "org.example.App.calls")
        #expect(try world.request((b, .answer), from: sandbox).first == "p must end a")
    }

    @Test mutating func `A sandboxed app cannot be a shell, silence calls or choose a route`() throws {
        #expect(
            world.refusal { try $0.command(.registerShell(session: "1", isActive: true, ShellUpdate()), from: sandbox) }
                == .accessDenied)
        #expect(world.refusal { try $0.command(.silence(nil), from: sandbox) } == .accessDenied)
        #expect(world.refusal { try $0.command(.setRoute("1"), from: sandbox) } == .accessDenied)
    }

    @Test mutating func `The administrator may act on calls, silence them and be a shell`() throws {
        try world.ring(a)
        try world.command(.silence(a), from: administrator)
        try world.request((a, .answer), from: administrator)
        try world.command(.registerShell(session: "1", isActive: true, ShellUpdate()), from: administrator)
    }
}
