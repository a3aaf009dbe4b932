// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting

extension PhoneScene: BridgedScene {
    var callCommands: [String] { telephony.asked }
    var callCommandsAtStart: [String] { [] }

    var bridge: ChildProcess { program.process }
    func memory(of moment: CallMoment) -> SourceMemory { .callsAreFound }
    var holdsAtSource: Bool { true }
    func waitUntilDialled(_ number: String) throws { try waitAtSource(for: [number: "dialing"]) }
    func connect(_ number: String) throws { try telephony.connectCall(number) }

    /// The user holds and resumes it at the phone: the registry can do neither with the only call.
    func talkAndHold(_ number: String) throws {
        try talk(to: number)
        try telephony.swap()
    }

    func resume(_ number: String) throws { try telephony.swap() }

    func crashSource() throws { try telephony.crash() }

    func startSource() throws {
        try waitForProviders([])
        try telephony.start()
    }
}
