// SPDX-License-Identifier: MIT

// `import LiveCommunicationKit` brings these modules along: an app's delegate uses them.
@_exported public import AVFAudio
internal import CallClient
internal import CallContract
internal import CallInterface
internal import CallLibrary
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Intents
internal import SDBus

/// The app's side of its conversations: the app reports their events and requests the user's actions here, and the
/// delegate performs actions.
///
/// An app needs one manager. It registers with the service when it is created. A restart of the service changes
/// nothing, and one that has lost its state gets the registration and the conversations again; the app need not do
/// anything. A call belongs to one framework: do not report it with CallKit too.
public final class ConversationManager: @unchecked Sendable {
    private let registered: RegisteredProvider
    private let adapter: ManagerAdapter
    private let lock = NSLock()
    private var settings: Configuration

    /// Creates and registers a manager.
    public init(configuration: Configuration) {
        settings = configuration
        let name = ProviderIdentity.claim(configuration.identifier, for: .liveCommunicationKit)
        let adapter = ManagerAdapter(name)
        self.adapter = adapter
        registered = RegisteredProvider(name, configuration.wire, tellsStates: true) { adapter.receive($0) }
        adapter.manager = self
        registered.register()
    }

    /// Performs the actions. Held weakly. A delegate also gets what came before there was one.
    public var delegate: (any ConversationManagerDelegate)? {
        get { adapter.delegate }
        set { adapter.delegate = newValue }
    }

    /// The configuration, which may change at any time. ``Configuration/identifier`` stays, and a new configuration
    /// without ``Configuration/desktopEntry`` keeps the earlier one.
    public var configuration: Configuration {
        get { lock.withLock { settings } }
        set {
            let wire = lock.withLock {
                let (identifier, entry) = (settings.identifier, settings.desktopEntry)
                settings = newValue
                (settings.identifier, settings.desktopEntry) = (identifier, newValue.desktopEntry ?? entry)
                return settings.wire
            }
            registered.perform { $0.configure(wire, in: $1) }
        }
    }

    /// The manager's conversations that are not over, in the order of their appearance.
    public var conversations: [Conversation] { adapter.present }

    // MARK: Reports

    /// Reports an incoming conversation. The system rings, the app does not.
    /// - Parameters:
    ///   - uuid: Identifies the conversation from now on. The service refuses the UUID of one that ended recently.
    ///   - update: The known facts. Without members the caller is anonymous.
    /// - Throws: ``ConversationError``: the user does not hear of the conversation, so refuse it.
    public nonisolated(nonsending) func reportNewIncomingConversation(uuid: UUID, update: Conversation.Update)
        async throws
    {
        let (adapter, conversation) = (adapter, Conversation(uuid))
        let facts = conversation.take(update)
        adapter.offer(conversation)
        try await answer { completion in
            registered.perform { link, providers in
                link.reportIncoming(CallID(uuid), facts, in: providers) { error in
                    adapter.withdraw(conversation)
                    completion(error)
                }
            }
        }
    }

    /// Reports what happens to a conversation without an action. Has no effect on one that is over.
    public func reportConversationEvent(_ event: Conversation.Event, for conversation: Conversation) {
        let call = CallID(conversation.uuid)
        switch event {
        case .conversationUpdated(let update):
            let facts = conversation.take(update)
            registered.perform { $0.reportUpdated(call, facts, in: $1) }
        case .conversationStartedConnecting(let date):
            registered.perform { $0.reportConnecting(call, at: date.microseconds, in: $1) }
        case .conversationConnected(let date):
            registered.perform { $0.reportConnected(call, at: date.microseconds, in: $1) }
        case .conversationEnded(let date, let reason):
            adapter.supersede(conversation.uuid)
            registered.perform { $0.reportEnded(call, at: date.microseconds, reason.model, in: $1) }
        }
    }

    /// Linux gives no push to an extension: throws ``ConversationError``. Report the conversation from the app.
    public nonisolated(nonsending) class func reportNewIncomingVoIPPushPayload(_ payload: [AnyHashable: Any])
        async throws
    {
        throw ConversationError(
            .unentitled,
            message: "Linux has no notification extensions; call reportNewIncomingConversation in the app.")
    }

    // MARK: Actions

    /// Requests actions: all of them, in that order, or none. Returns when the service has accepted them; the delegate
    /// will perform them, which may still fail. Request each action of the user, also one in the app's own window: the
    /// system may have to hold another app's call first.
    /// - Throws: ``ConversationError`` with what is wrong and which calls are in the way.
    public nonisolated(nonsending) func perform(_ actions: [ConversationAction]) async throws {
        let request = Request(try actions.map { try $0.item(provider: registered.identifier) })
        let requested = Dictionary(actions.map { ($0.uuid, $0) }) { $1 }
        let starts = actions.filter { $0 is StartConversationAction }.map(\.conversationUUID)
        let adapter = adapter
        adapter.request(starts)
        try await answer { completion in
            request.send(as: UUID(), requested) {
                adapter.over(starts)
            } then: { error in
                if error == nil { adapter.accepted(starts) } else { adapter.refused(starts) }
                completion(error)
            }
        }
    }

    /// The actions that the delegate has not completed, also those that wait for their turn.
    public var pendingActions: [ConversationAction] { adapter.pendingActions }

    /// The actions of that class on that conversation that are not complete.
    public func pendingConversationActions<Action: ConversationAction>(
        of type: Action.Type, for conversation: Conversation
    ) -> [Action] {
        pendingActions.compactMap { $0 as? Action }.filter { $0.conversationUUID == conversation.uuid }
    }

    /// Ends the registration. All conversations of the manager end as failed. The delegate is not called after it.
    public func invalidate() {
        adapter.close()
        registered.invalidate()
    }

    private nonisolated(nonsending) func answer(
        _ body: (@escaping @Sendable (BusError?) -> Void) -> Void
    ) async throws {
        let refusal = AwaitedAnswer<ConversationError?>()
        body { error in ServiceThread.give(error.map { ConversationError($0) }, to: refusal) }
        if let refusal = await refusal.value { throw refusal }
    }
}

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
