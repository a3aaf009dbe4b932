// SPDX-License-Identifier: MIT

internal import CallContract
internal import CallInterface
internal import CallLibrary
public import Foundation
internal import SDBus

extension ConversationManager {
    /// The icon, sound and abilities of an app.
    public struct Configuration: Hashable, Sendable {
        /// The ringtone: a file in the app's bundle, at most 1 MiB, or a name of the sound theme; nil = the user's.
        public var ringtoneName: String?
        /// The app's icon as PNG data, at most 1 MiB; only its alpha channel counts. Nil = none.
        public var iconTemplateImageData: Data?
        /// The maximum number of groups; a single conversation is a group too.
        public var maximumConversationGroups: Int
        /// The maximum number of conversations in a group.
        public var maximumConversationsPerConversationGroup: Int
        /// Whether the list of recent calls includes the conversations.
        public var includesConversationInRecents: Bool
        /// Whether the app can start video conversations.
        public var supportsVideo: Bool
        /// The types of handle that the app can call. Without any, a conversation that the user starts elsewhere goes
        /// to this app only by its identifier.
        public var supportedHandleTypes: Set<Handle.Kind>
        /// Whether conversations can be translated. Without effect: Linux has no translation.
        public var supportsAudioTranslation: Bool

        /// Linux only: the app's name on the bus, such as `org.example.Phone`; nil = the sandbox's app id, else the
        /// desktop file or program that was started. Set it before you create the manager.
        public var identifier: String?
        /// Linux only: the app's name for people; nil shows the identifier.
        public var localizedName: String?
        /// Linux only: the id, without `.desktop`, of the desktop file that starts the app; nil = none.
        public var desktopEntry: String?

        /// Creates a configuration.
        public init(
            ringtoneName: String?, iconTemplateImageData: Data?, maximumConversationGroups: Int,
            maximumConversationsPerConversationGroup: Int, includesConversationInRecents: Bool, supportsVideo: Bool,
            supportedHandleTypes: Set<Handle.Kind>
        ) {
            self.init(
                ringtoneName: ringtoneName, iconTemplateImageData: iconTemplateImageData,
                maximumConversationGroups: maximumConversationGroups,
                maximumConversationsPerConversationGroup: maximumConversationsPerConversationGroup,
                includesConversationInRecents: includesConversationInRecents, supportsVideo: supportsVideo,
                supportedHandleTypes: supportedHandleTypes, supportsAudioTranslation: false)
        }

        /// Creates a configuration of an app that may translate.
        public init(
            ringtoneName: String?, iconTemplateImageData: Data?, maximumConversationGroups: Int,
            maximumConversationsPerConversationGroup: Int, includesConversationInRecents: Bool, supportsVideo: Bool,
            supportedHandleTypes: Set<Handle.Kind>, supportsAudioTranslation: Bool
        ) {
            self.ringtoneName = ringtoneName
            self.iconTemplateImageData = iconTemplateImageData
            self.maximumConversationGroups = maximumConversationGroups
            self.maximumConversationsPerConversationGroup = maximumConversationsPerConversationGroup
            self.includesConversationInRecents = includesConversationInRecents
            self.supportsVideo = supportsVideo
            self.supportedHandleTypes = supportedHandleTypes
            self.supportsAudioTranslation = supportsAudioTranslation
        }
    }
}

extension ConversationManager.Configuration {
    var wire: [String: Variant] {
        var model = ProviderConfiguration()
        model.localizedName = localizedName ?? ""
        model.maximumCallGroups = maximumConversationGroups
        model.maximumCallsPerCallGroup = maximumConversationsPerConversationGroup
        model.supportedHandleTypes = supportedHandleTypes.map(\.model).sorted { $0.rawValue < $1.rawValue }
        (model.supportsVideo, model.includesCallsInRecents) = (supportsVideo, includesConversationInRecents)
        model.desktopEntry = desktopEntry ?? ""
        return model.wire(icon: iconTemplateImageData, ringtone: ringtoneName)
    }
}
