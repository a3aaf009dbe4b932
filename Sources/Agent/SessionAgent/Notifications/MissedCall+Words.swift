// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import ConfigurationText

extension MissedCall {
    /// When the call came, without the day if that is today, and why it did not ring.
    func words(at now: UInt64) -> String {
        let moment = call.startedAt > 0 ? call.startedAt : call.endedAt
        guard moment > 0 else { return "" }
        let time = [LocalTime.earlierDay(of: moment, at: now) ?? "", LocalTime.time(of: moment)]
            .filter { !$0.isEmpty }.joined(separator: " ")
        return switch filter {
        case .doNotDisturb: Catalogue.text("%s, while Do Not Disturb was on", parts: time)
        case .busy: Catalogue.text("%s, while you were in another call", parts: time)
        // Calls that another filter refused are not missed.
        default: time
        }
    }
}
