// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

// Updates and configurations in the form of the contract.

extension CXCallUpdate {
    /// The properties that were set.
    var model: CallUpdate {
        let patch = patchValue
        var update = CallUpdate()
        update.remoteHandle = patch.remoteHandle.map { handle in
            // Apps pass an empty handle for an anonymous caller.
            handle.flatMap { $0.value.isEmpty ? nil : $0.model }
        }
        update.localizedCallerName = patch.localizedCallerName.map { $0 ?? "" }
        update.hasVideo = patch.hasVideo
        update.supportsHolding = patch.supportsHolding
        update.supportsGrouping = patch.supportsGrouping
        update.supportsUngrouping = patch.supportsUngrouping
        update.supportsDTMF = patch.supportsDTMF
        return update.fitting
    }
}

extension CXProviderConfiguration {
    var duplicate: CXProviderConfiguration { (copy() as? CXProviderConfiguration) ?? self }

    var wire: [String: Variant] {
        var model = ProviderConfiguration()
        model.localizedName = localizedName ?? ""
        (model.maximumCallGroups, model.maximumCallsPerCallGroup) = (maximumCallGroups, maximumCallsPerCallGroup)
        model.supportedHandleTypes = supportedHandleTypes.map(\.model).sorted { $0.rawValue < $1.rawValue }
        (model.supportsVideo, model.includesCallsInRecents) = (supportsVideo, includesCallsInRecents)
        model.desktopEntry = desktopEntry ?? ""
        return model.wire(icon: iconTemplateImageData, ringtone: ringtoneSound)
    }
}
