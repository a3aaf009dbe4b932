// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallLibrary
public import Foundation

/// Answers a call. Fulfill it when both sides can communicate.
open class CXAnswerCallAction: CXCallAction {
    override var timeAllowed: TimeInterval { 60 }

    /// Fulfills the action: both sides can communicate since that time.
    open func fulfill(withDateConnected dateConnected: Date) { complete(.fulfilled(dateConnected.microseconds)) }

    override func makeCopy() -> CXAction { CXAnswerCallAction(uuid: uuid, call: callUUID, timeoutDate: timeoutDate) }
}
