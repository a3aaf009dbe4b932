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
            let uuid = try actions.find(action)
            call("FulfillAction", uuid, nothing, for: line) { [unowned self] in actions.remove(uuid) }
        case .fail(let action):
            let uuid = try actions.find(action)
            call("FailAction", uuid, nothing, for: line) { [unowned self] in actions.remove(uuid) }
        case .connecting(let call):
            self.call("ReportOutgoingCallStartedConnecting", try calls.find(call), now, for: line)
        case .connected(let call): self.call("ReportOutgoingCallConnected", try calls.find(call), now, for: line)
        case .ended(let call, let reason):
            let uuid = try calls.find(call)
            self.call("ReportCallEnded", uuid, now, reason, nothing, for: line) { [unowned self] in calls.remove(uuid) }
        case .update(let call, let key, let value):
            self.call("ReportCallUpdated", try calls.find(call), [key: value], for: line)
        }
    }

    private func ring(_ handle: WireHandle, _ name: String, _ line: String) {
        let uuid = UUID.random()
        var update = [Key.remoteHandle: handle.variant]
        if !name.isEmpty { update[Key.localizedCallerName] = .string(name) }
        call("ReportNewIncomingCall", settings.identifier, uuid, update, for: line) { [unowned self] in
            calls.insert(uuid)
            say(ProviderEvent("ringing", ("Call", uuid)))
        }
    }
}
