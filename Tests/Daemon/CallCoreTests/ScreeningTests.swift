// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// The user's directory decides whether a reported call rings. `p` and `q` are apps, `m` is a modem.
struct ScreeningTests {
    var world: World
    private let ada = Handle(kind: .phoneNumber, value: "+491")

    init() throws {
        world = try World(cellular: ["m": 1000], providers: ["p", "q", "m"])
        try world.directory()
    }

    private mutating func help(_ call: CallID) throws {
        try world.request((call, .start(at: "m", emergency: true)))
        try world.fulfil(call)
        try world.reportConnected(call)
        try world.reportEnded(call)
    }

    // MARK: The decision

    @Test mutating func `The directory is asked about a reported call, which no client sees until the answer`() throws {
        #expect(try world.ring(a) == ["directory is asked about a"])
        #expect(world.answer == .screening)
        #expect(world.domain.calls.isEmpty && world.domain.alertCalls.isEmpty && world.domain.audio.alert == .none)
        #expect(world.refusal { try $0.answer(a) } == .unknownCallUUID)
        #expect(try world.decide(a, .allow) == ["a is reported", "+a incoming"])
        #expect(world.domain.audio.alert == .ring)
        #expect(world.timers == [.ring(a)])
    }

    @Test mutating func `A call that the directory silences rings without a sound`() throws {
        try world.ring(a)
        #expect(try world.decide(a, .silence) == ["a is reported", "+a incoming"])
        #expect(world[a]?.silenced == true)
        #expect(world.domain.audio.alert == .silent)
    }

    @Test(arguments: [CallFilter.blockList, .screener])
    mutating func `A call that the directory rejects is refused and remembered`(filter: CallFilter) throws {
        try world.ring(a) { $0.remoteHandle = .some(ada) }
        #expect(
            try world.decide(a, .reject, by: filter)
                == ["a is refused: IncomingCall.FilteredByBlockList", "directory hears of 1 ended"])
        let call = try #require(world.domain.endedCall(a)?.call)
        #expect(call.filteredBy == filter && call.endedReason == .filtered && call.remoteHandle == ada)
        #expect(world.timers.isEmpty)
    }

    @Test(arguments: Verdict.allCases)
    mutating func `The directory chooses the decision about a call that it answers too late`(whenLate: Verdict) throws {
        try world.directory { ($0.deadline, $0.whenLate) = (1_000_000, whenLate) }
        try world.ring(a)
        #expect(world.effects.contains(.startTimer(.screening(a), after: 1_000_000)))
        try world.handle(.timerFired(.screening(a)))
        #expect(world.state(a) == (whenLate == .reject ? nil : .incoming))
        #expect(world[a]?.silenced ?? true == (whenLate != .allow))
        #expect(try world.decide(a, .reject) == [])
    }

    @Test mutating func `The directory has a tenth of a second, and a call rings if it does not answer`() throws {
        try world.ring(a)
        #expect(world.effects.contains(.startTimer(.screening(a), after: 100_000)))
        #expect(try world.handle(.timerFired(.screening(a))) == ["a is reported", "+a incoming"])
    }

    @Test mutating func `When the directory leaves the bus, all calls that wait for it ring in their order`() throws {
        try world.ring(a)
        try world.ring(b, at: "q")
        #expect(
            try world.handle(.clientLost(Client(name: "directory")))
                == ["no directory", "a is reported", "b is reported", "+a incoming", "+b incoming"])
        #expect(world.domain.alertCalls == [a, b])
        #expect(try world.ring(c, at: "m") == ["+c incoming"])
    }

    @Test mutating func `A repeated report waits for the same decision, up to a limit`() throws {
        try world.ring(a)
        #expect(try world.ring(a) == [])
        #expect(world.answer == .screening)
        for _ in 3...world.domain.limits.waitingReports { try world.ring(a) }
        #expect(world.refusal { try $0.ring(a) } == .limitsExceeded)
        #expect(world.refusal { try $0.ring(a, at: "q") } == .incomingCallUUIDAlreadyExists)
        #expect(try world.decide(a, .allow) == ["a is reported", "+a incoming"])
    }

    @Test mutating func `A repeated report of a refused call is refused again`() throws {
        try world.ring(a)
        try world.decide(a, .reject)
        try world.ring(a)
        guard case .filtered(let error) = world.answer else { return #expect(Bool(false), "\(world.answer)") }
        #expect(error.code == .filteredByBlockList)
    }

    // MARK: What the app says meanwhile

    @Test mutating func `Updates of a call that waits apply to it`() throws {
        try world.ring(a)
        #expect(try world.update(a) { $0.localizedCallerName = "Ada" } == [])
        try world.decide(a, .allow)
        #expect(world[a]?.localizedCallerName == "Ada")
    }

    @Test mutating func `A call that turns out to be an emergency call rings at once`() throws {
        try world.ring(a, at: "m")
        #expect(try world.update(a) { $0.emergency = true } == ["a is reported", "+a incoming"])
    }

    @Test mutating func `A call that ends while it waits is remembered as missed`() throws {
        try world.ring(a)
        #expect(try world.reportEnded(a, .unanswered) == ["a is reported", "directory hears of 1 ended"])
        #expect(world.domain.endedCall(a)?.call.endedReason == .unanswered)
        #expect(try world.decide(a, .allow) == [])
        #expect(world.state(a) == nil && world.timers.isEmpty)
    }

    @Test mutating func `A provider that is lost takes its waiting calls along`() throws {
        try world.ring(a)
        try world.ring(b, at: "q")
        #expect(try world.lose("p") == ["a is reported", "-p", "directory hears of 1 ended"])
        let lost = try #require(world.domain.endedCall(a))
        #expect(lost.call.reason == .providerLost && lost.story.provider == "p")
        #expect(try world.decide(b, .allow) == ["b is reported", "+b incoming"])
    }

    @Test mutating func `An app that reports a waiting call as existing does not wait any longer`() throws {
        try world.ring(a)
        #expect(
            try world.exists(a) { $0.state = .active } == ["a is reported", "p gets audio for a", "+a active"])
    }

    // MARK: Reservation

    @Test mutating func `A call that waits counts against the limits`() throws {
        try world.ring(a)
        try world.ring(b)
        #expect(world.refusal { try $0.ring(c) } == .incomingMaximumCallGroupsReached)
        #expect(world.refusal { try $0.start(a, at: "q") } == .requestCallUUIDAlreadyExists)
        try world.decide(a, .reject)
        #expect(try world.ring(c) == ["directory is asked about c"])
    }

    @Test mutating func `A call that waits counts among the calls of the user and of its app`() throws {
        var limits = Limits()
        (limits.calls, limits.callsPerApp) = (2, 1)
        world = try World(limits: limits, providers: ["p", "q", "r"])
        try world.directory()
        try world.ring(a)
        #expect(world.refusal { try $0.ring(b) } == .limitsExceeded)
        try world.ring(b, at: "q")
        #expect(world.refusal { try $0.ring(c, at: "r") } == .limitsExceeded)
    }

    @Test mutating func `At the decision the registry checks emergency calls and do-not-disturb again`() throws {
        try world.ring(a)
        try world.ring(b, at: "q")
        try world.shell { $0.doNotDisturb = true }
        #expect(
            try world.decide(a, .allow)
                == ["a is refused: IncomingCall.FilteredByDoNotDisturb", "directory hears of 1 ended"])
        try world.request((c, .start(at: "m", emergency: true)))
        try world.fulfil(c)
        try world.reportConnected(c)
        #expect(try world.decide(b, .allow) == ["b is refused: IncomingCall.CallIsProtected"])
        #expect(world.domain.endedCall(b) == nil)
    }

    // MARK: Emergency calls

    @Test mutating func `The directory is not asked about an emergency call`() throws {
        #expect(try world.ring(a, at: "m") { $0.emergency = true } == ["+a incoming"])
    }

    @Test mutating func `After an emergency call no cellular call is screened or disturbs, for two hours`() throws {
        try help(a)
        #expect(world.domain.deadlines.emergencyWindow == 7_200_000_000)
        #expect(world.timers == [.emergencyWindow])
        try world.shell { $0.doNotDisturb = true }
        #expect(try world.ring(b, at: "m") == ["+b incoming"])
        #expect(try world.ring(c, at: "p") == ["directory is asked about c"])
        try world.decide(c, .allow)
        #expect(world.state(c) == nil)
        try world.reportEnded(b)
        try world.handle(.timerFired(.emergencyWindow))
        #expect(try world.ring(d, at: "m") == ["directory is asked about d"])
    }

    @Test mutating func `A cellular call that waits while an emergency call ends is not rejected`() throws {
        try world.ring(b, at: "m")
        try help(a)
        #expect(try world.decide(b, .reject) == ["b is reported", "+b incoming"])
    }

    // MARK: Names

    @Test mutating func `The directory names the other side with its answer, or later, or without being asked`() throws
    {
        try world.ring(a)
        try world.decide(a, .allow) { ($0.displayName, $0.displayNameSource) = ("Ada", "Contacts") }
        #expect(world[a]?.identity.displayName == "Ada" && world[a]?.identity.displayNameSource == "Contacts")
        #expect(try world.decide(a, .reject) { $0.label = "Work" } == ["a is incoming"])
        #expect(world[a]?.identity.label == "Work" && world[a]?.identity.displayName == "Ada")
        try world.start(b, at: "q")
        var update = Identification()
        update.relation = .some(.contact)
        #expect(try world.command(.identify(b, update), from: .app("directory")) == ["b is dialing"])
        #expect(world[b]?.identity.relation == .contact)
        #expect(try world.command(.identify(e, update), from: .app("directory")) == [])
    }

    @Test(arguments: [(Relation?.none, false), (.contact, false), (.favourite, true)])
    mutating func `Favourites ring during do-not-disturb if the shell says so`(relation: Relation?, rings: Bool) throws
    {
        try world.shell { ($0.doNotDisturb, $0.allowedRelations) = (true, [.favourite]) }
        try world.ring(a)
        try world.decide(a, .allow) { $0.relation = .some(relation) }
        #expect((world.state(a) == .incoming) == rings)
    }

    // MARK: The directory

    @Test mutating func `A user has one directory, which may register again`() throws {
        #expect(world.refusal { try $0.directory(from: .app("other")) } == .directoryAlreadyRegistered)
        #expect(try world.directory() == [])
        try world.handle(.clientLost(Client(name: "directory")))
        #expect(try world.directory(from: .app("other")) == ["directory"])
        #expect(world.refusal { try $0.decide(a, .allow) } == .noDirectory)
    }

    @Test mutating func `An app in a sandbox, a modem service and the administrator cannot be the directory`() throws {
        try world.handle(.clientLost(Client(name: "directory")))
        #expect(world.refusal { try $0.directory(from: .sandboxed("org.box")) } == .accessDenied)
        let root = Caller(
            client: Client(name: "root"), uid: 0, app: nil, isAdministrator: true, account: Account(name: "root"))
        #expect(world.refusal { try $0.directory(from: root) } == .accessDenied)
    }

    @Test mutating func `The registry waits for five seconds at most`() throws {
        for deadline in [UInt64(0), 5_000_001, .max] {
            #expect(world.refusal { try $0.directory { $0.deadline = deadline } } == .invalidArgs)
        }
        #expect(try world.directory { $0.deadline = 5_000_000 } == [])
    }

    // MARK: Restart

    @Test mutating func `After a restart the directory is asked again about a call that waits`() throws {
        try world.ring(a)
        let restart = Restart(pending: [], firstMayBeDone: false, overdue: [])
        #expect(try world.handle(.restarted(restart)) == ["directory is asked about a"])
        #expect(try world.decide(a, .allow) == ["a is reported", "+a incoming"])
    }
}
