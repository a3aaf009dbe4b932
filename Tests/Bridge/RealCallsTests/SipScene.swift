// SPDX-License-Identifier: MIT

import BusTesting
import SipTesting
import Testing

/// Alice and Bob on one machine: one service on a bus with the policy of a system bus, and for each of them a SIP
/// phone, a sound server and, except in one test, an agent under their own account. So both ends of a call are in the
/// registry, each in the calls of its user.
final class SipScene {
    let stage: Stage
    let alice: SipUser
    let bob: SipUser

    /// Without `aliceMutes`, her phone cannot mute a call.
    init(hasAgents: Bool = true, aliceMutes: Bool = true) throws {
        let policy = try Repository.file("dbus/org.monkeycall.CallManager.conf")
        stage = try Stage(on: .system(policyFiles: [policy]), service: .service, keepsState: true)
        alice = try SipUser("alice", .alice, hertz: 440, on: stage, mutes: aliceMutes)
        bob = try SipUser("bob", .bob, hertz: 1_000, on: stage)
        guard hasAgents else { return }
        for user in [alice, bob] { try user.startAgent() }
    }

    /// Bob dials at his phone, and Alice answers. Returns baresip's id of the call.
    @discardableResult
    func talk() throws -> String {
        let call = try bob.phone.dial(alice.phone)
        try alice.expect("incoming")
        try alice.run("answer")
        try bob.expect("active")
        try hearEachOther()
        return call
    }

    func hearEachOther() throws {
        try alice.phone.hears(bob.phone)
        try bob.phone.hears(alice.phone)
    }

    func areSilent() throws {
        try alice.phone.isSilent()
        try bob.phone.isSilent()
    }

    /// Neither user has a call any more.
    func isOver() throws {
        try alice.expect()
        try bob.expect()
        try areSilent()
    }
}

extension Trait where Self == ConditionTrait {
    static var needsBaresip: Self { .enabled(if: SipPhone.isInstalled, "needs baresip") }
}
