// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface
internal import Foundation
internal import SDBus

// Updates and configurations as the service takes them.

extension CXCallUpdate {
    /// What was set, and nothing else.
    var wire: [String: Variant] {
        let patch = patchValue
        var wire: [String: Variant] = [:]
        wire[Key.remoteHandle] = patch.remoteHandle.map { ($0?.wire ?? .none).variant }
        wire[Key.localizedCallerName] = patch.localizedCallerName.map { .string($0 ?? "") }
        wire[Key.hasVideo] = patch.hasVideo.map { .bool($0) }
        wire[Key.supportsHolding] = patch.supportsHolding.map { .bool($0) }
        wire[Key.supportsGrouping] = patch.supportsGrouping.map { .bool($0) }
        wire[Key.supportsUngrouping] = patch.supportsUngrouping.map { .bool($0) }
        wire[Key.supportsDTMF] = patch.supportsDTMF.map { .bool($0) }
        return wire
    }
}

extension CXProviderConfiguration {
    var duplicate: CXProviderConfiguration { (copy() as? CXProviderConfiguration) ?? self }

    var wire: [String: Variant] {
        var wire: [String: Variant] = [
            Key.maximumCallGroups: .uint32(UInt32(clamping: maximumCallGroups)),
            Key.maximumCallsPerCallGroup: .uint32(UInt32(clamping: maximumCallsPerCallGroup)),
            Key.includesCallsInRecents: .bool(includesCallsInRecents),
            Key.supportsVideo: .bool(supportsVideo),
            Key.supportedHandleTypes: .strings(supportedHandleTypes.map(\.word).sorted()),
        ]
        wire[Key.localizedName] = localizedName.map { .string($0) }
        wire[Key.desktopEntry] = desktopEntry.map { .string($0) }
        return wire
    }
}
