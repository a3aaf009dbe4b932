// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting

extension ModemScene: BridgedScene {
    var callCommands: [String] { modem.callCommands }
    var callCommandsAtStart: [String] { stack.callCommandsAtStart }

    /// The modem says RING again and again, so each program finds a call that rings.
    func memory(of moment: CallMoment) -> SourceMemory {
        stack.findsCalls || moment == .ringing ? .callsAreFound : .callsAreLost
    }

    var holdsAtSource: Bool { true }
    func waitUntilDialled(_ number: String) throws { try waitAtSource(for: [number: "dialing"]) }
    func connect(_ number: String) { modem.connect(number) }

    func talkAndHold(_ number: String) throws {
        try talk(to: number)
        try ask("SetHeld", number, true)
    }

    func crashSource() throws { try program.crash() }

    func startSource() throws {
        try wait { try providers().isEmpty }
        try program.start()
        try program.switchOn()
        try waitForProviders(1)
    }
}
