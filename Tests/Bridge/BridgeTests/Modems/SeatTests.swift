// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// The user of the seat, whose calls a modem carries. A folder stands in for the files of logind.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct SeatTests {
    private let ada = "+493012345"

    @Test func `A modem belongs to the user of the active session, and changes the user only without calls`() throws {
        let seat = try Seat()
        try seat.activate(.alice)
        let scene = try ModemScene(.ofono, seat: seat)
        try scene.waitForProviders(1)
        let modems = try scene.providers()
        try scene.talk(to: ada)

        // Bob comes to the front during Alice's call.
        try seat.activate(.bob)
        let bob = try scene.shell(of: .bob)
        #expect(try scene.calls() == [ada: "active"])
        #expect(try ModemScene.providers(of: bob).isEmpty)

        try scene.ask("End", ada)
        try scene.waitForProviders(0)
        try bob.client.wait(for: ModemScene.providers(of: bob), toBe: modems)
        scene.modem.ring(from: ada)
        try bob.client.wait(for: bob.states().values.sorted(), toBe: ["incoming"])
        #expect(try scene.calls().isEmpty)
    }

    @Test func `A greeter does not take the modem away from a user that is logged in`() throws {
        let seat = try Seat()
        try seat.activate(.alice)
        let scene = try ModemScene(.ofono, seat: seat)
        try scene.waitForProviders(1)
        try seat.activate(.bob, kind: "greeter")
        try scene.talk(to: ada)
        try scene.ask("End", ada)
        try scene.expect([:])
        try seat.logOut(.alice)
        try scene.waitForProviders(0)
    }

    @Test func `A call that comes before the login rings after it`() throws {
        let seat = try Seat()
        let scene = try ModemScene(.ofono, seat: seat)
        scene.modem.ring(from: ada)
        try seat.activate(.alice)
        try scene.expect([ada: "incoming"])
        #expect(try scene.alice.audioProperty("Alert") == "ring")
        try scene.ask("Answer", ada)
        try scene.expect([ada: "active"], at: [ada: "active"])
    }
}

extension BusClient {
    /// Waits for signals of the service until that has this value.
    fileprivate func wait<Value: Equatable>(for value: @autoclosure () throws -> Value, toBe expected: Value) throws {
        while true {
            forgetSignals()
            if try value() == expected { return }
            _ = try nextSignal()
        }
    }
}
