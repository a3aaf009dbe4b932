// SPDX-License-Identifier: MIT

/// A change of the copy. `Changed` has the record before and after.
package enum MirrorEvent {
    case serviceFound
    case serviceLost
    case callAdded(CallRecord)
    case callChanged(CallRecord, CallRecord)
    case callRemoved(CallRecord)
    case providerAdded(ProviderRecord)
    case providerChanged(ProviderRecord, ProviderRecord)
    case providerRemoved(ProviderRecord)
    case audioChanged(AudioRecord, AudioRecord)
}
