// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface
internal import CallLibrary
public import Dispatch
public import Foundation
internal import SDBus

/// The app's side of its calls: the app reports events of its calls here, and the delegate performs actions on them.
///
/// An app needs one provider. It registers with the service when it is created. A restart of the service changes
/// nothing, and one that has lost its state gets the registration and the live calls again; the app need not do
/// anything. Invalidate the provider before you release it.
open class CXProvider: NSObject {
    private let registered: RegisteredProvider
    private let adapter: ProviderAdapter
    private var settings: CXProviderConfiguration
    private let lock = NSLock()

    /// Creates and registers a provider with a copy of that configuration.
    public init(configuration: CXProviderConfiguration) {
        settings = configuration.duplicate
        let name = ProviderIdentity.claim(settings.identifier, for: .callKit)
        let adapter = ProviderAdapter(name)
        self.adapter = adapter
        registered = RegisteredProvider(name, settings.wire) { adapter.receive($0) }
        super.init()
        adapter.provider = self
        registered.register()
    }

    /// The class and the provider's name on the bus.
    open override var description: String { "<\(Swift.type(of: self)) \(registered.identifier)>" }

    /// Sets the delegate, which is held weakly, and the queue that it is called on; nil = the main queue. The delegate
    /// also gets what came before there was one.
    open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        adapter.setDelegate(delegate, queue: queue ?? .main)
    }

    /// A copy of the configuration: change it and set it again. ``CXProviderConfiguration/identifier`` stays, and a new
    /// configuration without ``CXProviderConfiguration/desktopEntry`` keeps the earlier one.
    open var configuration: CXProviderConfiguration {
        get { lock.withLock { settings.duplicate } }
        set {
            let copy = newValue.duplicate
            lock.withLock {
                copy.identifier = settings.identifier
                copy.desktopEntry = copy.desktopEntry ?? settings.desktopEntry
                settings = copy
            }
            let wire = copy.wire
            registered.perform { $0.configure(wire, in: $1) }
        }
    }

    // MARK: Reports

    /// Reports an incoming call. The system rings, the app does not.
    ///
    /// Unlike on Apple's systems, the system does not end an app that gets a push and reports no call.
    /// - Parameters:
    ///   - UUID: Identifies the call from now on. The service refuses the UUID of a call that ended recently.
    ///   - update: The known facts of the call. Without a handle the caller is anonymous.
    ///   - completion: Called on the delegate's queue, or on a queue of the provider if there is no delegate. Nil: the
    ///     call
    ///     exists. Any error is a ``CXErrorCodeIncomingCallError``, or ``CXError/invalidArgument``: the user does not
    ///     hear of the
    ///     call, so refuse it.
    open func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let (facts, adapter) = (update.model, adapter)
        registered.perform { link, providers in
            link.reportIncoming(CallID(UUID), facts, in: providers) { error in
                let failure = error?.incomingCallFailure
                ServiceThread.notify(adapter.completionQueue) { completion(failure) }
            }
        }
    }

    /// Reports an incoming call. Throws ``CXErrorCodeIncomingCallError`` if the service refuses it; refuse the call
    /// then.
    open nonisolated(nonsending) func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
        try await outcome { reportNewIncomingCall(with: UUID, update: update, completion: $0) }
    }

    /// Reports that a call changed: the properties that the update sets. Has no effect if there is no such call.
    open func reportCall(with UUID: UUID, updated update: CXCallUpdate) {
        let facts = update.model
        registered.perform { $0.reportUpdated(CallID(UUID), facts, in: $1) }
    }

    /// Reports that a call ended, and not by an action. Has no effect if there is no such call.
    /// - Parameters:
    ///   - UUID: Identifies the call.
    ///   - dateEnded: The time for the list of recent calls; nil = now.
    ///   - endedReason: The reason.
    open func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        adapter.supersede(UUID)
        registered.perform { $0.reportEnded(CallID(UUID), at: dateEnded?.microseconds ?? 0, endedReason.model, in: $1) }
    }

    /// Reports that an outgoing call begins to connect: the other side rings. Nil = now. Allowed before the start is
    /// fulfilled.
    open func reportOutgoingCall(with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?) {
        registered.perform { $0.reportConnecting(CallID(UUID), at: dateStartedConnecting?.microseconds ?? 0, in: $1) }
    }

    /// Reports that an outgoing call is connected: both sides can communicate. Nil = now.
    open func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {
        registered.perform { $0.reportConnected(CallID(UUID), at: dateConnected?.microseconds ?? 0, in: $1) }
    }

    /// Linux has no notification service extensions: fails with
    /// ``CXErrorCodeNotificationServiceExtensionError/invalidClientProcess``.
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let queue = DispatchQueue(label: "org.monkeycall.CallKit.push")
        queue.async { completion?(CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess, message: nil)) }
    }

    /// Linux has no push service: throws ``CXErrorCodeNotificationServiceExtensionError/invalidClientProcess``.
    open nonisolated(nonsending) class func reportNewIncomingVoIPPushPayload(_ dictionaryPayload: [AnyHashable: Any])
        async throws
    {
        try await outcome { reportNewIncomingVoIPPushPayload(dictionaryPayload, completion: $0) }
    }

    // MARK: Pending actions

    /// The transactions with an action that is not complete.
    open var pendingTransactions: [CXTransaction] { adapter.pendingTransactions }

    /// The actions on that call, of that class or a subclass, that are not complete.
    open func pendingCallActions(of callActionClass: AnyClass, withCall callUUID: UUID) -> [CXCallAction] {
        pendingTransactions.flatMap(\.actions).compactMap { $0 as? CXCallAction }.filter {
            !$0.isComplete && $0.callUUID == callUUID && $0.isKind(of: callActionClass)
        }
    }

    /// Ends the registration. All calls of the provider end as failed. The delegate is not called after it.
    open func invalidate() {
        adapter.close()
        registered.invalidate()
    }

    /// The app has handled a request to call, or it has no code for that.
    func answer(_ handle: Handle, _ isHandled: Bool) {
        registered.perform { $0.answerStartCall(handle, isHandled, in: $1) }
    }

    /// An action that the delegate does not implement times out.
    func leave(_ action: CXAction) {
        NSLog("CallKit: \(Swift.type(of: action)) will time out, because the delegate does not implement it")
    }
}

/// Why a call ended if no action ended it.
public enum CXCallEndedReason: Int, Sendable {
    /// The app could not service the call.
    case failed = 1
    /// The other side hung up.
    case remoteEnded = 2
    /// The call was not answered in time.
    case unanswered = 3
    /// The user answered on another device.
    case answeredElsewhere = 4
    /// The user declined on another device.
    case declinedElsewhere = 5

    fileprivate var model: EndedReason {
        switch self {
        case .failed: .failed
        case .remoteEnded: .remoteEnded
        case .unanswered: .unanswered
        case .answeredElsewhere: .answeredElsewhere
        case .declinedElsewhere: .declinedElsewhere
        }
    }
}

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
