// SPDX-License-Identifier: MIT

public import Foundation

/// The name, icon, sound and abilities of a provider.
open class CXProviderConfiguration: NSObject, NSCopying {
    /// The app's name for people; nil shows the provider's identifier. Not deprecated on Linux, where no bundle may
    /// name the app.
    open internal(set) var localizedName: String?
    /// The ringtone: a file in the app's bundle, at most 1 MiB, or a name of the sound theme; nil = the user's.
    open var ringtoneSound: String?
    /// The app's icon as PNG data, at most 1 MiB; only its alpha channel counts. Nil = none.
    open var iconTemplateImageData: Data?
    /// The maximum number of call groups; a single call is a group too. Default 2.
    open var maximumCallGroups = 2
    /// The maximum number of calls in a group. Default 5.
    open var maximumCallsPerCallGroup = 5
    /// Whether the list of recent calls includes its calls. Default true.
    open var includesCallsInRecents = true
    /// Whether it can place video calls. Default false.
    open var supportsVideo = false
    /// The types of handle that it can call. Default none: then a call goes to this provider only by its identifier.
    public final var supportedHandleTypes: Set<CXHandle.HandleType> = []
    /// Whether calls can be translated. Without effect: Linux has no translation. Default false.
    open var supportsAudioTranslation = false

    /// Linux only: the provider's name on the bus, such as `org.example.Phone`; nil = the sandbox's app id, else the
    /// desktop file or program that was started. Set it before you create the provider.
    open var identifier: String?
    /// Linux only: the id, without `.desktop`, of the desktop file that starts the app; nil = none.
    open var desktopEntry: String?

    /// Creates a configuration with the defaults.
    public override init() {}

    /// Creates a configuration with the defaults and a name for people.
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
