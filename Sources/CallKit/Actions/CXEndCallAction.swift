// SPDX-License-Identifier: MIT

internal import CallLibrary
public import Foundation

/// Hang up or decline.
open class CXEndCallAction: CXCallAction {
    /// Says that it was over, then.
    open func fulfill(withDateEnded dateEnded: Date) { complete(.fulfilled(dateEnded)) }

    override func makeCopy() -> CXAction { CXEndCallAction(uuid: uuid, call: callUUID, timeoutDate: timeoutDate) }
}
