// SPDX-License-Identifier: MIT

public import Foundation

/// What a provider can do.
open class CXProviderConfiguration: NSObject, NSCopying {
    /// The app's name for people; nil shows the provider's identifier. Not obsolete here: there may be no bundle that names it.
    open internal(set) var localizedName: String?
    /// The sound to ring with: a file in the app's bundle, or a name of the sound theme; nil = the user's.
    open var ringtoneSound: String?
    /// A PNG whose alpha is the mask of the app's icon; nil = none.
    open var iconTemplateImageData: Data?
    /// The most groups of calls at once; a call alone is a group. Default 2.
    open var maximumCallGroups = 2
    /// The most calls in one group. Default 5.
    open var maximumCallsPerCallGroup = 5
    /// Whether its calls belong in the user's list of recent calls. Default true.
    open var includesCallsInRecents = true
    /// Whether it can start video calls. Default false.
    open var supportsVideo = false
    /// The types of handle that it can call. Default none: it is then never chosen by itself.
    public final var supportedHandleTypes: Set<CXHandle.HandleType> = []
    /// Whether calls can be translated. Linux has no translation; kept for source compatibility. Default false.
    open var supportsAudioTranslation = false

    /// Linux only: names the provider on the bus, such as `org.example.Phone`; nil = the sandbox's app id, or what the app
    /// was started as. Set it before the provider is made.
    open var identifier: String?
    /// Linux only: the desktop file id, without `.desktop`, that starts the app; nil = none.
    open var desktopEntry: String?

    /// The defaults.
    public override init() {}

    /// The defaults, with a name for people.
    public convenience init(localizedName: String) {
        self.init()
        self.localizedName = localizedName
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXProviderConfiguration()
        copy.localizedName = localizedName
        copy.ringtoneSound = ringtoneSound
        copy.iconTemplateImageData = iconTemplateImageData
        copy.maximumCallGroups = maximumCallGroups
        copy.maximumCallsPerCallGroup = maximumCallsPerCallGroup
        copy.includesCallsInRecents = includesCallsInRecents
        copy.supportsVideo = supportsVideo
        copy.supportedHandleTypes = supportedHandleTypes
        copy.supportsAudioTranslation = supportsAudioTranslation
        copy.identifier = identifier
        copy.desktopEntry = desktopEntry
        return copy
    }
}
