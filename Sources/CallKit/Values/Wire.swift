// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

// Updates and configurations in the form of the contract.

extension CXCallUpdate {
    /// The properties that were set.
    var wire: [String: Variant] {
        let patch = patchValue
        var wire: [String: Variant] = [:]
        wire[Key.remoteHandle] = patch.remoteHandle.map { handle in
            // Apps pass an empty handle for an anonymous caller.
            (handle.flatMap { $0.value.isEmpty ? nil : $0.wire } ?? .none).variant
        }
        wire[Key.localizedCallerName] = patch.localizedCallerName.map { .name($0 ?? "") }
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
        wire[Key.icon] = iconTemplateImageData.flatMap { Variant.file($0, "The icon") }
        wire[Key.ringtone] = ringtone
        wire[Key.localizedName] = localizedName.map { .name($0) }
        wire[Key.desktopEntry] = desktopEntry.map { .string($0) }
        return wire
    }

    /// The contents of the file in the bundle; if there is no such file, a name of the sound theme.
    private var ringtone: Variant? {
        guard let ringtoneSound else { return nil }
        let file = URL(fileURLWithPath: ringtoneSound, relativeTo: Bundle.main.resourceURL)
        guard let sound = try? Data(contentsOf: file) else { return .string(ringtoneSound) }
        return .file(sound, "The ringtone")
    }
}

extension Variant {
    /// A name for people, cut to the length that the service accepts: it would refuse the whole call.
    fileprivate static func name(_ text: String) -> Variant {
        var size = 0
        let name = text.prefix { character in
            size += character.utf8.count
            return size <= 1_024
        }
        return .string(String(name))
    }

    /// A file in memory; nil if it is too long: the service would refuse the whole provider.
    fileprivate static func file(_ contents: Data, _ what: String) -> Variant? {
        guard contents.count <= 1 << 20, let file = try? BusFile(sealing: contents) else {
            NSLog("CallKit: %@ is longer than 1 MiB and left out; use a shorter one", what)
            return nil
        }
        return .file(file)
    }
}
