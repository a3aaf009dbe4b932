// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Synchronization

extension CostRound {
    /// What a round has shown.
    package struct Report: Sendable {
        /// The waits of both bystanders.
        package var waits: [Wait] = []
        package var visits = 0
        /// How often the bus had no room for a message to the service.
        package var refusalsOfBus = 0
        /// What must not happen at all: an end of the service, a refusal, a lost call, a missing signal.
        package var faults: [String] = []
        package var peakKiB = 0
        package var limits = ""

        /// The longest of the waits.
        package func longest(_ time: KeyPath<Wait, Duration>) -> Wait? {
            waits.max { $0[keyPath: time] < $1[keyPath: time] }
        }
    }

    /// Plays the round with this program as attackers; it gets the words of an attack and the address of the bus.
    package func run(attacker program: String) throws -> Report {
        let program = try WorldReadableProgram(program, neededBy: .alice)
        defer { withExtendedLifetime(program) {} }
        let scene = try CostScene(bus, percent: percent)
        let competing = attacks.contains { $0.kind.competes }
        let clock = scene.clock
        let same = try Bystander(
            "Same", of: .alice, at: scene.bus.address, clock: clock, mayWaitForAudio: competing)
        let other = try Bystander("Other", of: .bob, at: scene.bus.address, clock: clock, mayWaitForAudio: false)
        let kept = try other.keepCall()
        let attackers = try startAttackers(program.path, at: scene.bus.address)
        // Each bystander's first call comes while the attackers are at work.
        let visits = [same, other].map { bystander in
            Repetition {
                bystander.visit()
                return bystander.faults.isEmpty
            }
        }
        var report = Report()
        if restarts {
            visits[0].waitForFirst()
            restart(scene, &report)
        }
        waitForEnd(of: attackers, scene)
        for attacker in attackers { attacker.closeInput() }
        for visits in visits { visits.finish() }
        report.limits = scene.limits
        report.peakKiB = scene.peakKiB
        report.visits = same.visits + other.visits
        report.refusalsOfBus = same.refusalsOfBus + other.refusalsOfBus
        report.waits = same.waits + other.waits
        report.faults += same.faults + other.faults
        check(scene, other, kept, &report)
        same.close()
        other.close()
        return report
    }

    /// Plays the round with the floor in the place of the service. Returns how long a bystander waited for an empty
    /// reply at most: so long the bus needs to bring a message behind all those of the attackers.
    package func longestOfFloor(attacker program: String) throws -> Duration {
        let program = try WorldReadableProgram(program, neededBy: .alice)
        defer { withExtendedLifetime(program) {} }
        let scene = try CostScene(bus, percent: percent, program: [program.path, "floor"])
        let attackers = try startAttackers(program.path, at: scene.bus.address)
        let clients = try [TestUser.alice, .bob].map { try FloorClient(of: $0, at: scene.bus.address) }
        let questions = clients.map { client in
            Repetition {
                client.ask()
                return true
            }
        }
        waitForEnd(of: attackers, scene)
        for attacker in attackers { attacker.closeInput() }
        for questions in questions { questions.finish() }
        for client in clients { client.close() }
        return clients.map(\.longest).max() ?? .zero
    }

    /// Two of three attackers are sandboxed apps. Every second one is of the same app as the one before.
    private func startAttackers(_ program: String, at address: String) throws -> [ChildProcess] {
        let user = TestUser.alice
        let attackers = try attacks.enumerated().map { number, attack in
            let app = "org.example.Attack\(number / 2)"
            let isSandboxed = number % 3 != 2
            let group =
                isSandboxed
                ? try ControlGroup.flatpak(app, uid: user.uid, sharesProcessors: true)
                : try .app(app, uid: user.uid, sharesProcessors: true)
            return try ChildProcess(
                [program, "attack", "--address", address, "\(attack)"], user: user, controlGroup: group)
        }
        for attacker in attackers { _ = try attacker.waitForLine { $0 == "begun" } }
        return attackers
    }

    private func restart(_ scene: CostScene, _ report: inout Report) {
        do {
            guard scene.ending == nil else { return }
            try scene.restart()
        } catch {
            report.faults.append("the service does not start again: \(error)")
        }
    }

    /// The budgets end an attack, or the time does.
    private func waitForEnd(of attackers: [ChildProcess], _ scene: CostScene) {
        let end = ContinuousClock.now + .seconds(seconds)
        for attacker in attackers where scene.ending == nil {
            let rest = max(.zero, end - .now)
            _ = try? attacker.waitForExit(timeout: rest / .seconds(1))
        }
    }

    private func check(_ scene: CostScene, _ other: Bystander, _ kept: String, _ report: inout Report) {
        if let ending = scene.ending {
            report.faults.append("the service has ended: \(ending)\n" + String(scene.daemon.log.suffix(1_000)))
            return
        }
        do {
            if try !other.has(kept) { report.faults.append("a call of another user is gone") }
        } catch {
            report.faults.append("the kept call cannot be looked up: \(error)")
        }
        if !scene.hasMemoryLimit, scene.peakKiB << 10 > CostScene.memory {
            report.faults.append("the service had \(scene.peakKiB) KiB, more than its unit allows")
        }
    }
}

/// A client of the floor, which asks for one reply after the other.
private final class FloorClient {
    private(set) var longest = Duration.zero
    private let client: BusClient
    private let group: ControlGroup

    init(of user: TestUser, at address: String) throws {
        group = try .app("org.example.Floor", uid: user.uid, sharesProcessors: true)
        client = try BusClient(address: address, uid: user.uid, controlGroup: group)
    }

    func ask() {
        longest = max(longest, ContinuousClock().measure { _ = try? client.manager.call("ListCalls") })
    }

    func close() { client.close() }
}

/// What a client does again and again, on a thread of its own, until it is finished.
private final class Repetition: @unchecked Sendable {
    private let isLast = Mutex(false)
    private let began = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter body: returns whether it may go on
    init(_ body: @escaping () -> Bool) {
        let body = Handed(body)
        Thread { [self] in
            preferThisThread()
            var last = false
            repeat {
                last = isLast.withLock { $0 }
                if !body.value() { last = true }
                began.signal()
            } while !last
            ended.signal()
        }.start()
    }

    func waitForFirst() { began.wait() }

    /// It is done once more, after all that was done before.
    func finish() {
        isLast.withLock { $0 = true }
        ended.wait()
    }
}
