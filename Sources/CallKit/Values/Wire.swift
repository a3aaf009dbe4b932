// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

// Updates and configurations as the service takes them.

extension CXCallUpdate {
    /// What was set, and nothing else.
    var wire: [String: Variant] {
        let patch = patchValue
        var update = CallUpdate()
        update.remoteHandle = patch.remoteHandle.map { handle in
            // Apps hand over an empty one for a caller that does not say who it is.
            handle.flatMap { $0.value.isEmpty ? nil : $0.model }
        }
        update.localizedCallerName = patch.localizedCallerName.map { ($0 ?? "").fitting }
        update.hasVideo = patch.hasVideo
        update.supportsHolding = patch.supportsHolding
        update.supportsGrouping = patch.supportsGrouping
        update.supportsUngrouping = patch.supportsUngrouping
        update.supportsDTMF = patch.supportsDTMF
        return update.wire
    }
}

extension CXProviderConfiguration {
    var duplicate: CXProviderConfiguration { (copy() as? CXProviderConfiguration) ?? self }

    var wire: [String: Variant] {
        var wire = [String: Variant]([
            .maximumCallGroups: .uint32(UInt32(clamping: maximumCallGroups)),
            .maximumCallsPerCallGroup: .uint32(UInt32(clamping: maximumCallsPerCallGroup)),
            .includesCallsInRecents: .bool(includesCallsInRecents), .supportsVideo: .bool(supportsVideo),
            .supportedHandleTypes: .strings(supportedHandleTypes.map(\.model.rawValue).sorted()),
        ])
        wire[.icon] = iconTemplateImageData.flatMap { Variant.file($0, "The icon") }
        wire[.ringtone] = ringtone
        wire[.localizedName] = localizedName.map { .string($0.fitting) }
        wire[.desktopEntry] = desktopEntry.map { .string($0) }
        return wire
    }

    /// The contents of the file in the bundle; without such a file it is a name of the sound theme.
    private var ringtone: Variant? {
        guard let ringtoneSound else { return nil }
        let file = URL(fileURLWithPath: ringtoneSound, relativeTo: Bundle.main.resourceURL)
        guard let sound = try? Data(contentsOf: file) else { return .string(ringtoneSound) }
        return .file(sound, "The ringtone")
    }
}

extension String {
    /// The text for people, cut where the service would refuse it as too long, and the call with it.
    fileprivate var fitting: String {
        var size = 0
        let name = prefix { character in
            size += character.utf8.count
            return size <= Limits().textLength
        }
        return String(name)
    }
}

extension Variant {
    /// A file in memory; nil where the service would refuse it, and the whole provider with it.
    fileprivate static func file(_ contents: Data, _ what: String) -> Variant? {
        guard contents.count <= Limits().fileSize, let file = try? BusFile(sealing: contents) else {
            NSLog("CallKit: %@ is left out: it has more than 1 MiB", what)
            return nil
        }
        return .file(file)
    }
}
