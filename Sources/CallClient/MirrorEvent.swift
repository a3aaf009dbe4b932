// SPDX-License-Identifier: MIT

/// Something that has happened. Changes come with the properties before and after.
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
