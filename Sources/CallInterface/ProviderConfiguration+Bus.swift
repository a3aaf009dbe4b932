// SPDX-License-Identifier: MIT

package import CallModel
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
        desktopEntry = try options.string(.desktopEntry) ?? desktopEntry
        icon = try options.nameOrFile(.icon)?.name ?? icon
        ringtone = try options.nameOrFile(.ringtone)?.name ?? ringtone
    }
}
