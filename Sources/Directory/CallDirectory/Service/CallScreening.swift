// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import DirectoryCore
import SDBus

/// Answers the service's questions whether reported calls ring.
final class CallScreening {
    private let client: CallClient
    private let callers: Callers
    private let screeners: Screeners

    init(_ client: CallClient, _ callers: Callers, _ screeners: Screeners) {
        (self.client, self.callers, self.screeners) = (client, callers, screeners)
    }

    func begin() throws(BusError) {
        try client.listen(to: CallManagerName.manager) { [unowned self] signal in
            guard signal.member == SignalName.screenCall.rawValue,
                let (call, _, handle, details) = try? signal.read(
                    String.self, String.self, WireHandle.self, [String: Variant].self)
            else { return }
            screen(call, handle.handle, details)
        }
    }

    private func screen(_ call: String, _ handle: Handle?, _ details: [String: Variant]) {
        let caller = callers.caller(handle)
        var details = details
        // Only the rules know the app: a screener need not.
        let app = details[.appID]?.string ?? ""
        details[.appID] = nil
        callers.decide(about: caller, in: app) { [unowned self] decision, record in
            if let decision { return answer(call, caller, decision, label: record?.label) }
            screeners.ask(call, handle, details) { [unowned self] decision, label in
                answer(call, caller, decision, label: record?.label ?? label)
            }
        }
    }

    /// A service that restarts asks again, so this answer is not repeated.
    private func answer(_ call: String, _ caller: Caller, _ decision: ScreeningDecision, label: String?) {
        var details = caller.identification(label: label).wire
        details[.filteredBy] = decision.filter.map { .string($0.rawValue) }
        client.call(.answerScreening, call, decision.verdict.rawValue, details) { _ in }
    }
}
