// SPDX-License-Identifier: MIT

import Testing

@testable import PushKit

/// What follows from the events of a registration.
struct RegistrationTests {
    private static let test = "org.unifiedpush.Distributor.test"
    private static let other = "org.unifiedpush.Distributor.other"
    private static let endpoint = "https://push.example.org/1"
    private let running = Registration.Event.listed(Distributors(running: [test], activatable: []))
    private let activatable = Registration.Event.listed(Distributors(running: [], activatable: [test]))
    private let nothing = Registration.Event.listed(Distributors(running: [], activatable: []))

    private func fresh(distributor: String? = nil) -> Registration {
        var tokens = (1...9).map { "token \($0)" }
        return Registration(token: "token 0", distributor: distributor, preferred: nil) { tokens.removeFirst() }
    }

    /// The effects of the last event. Logs are left out.
    private func effects(_ registration: inout Registration, _ events: Registration.Event...) -> [Registration.Effect] {
        events.map { registration.handle($0) }.last?.filter { if case .log = $0 { false } else { true } } ?? []
    }

    private func ask(_ version: Registration.Version = .two, token: String = "token 0", of distributor: String = test)
        -> Registration.Effect
    {
        .register(distributor: distributor, token: token, version)
    }

    /// A registration that has an endpoint.
    private func registered() -> Registration {
        var registration = fresh(distributor: Self.test)
        _ = effects(
            &registration, .wanted, running, .answered(.accepted), .endpoint(token: "token 0", Self.endpoint))
        return registration
    }

    @Test func `The first registration keeps its distributor and tells the endpoint`() {
        var registration = fresh()
        #expect(effects(&registration, .wanted) == [.stopTimer, .list])
        #expect(effects(&registration, running) == [.save, ask()])
        #expect(
            effects(&registration, .endpoint(token: "token 0", Self.endpoint)) == [.notify(endpoint: Self.endpoint)])
        #expect(effects(&registration, .answered(.accepted)) == [])
        #expect(effects(&registration, .endpoint(token: "token 0", Self.endpoint)) == [])
        #expect(effects(&registration, .endpoint(token: "token 0", "https://b")) == [.notify(endpoint: "https://b")])
    }

    @Test func `A later start uses the same token, and also starts a distributor that does not run`() {
        var registration = fresh(distributor: Self.test)
        #expect(effects(&registration, .wanted, activatable) == [ask()])
    }

    @Test func `Another distributor gets another token, and the old one hears that its token is over`() {
        var registration = fresh(distributor: Self.other)
        #expect(
            effects(&registration, .wanted, running) == [
                .unregister(distributor: Self.other, token: "token 0"), .save, ask(token: "token 1"),
            ])
        #expect(effects(&registration, .unregistered(token: "token 0")) == [])
        #expect(!registration.accepts("token 0"))
        #expect(registration.accepts("token 1"))
    }

    @Test func `Without a distributor the app is told once, and again after it had an endpoint`() {
        var registration = fresh()
        #expect(effects(&registration, .wanted, nothing) == [.notifyNone])
        #expect(effects(&registration, .wanted, nothing) == [])
        #expect(effects(&registration, .appeared(Self.test)) == [.stopTimer, .list])
        _ = effects(&registration, running, .endpoint(token: "token 0", Self.endpoint), .answered(.accepted))
        #expect(effects(&registration, .vanished(Self.test)) == [.stopTimer, .list])
        #expect(effects(&registration, nothing) == [.notifyNone])
    }

    @Test func `A distributor that restarts by itself is asked again, and the app hears nothing if the endpoint stays`()
    {
        var registration = registered()
        #expect(effects(&registration, .vanished(Self.test), activatable) == [.startTimer(60)])
        #expect(effects(&registration, .appeared(Self.test)) == [.stopTimer, ask()])
        #expect(
            effects(&registration, .answered(.accepted), .endpoint(token: "token 0", Self.endpoint)) == [])
    }

    @Test func `A distributor that does not come back by itself is started after a minute, then less and less often`() {
        var registration = registered()
        #expect(effects(&registration, .vanished(Self.test), activatable) == [.startTimer(60)])
        for seconds in [120, 240, 480, 960, 1920, 3600, 3600] as [UInt64] {
            #expect(effects(&registration, .timeCame, activatable) == [ask()])
            #expect(effects(&registration, .answered(.unreachable)) == [.startTimer(seconds)])
        }
        _ = effects(&registration, .timeCame, running, .endpoint(token: "token 0", Self.endpoint))
        #expect(effects(&registration, .answered(.refused(reason: "NETWORK"))) == [.startTimer(60)])
    }

    @Test func `A distributor with the old interface is asked through it`() {
        var registration = fresh()
        #expect(effects(&registration, .wanted, running, .answered(.noInterface)) == [ask(.one)])
        #expect(effects(&registration, .answered(.noInterface)) == [.notifyNone])
    }

    @Test(arguments: ["NETWORK", "INTERNAL_ERROR"])
    func `A temporary refusal does not end the token`(_ reason: String) {
        var registration = fresh(distributor: Self.test)
        #expect(effects(&registration, .wanted, running, .answered(.refused(reason: reason))) == [.startTimer(60)])
    }

    @Test(arguments: ["ACTION_REQUIRED", "VAPID_REQUIRED", "UNAUTHORIZED", ""])
    func `Every other refusal ends it until the distributor starts again`(_ reason: String) {
        var registration = fresh(distributor: Self.test)
        #expect(effects(&registration, .wanted, running, .answered(.refused(reason: reason))) == [.notifyNone])
        #expect(effects(&registration, .timeCame) == [])
        #expect(effects(&registration, .vanished(Self.test)) == [])
        #expect(effects(&registration, .appeared(Self.other)) == [])
        #expect(effects(&registration, .appeared(Self.test)) == [.stopTimer, ask()])
    }

    @Test func `The app is told when a distributor ends the registration, and asks again when it wants pushes again`() {
        var registration = registered()
        #expect(effects(&registration, .unregistered(token: "token 0")) == [.stopTimer, .notifyNone])
        #expect(effects(&registration, .wanted, running) == [ask()])
    }

    @Test func `The confirmation of an end cannot end the next registration`() {
        var registration = registered()
        #expect(
            effects(&registration, .unwanted)
                == [.stopTimer, .unregister(distributor: Self.test, token: "token 0"), .save])
        #expect(!registration.accepts("token 0"))
        #expect(!registration.accepts("token 1"))
        #expect(effects(&registration, .wanted, running) == [ask(token: "token 1")])
        #expect(effects(&registration, .unregistered(token: "token 0")) == [])
        #expect(
            effects(&registration, .endpoint(token: "token 1", Self.endpoint)) == [.notify(endpoint: Self.endpoint)])
    }

    @Test func `Other distributors and late answers change nothing`() {
        var registration = registered()
        let events: [Registration.Event] = [
            .appeared(Self.other), .vanished(Self.other), .answered(.unreachable), .answered(.noInterface), .timeCame,
            running, nothing, .endpoint(token: "another", "https://b"), .unregistered(token: ""), .wanted,
        ]
        for event in events { #expect(effects(&registration, event) == []) }
        #expect(registration.phase == .registered)
    }

    @Test func `A distributor that is started by the request is not asked twice`() {
        var registration = fresh(distributor: Self.test)
        #expect(effects(&registration, .wanted, activatable, .appeared(Self.test)) == [])
        #expect(effects(&registration, .answered(.accepted)) == [])
    }

    @Test func `An app that wants no pushes hears nothing`() {
        var registration = fresh(distributor: Self.test)
        let events: [Registration.Event] = [
            .unwanted, running, .appeared(Self.test), .vanished(Self.test), .answered(.accepted), .timeCame,
            .endpoint(token: "token 0", Self.endpoint), .unregistered(token: "token 0"),
        ]
        for event in events { #expect(effects(&registration, event) == []) }
    }
}
