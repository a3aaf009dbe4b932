// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import SDBus
import Testing

@testable import CallCore
@testable import CallService
@testable import Simulation

/// Services that are killed again and again while they start. Two users have a call each.
struct RestoreTests {
    private let bus: SimulatedBus
    private let clock = VirtualClock()
    private let directory: TemporaryDirectory
    private var folder: String { directory.url.path + "/state" }
    private let heard = Heard()
    private static let users: [UInt32] = [1_000, 1_001]

    /// The clients whose apps were told to forget their calls, also by services that were killed after that.
    private final class Heard { var receivers: Set<String> = [] }

    init() throws {
        bus = try SimulatedBus()
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [1, 2, 3, 4, 5]) func `Kills in each step of the start cost only the user that was at hand`(
        kills: Int
    ) throws {
        let first = directory.url.path + "/first"
        try begin(first)
        var seen: Set<AtHand> = []
        for step in 0... {
            try move(first, to: folder)
            heard.receivers = []
            var strikes: [AtHand: Int] = [:]
            for _ in 0..<kills {
                guard let atHand = try kill(inStep: step) else {
                    // The start has no such step.
                    #expect(step > 10 && seen.isSuperset(of: Self.users.map { .user($0) }))
                    return
                }
                strikes[atHand, default: 0] += 1
            }
            seen.formUnion(strikes.keys)
            let calls = try start()
            for user in Self.users {
                let isReset = strikes[.user(user), default: 0] >= 4
                let isLost = isReset || strikes[.file, default: 0] >= 5
                #expect(calls[user] == (isLost ? 0 : 1), "step \(step), at hand \(strikes)")
                #expect(heard.receivers.contains(Self.name(user)) == isReset, "step \(step), at hand \(strikes)")
            }
        }
    }

    /// A service with the calls is killed between two events.
    private func begin(_ first: String) throws {
        let process = try ServiceProcess(bus, clock, in: folder, seed: 1)
        for user in Self.users {
            let name = Self.name(user)
            bus.join(name, uid: user)
            let deeds: [Deed] = [
                .register(app: "r", groups: 1, holdsImplicitly: false), .ring(app: "r", call: Int(user), canHold: true),
            ]
            for deed in deeds {
                let call = try #require(deed.methodCall { _ in nil })
                _ = bus.call(
                    from: name, path: call.path, interface: call.interface, member: call.member, call.arguments)
            }
        }
        turn(process)
        process.killIfAlive()
        end(process)
        try move(FragileStateFile.copy(of: folder), to: first)
    }

    /// What was at hand in a service that was killed at that step of its start; nil if its start has no such step.
    private func kill(inStep step: Int) throws -> AtHand? {
        let process = try ServiceProcess(bus, clock, in: folder, seed: 2, killedAt: step)
        defer { end(process) }
        guard process.isKilled else { return nil }
        try move(FragileStateFile.copy(of: folder), to: folder)
        return AtHand(MappedWords(CrashGuard.path(in: folder), count: CrashCounts.words)[0])
    }

    /// The number of the calls of each user in a service that starts.
    private func start() throws -> [UInt32: Int] {
        let process = try ServiceProcess(bus, clock, in: folder, seed: 3)
        defer { end(process) }
        turn(process)
        return Dictionary(
            uniqueKeysWithValues: Self.users.map { ($0, process.service.existingUser($0)?.domain.calls.count ?? 0) })
    }

    private func turn(_ process: ServiceProcess) {
        repeat { while (try? process.loop.turn()) == true {} } while bus.answer()
    }

    private func end(_ process: ServiceProcess) {
        for message in bus.take() where message.member == "ProviderDidReset" {
            heard.receivers.insert(message.destination ?? "")
        }
        process.end()
        bus.dropService()
    }

    private func move(_ source: String, to place: String) throws {
        try? FileManager.default.removeItem(atPath: place)
        try FileManager.default.copyItem(atPath: source, toPath: place)
    }

    private static func name(_ user: UInt32) -> String { ":1.\(user)" }
}
