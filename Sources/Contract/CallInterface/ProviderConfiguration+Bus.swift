// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

extension ProviderConfiguration {
    /// Files are read apart.
    package init(_ options: Options) throws(BusError) {
        self.init()
        localizedName = try options.string(.localizedName) ?? localizedName
        maximumCallGroups = try options.count(.maximumCallGroups) ?? maximumCallGroups
        maximumCallsPerCallGroup = try options.count(.maximumCallsPerCallGroup) ?? maximumCallsPerCallGroup
        supportedHandleTypes = try options.words(.supportedHandleTypes) ?? supportedHandleTypes
        supportsVideo = try options.bool(.supportsVideo) ?? supportsVideo
        includesCallsInRecents = try options.bool(.includesCallsInRecents) ?? includesCallsInRecents
        holdsImplicitly = try options.bool(.holdsImplicitly)
        emergencyNumbers = try options.emergencyNumbers(.emergencyNumbers) ?? emergencyNumbers
        desktopEntry = try options.string(.desktopEntry) ?? desktopEntry
        icon = try options.nameOrFile(.icon)?.name ?? icon
        ringtone = try options.nameOrFile(.ringtone)?.name ?? ringtone
    }

    /// Without what is not known.
    package var wire: [String: Variant] {
        var wire = [String: Variant]([
            .maximumCallGroups: .uint32(UInt32(clamping: maximumCallGroups)),
            .maximumCallsPerCallGroup: .uint32(UInt32(clamping: maximumCallsPerCallGroup)),
            .supportedHandleTypes: .strings(supportedHandleTypes.map(\.rawValue)),
            .supportsVideo: .bool(supportsVideo), .includesCallsInRecents: .bool(includesCallsInRecents),
        ])
        wire[.holdsImplicitly] = holdsImplicitly.map { .bool($0) }
        if !emergencyNumbers.isEmpty { wire[.emergencyNumbers] = .strings(emergencyNumbers) }
        let texts = [
            (Key.localizedName, localizedName), (.desktopEntry, desktopEntry), (.icon, icon), (.ringtone, ringtone),
        ]
        for (key, text) in texts where !text.isEmpty { wire[key] = .string(text) }
        return wire
    }
}
