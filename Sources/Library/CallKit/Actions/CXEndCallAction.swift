// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallLibrary
public import Foundation

/// Hangs up or declines a call.
open class CXEndCallAction: CXCallAction {
    /// Fulfills the action: the call ended at that time.
    open func fulfill(withDateEnded dateEnded: Date) { complete(.fulfilled(dateEnded.microseconds)) }

    override func makeCopy() -> CXAction { CXEndCallAction(uuid: uuid, call: callUUID, timeoutDate: timeoutDate) }
}
