// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct ModemsTests {
    private var policy = Policy()
    private let service = Caller(
        client: Client(name: "m"), uid: 61_000, app: nil, isAdministrator: false, account: Account(name: "m"))

    init() { policy.cellular = ["modem": 61_000, "other": 61_001, "missing": Policy.nobody] }

    @Test func `Only the named account may make calls of another user`() {
        #expect(policy.mayServe("modem", service))
        for identifier in ["other", "missing", "p", ""] { #expect(!policy.mayServe(identifier, service)) }
    }

    @Test func `Neither a sandboxed app nor the administrator is a modem in another domain`() {
        let app = Caller(
            client: service.client, uid: 61_000, app: "modem", isAdministrator: false, account: service.account)
        let administrator = Caller(
            client: service.client, uid: 61_000, app: nil, isAdministrator: true, account: service.account)
        for caller in [app, administrator] {
            #expect(throws: CallError.self) { try policy.serving("modem", caller, newAmong: 0) }
        }
    }

    @Test func `A modem service may use only its own identifier in another domain`() throws {
        var world = try World(cellular: policy.cellular, providers: ["p"])
        try world.talk(a)
        let modem = try policy.serving("modem", service, newAmong: nil)
        try world.register("modem", from: modem)
        #expect(world.domain.providers.values.contains { $0.identifier == "modem" && $0.providerClass == .cellular })
        #expect(world.refusal { try $0.request((a, .end), from: modem) } == .requestUnentitled)
        #expect(world.refusal { try $0.register("another", from: modem) } == .unentitled)
        #expect(world.refusal { try $0.register("modem") } == .unentitled)
    }

    @Test func `A name for all identifiers below another one counts for each of them, and the nearest name decides`()
        throws
    {
        let cellular: [String: UInt32] = ["m.*": 61_000, "m.a.*": 61_001, "m.b": 61_002]
        var policy = Policy()
        policy.cellular = cellular
        let accounts = ["m", "m.x", "m.x.y", "m.a", "m.a.x", "m.b", "m.b.x", "mx", "m.*"].map { policy.account(of: $0) }
        #expect(accounts == [nil, 61_000, 61_000, 61_000, 61_001, 61_002, 61_000, nil, 61_000])
        var world = try World(cellular: cellular, providers: [])
        try world.register("m.x", from: try policy.serving("m.x", service, newAmong: nil))
        #expect(world.domain.providers.values.map(\.providerClass) == [.cellular])
        #expect(world.refusal { try $0.register("m.y") } == .unentitled)
    }

    @Test mutating func `Modem services cannot create users without limit`() throws {
        policy.limits.users = 2
        for users in [nil, 0, 1] { _ = try policy.serving("modem", service, newAmong: users) }
        let refusal = #expect(throws: CallError.self) { try policy.serving("modem", service, newAmong: 2) }
        #expect(refusal?.code == .limitsExceeded && refusal?.message.contains("2 users") == true)
    }

    @Test func `A connection has registrations while it has a provider or a shell, or is the directory`() throws {
        var world = try World(providers: [])
        let client = Caller.app("p").client
        #expect(!world.domain.hasRegistrations(of: client))
        try world.register("p")
        #expect(world.domain.hasRegistrations(of: client))
        try world.lose("p")
        #expect(!world.domain.hasRegistrations(of: client))
        try world.command(.registerShell(session: "", isActive: true, ShellUpdate()), from: .app("p"))
        #expect(world.domain.hasRegistrations(of: client))
        try world.lose("p")
        try world.directory(from: .app("p"))
        #expect(world.domain.hasRegistrations(of: client))
    }
}
