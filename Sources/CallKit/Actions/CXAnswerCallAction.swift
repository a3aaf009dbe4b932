// SPDX-License-Identifier: MIT

internal import CallLibrary
public import Foundation

/// Pick up. Fulfil when both sides can communicate.
open class CXAnswerCallAction: CXCallAction {
    override var timeAllowed: TimeInterval { 60 }

    /// Says that both sides could communicate, then.
    open func fulfill(withDateConnected dateConnected: Date) { complete(.fulfilled(dateConnected)) }

    override func makeCopy() -> CXAction { CXAnswerCallAction(uuid: uuid, call: callUUID, timeoutDate: timeoutDate) }
}
