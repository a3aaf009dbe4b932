// SPDX-License-Identifier: MIT

import BusTesting

/// A program, the bridge and the registry: measures calls of the program.
final class Bridged {
    let name: String
    let bridge: ChildProcess
    private let program: any PhoneProgram
    private let registry: Registry
    private let ear: Ear
    /// From the network until the program shows the call on the bus.
    private(set) var ring = Times()
    /// From then until a shell sees that the call rings.
    private(set) var report = Times()
    /// From the program's own method until it shows that the call is active.
    private(set) var ownAnswer = Times()
    /// From the request of a shell until the program shows that, and the shell sees it.
    private(set) var answer = Times()

    /// The service is on that bus.
    init(
        _ name: String, _ program: any PhoneProgram, _ programs: Programs, on bus: BusDaemon, options: [String]
    ) throws {
        (self.name, self.program) = (name, program)
        let rule = program.rule
        ear = try Ear(program.bus.address) { try $0.addMatch(rule) }
        registry = try Registry(programs.service, on: bus)
        bridge = try programs.startBridge(for: registry.bus, options)
        try registry.waitForProvider()
    }

    /// `count` calls that a shell answers, and as many that the program's own method answers, in turn.
    func measure(_ count: Int) throws {
        // The first ones only warm up.
        for isMeasured in [false] + Array(repeating: true, count: count) {
            try measureCall(isMeasured) { [registry, program, ear] call, _ in
                let start = Ear.now
                try registry.request("Answer", call)
                let own = try ear.wait(for: "an active call", where: program.saysActive)
                let end = max(own, try registry.wait(until: "active", of: call))
                if isMeasured { answer.add(from: start, to: end) }
            }
            try measureCall(isMeasured) { [registry, program, ear] call, object in
                let start = Ear.now
                try program.answer(object)
                let end = try ear.wait(for: "an active call", where: program.saysActive)
                if isMeasured { ownAnswer.add(from: start, to: end) }
                try registry.wait(until: "active", of: call)
            }
        }
    }

    /// Waits until the program and the registry have no call.
    func settle() throws {
        while try program.hasCalls() { try ear.wait(for: "no call of \(name)", where: { _ in true }) }
    }

    private func measureCall(_ isMeasured: Bool, _ answer: (_ call: String, _ object: String) throws -> Void) throws {
        ear.forget()
        let start = Ear.now
        try program.ring()
        let (shown, object) = try ear.wait(for: "a call of \(name)") { program.newCall(in: $0) }
        let (seen, call) = try registry.waitForCall("incoming")
        if isMeasured {
            ring.add(from: start, to: shown)
            report.add(from: shown, to: seen)
        }
        try answer(call, object)
        try registry.request("End", call)
        try registry.waitUntilGone(call)
        try ear.wait(for: "the end of a call of \(name)", where: program.saysOver)
    }
}
