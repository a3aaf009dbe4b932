// SPDX-License-Identifier: MIT

import BridgeCore
import SDBus

/// The methods of oFono for calls, which PipeWire has in interfaces of its own.
struct OfonoMethods {
    let program: SourceProgram
    let host: ModemHost
    /// The object of the modem or phone.
    let path: ObjectPath
    /// Its interface with the methods for all calls.
    let line: InterfaceName
    /// The interface of a call.
    let call: InterfaceName
    /// Whether `Dial` also takes whether the number of this side is shown.
    let asksForCallerID: Bool

    /// `key` finds the path of a call. `body` tells whether the program took the operation.
    func perform(
        _ operation: ModemOperation, path key: (SourceKey) -> ObjectPath?, then body: @escaping (Bool) -> Void
    ) {
        switch operation {
        case .accept(let call): send(key(call), "Answer", then: body)
        case .hangUp(let call): send(key(call), "Hangup", then: body)
        case .holdAndAccept: send("HoldAndAnswer", then: body)
        case .swap: send("SwapCalls", then: body)
        // It plays one after another, and answers after the last.
        case .playTones(_, let tones):
            ToneSequence.play(tones, host.loop) { tone, then in
                send("SendTones", tone, then: then)
            } then: {
                body($0)
            }
        case .dial(let number):
            // "" = the number is shown or hidden as the network's default says.
            if asksForCallerID { send("Dial", number, "", then: body) } else { send("Dial", number, then: body) }
        }
    }

    private func send<each Argument: BusValue>(
        _ method: MemberName, _ arguments: repeat each Argument, then body: @escaping (Bool) -> Void
    ) {
        program.remote.call(path, line, method, repeat each arguments) { [host] in host.note($0, then: body) }
    }

    private func send(_ path: ObjectPath?, _ method: MemberName, then body: @escaping (Bool) -> Void) {
        guard let path else { return body(false) }
        program.remote.call(path, call, method) { [host] in host.note($0, then: body) }
    }
}
