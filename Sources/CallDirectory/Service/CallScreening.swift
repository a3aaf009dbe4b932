// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallModel
import SDBus
import ScreeningRules

/// Answers the service's questions whether reported calls ring.
final class CallScreening {
    private let client: CallClient
    private let callers: Callers

    init(_ client: CallClient, _ callers: Callers) { (self.client, self.callers) = (client, callers) }

    func begin() throws(BusError) {
        try client.listen(to: CallManagerName.manager) { [unowned self] signal in
            guard signal.member == SignalName.screenCall.rawValue,
                let (call, _, handle, _) = try? signal.read(
                    String.self, String.self, WireHandle.self, [String: Variant].self)
            else { return }
            screen(call, handle.handle)
        }
    }

    private func screen(_ call: String, _ handle: Handle?) {
        let caller = callers.caller(handle)
        callers.decide(about: caller) { [unowned self] decision, record in
            var details = caller.identification(label: record.label).wire
            details[.filteredBy] = decision.filter.map { .string($0.rawValue) }
            // A service that restarts asks again, so this answer is not repeated.
            client.call(.answerScreening, call, decision.verdict.rawValue, details) { _ in }
        }
    }
}
