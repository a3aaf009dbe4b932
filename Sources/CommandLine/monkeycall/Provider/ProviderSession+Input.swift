// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

extension ProviderSession {
    /// Performs the command of an input line.
    func obey(_ line: String) {
        do throws(BusError) {
            guard let command = try ProviderInput(line) else { return }
            try obey(command, line)
        } catch {
            refused(error, line)
        }
    }

    private func obey(_ command: ProviderInput, _ line: String) throws(BusError) {
        let (now, nothing) = (UInt64(0), [String: Variant]())
        switch command {
        case .incoming(let handle, let name): ring(handle, name, line)
        case .fulfill(let action):
            complete(try actions.find(action), isFulfilled: true, for: line)
        case .fail(let action):
            complete(try actions.find(action), isFulfilled: false, for: line)
        case .connecting(let call):
            self.call(.reportOutgoingCallStartedConnecting, try calls.find(call), now, for: line)
        case .connected(let call): self.call(.reportOutgoingCallConnected, try calls.find(call), now, for: line)
        case .ended(let call, let reason):
            let uuid = try calls.find(call)
            self.call(.reportCallEnded, uuid, now, reason, nothing, for: line) { [unowned self] in calls.remove(uuid) }
        case .update(let call, let key, let value):
            self.call(.reportCallUpdated, try calls.find(call), [key: value], for: line)
        }
    }

    private func ring(_ handle: Handle, _ name: String, _ line: String) {
        let uuid = CallID.random().description
        var update = CallUpdate()
        update.remoteHandle = handle
        if !name.isEmpty { update.localizedCallerName = name }
        let known = CallError.Code.incomingCallUUIDAlreadyExists
        call(.reportNewIncomingCall, settings.identifier, uuid, update.wire, done: known, for: line) { [unowned self] in
            calls.insert(uuid)
            say(ProviderEvent("ringing", ("Call", uuid)))
        }
    }
}
