// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

@testable import CallCore
@testable import CallService
@testable import Simulation

/// In which order the effects of several users are performed.
struct OutboxTests {
    private let effect = Effect.cancelTimer(.emergencyWindow)

    @Test func `A user whose effects went before others waits until these had a slice`() throws {
        let directory = try TemporaryDirectory()
        let process = try ServiceProcess(SimulatedBus(), VirtualClock(), in: directory.url.path, seed: 1)
        defer { process.end() }
        let (ada, bob) = (user(1, of: process), user(2, of: process))
        var outbox = Outbox()
        outbox.add(Array(repeating: effect, count: 4), of: bob)
        outbox.beginSlice()
        outbox.beginEffect()
        #expect(!outbox.hasOvertaken(1) && !outbox.hasOvertaken(2))
        outbox.add([effect], of: ada)
        outbox.beginSlice()
        #expect(outbox.first?.user.uid == 1 && outbox.hasOvertaken(1))
        outbox.beginEffect()
        outbox.removeFirst()
        // What is left of Ada's slice is not one of Bob.
        #expect(outbox.first?.user.uid == 2 && outbox.first?.left.count == 3 && outbox.hasOvertaken(1))
        outbox.beginSlice()
        #expect(!outbox.hasOvertaken(1))
        outbox.removeFirst()
        #expect(outbox.isEmpty)
    }

    private func user(_ uid: UInt32, of process: ServiceProcess) -> User {
        User(uid: uid, domain: Domain(seed: 1), service: process.service)
    }
}
