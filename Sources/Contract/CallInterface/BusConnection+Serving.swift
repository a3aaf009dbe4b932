// SPDX-License-Identifier: MIT

internal import CallContract
package import SDBus

extension BusConnection {
    /// Serves programs that may want to cost the others something: each gets its turns, messages that are larger than
    /// their methods need are refused, and nothing is read that is not needed. A program may have `unanswered` calls
    /// that are answered later. Call this last, when everything is exported.
    package func serve(waitingBytes: Int, unreadBytes: Int, unanswered: Int = .max) throws(BusError) {
        readOnly(keys: Set(Key.allCases.map(\.rawValue)), values: 8_192)
        try takeTurns(waitingBytes: waitingBytes, unreadBytes: unreadBytes, unanswered: unanswered) { reason in
            CallError(.limitsExceeded, reason.message).onBus
        }
    }
}
