// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
public import Dispatch
public import Foundation
internal import SDBus

/// An app's side of its calls: tells the system what happens to them, and is told by it what to do.
///
/// An app needs one. It is registered as soon as it is made, again whenever the service is new, and then with its live
/// calls, without the app's doing. Invalidate it before it goes.
open class CXProvider: NSObject {
    private let link: ProviderLink
    private let stage: ProviderStage
    private var settings: CXProviderConfiguration
    /// Whether its name is not yet another provider's to take.
    private var hasName = true
    private let lock = NSLock()

    /// A provider with that configuration, which is copied.
    public init(configuration: CXProviderConfiguration) {
        settings = configuration.duplicate
        let identifier = ProviderIdentity.claim(settings.identifier)
        let stage = ProviderStage(identifier)
        self.stage = stage
        link = ProviderLink(identifier, settings.wire) { stage.receive($0) }
        super.init()
        stage.provider = self
        perform { link, thread in
            thread.providers[link.identifier] = link
            link.register(on: thread)
        }
    }

    deinit {
        releaseName()
        let link = Confined(link)
        ServiceThread.perform { link.value.invalidate(on: $0) }
    }

    /// The provider's name on the bus.
    open override var description: String { "<\(Swift.type(of: self)) \(link.identifier)>" }

    /// Sets who is told what to do, weakly, and on which queue; nil = the main queue. What came before there was somebody
    /// to tell is told now.
    open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        stage.setDelegate(delegate, queue: queue ?? .main)
    }

    /// What the provider can do. A copy: change it and set it again. A new one that does not set
    /// ``CXProviderConfiguration/desktopEntry`` keeps the one before, and ``CXProviderConfiguration/identifier`` stays.
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
            perform { $0.configure(wire, on: $1) }
        }
    }

    // MARK: Reports

    /// Somebody calls. The system rings, the app does not.
    ///
    /// Unlike on Apple's systems nobody is ended who gets a push and does not report a call.
    /// - Parameters:
    ///   - UUID: Names the call from now on. A UUID of a call that is over is not taken again soon.
    ///   - update: What is known of it. Without a handle the caller is anonymous.
    ///   - completion: Called on the delegate's queue, or on a queue of its own where there is no delegate. Nil: the call
    ///     exists. A ``CXErrorCodeIncomingCallError``: nobody will be told of it, so refuse it.
    open func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let (wire, stage) = (update.wire, stage)
        perform { link, thread in
            link.reportIncoming(UUID, wire, on: thread) { error in
                let failure = error.map { CXErrorCodeIncomingCallError($0) }
                stage.completionQueue.async { completion(failure) }
            }
        }
    }

    /// Somebody calls. Throws ``CXErrorCodeIncomingCallError`` where nobody will be told of it.
    open nonisolated(nonsending) func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
        try await outcome { reportNewIncomingCall(with: UUID, update: update, completion: $0) }
    }

    /// Something about a call is otherwise: what was set in the update. Without effect on a call that there is not.
    open func reportCall(with UUID: UUID, updated update: CXCallUpdate) {
        let wire = update.wire
        perform { $0.reportUpdated(UUID, wire, on: $1) }
    }

    /// A call is over, and not by an action: nobody is asked to end it. Without effect on a call that there is not.
    /// - Parameters:
    ///   - UUID: The call.
    ///   - dateEnded: When, for the list of recent calls; nil = now.
    ///   - endedReason: Why.
    open func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        stage.supersede(UUID)
        perform { $0.reportEnded(UUID, at: dateEnded?.microseconds ?? 0, endedReason.word, on: $1) }
    }

    /// An outgoing call has begun to connect: the other side rings. Nil = now. It may be said before the start is fulfilled.
    open func reportOutgoingCall(with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?) {
        perform { $0.reportConnecting(UUID, at: dateStartedConnecting?.microseconds ?? 0, on: $1) }
    }

    /// An outgoing call is connected: both sides can communicate; nil = now.
    open func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {
        perform { $0.reportConnected(UUID, at: dateConnected?.microseconds ?? 0, on: $1) }
    }

    /// There is no push service on Linux: fails with ``CXErrorCodeNotificationServiceExtensionError/invalidClientProcess``.
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let queue = DispatchQueue(label: "org.monkeycall.CallKit.push")
        queue.async { completion?(CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess, message: nil)) }
    }

    /// There is no push service on Linux: throws ``CXErrorCodeNotificationServiceExtensionError/invalidClientProcess``.
    open nonisolated(nonsending) class func reportNewIncomingVoIPPushPayload(_ dictionaryPayload: [AnyHashable: Any])
        async throws
    {
        try await outcome { reportNewIncomingVoIPPushPayload(dictionaryPayload, completion: $0) }
    }

    // MARK: What is to be done

    /// The transactions that have an action which is not complete.
    open var pendingTransactions: [CXTransaction] { stage.pendingTransactions }

    /// The actions of that class, or of one that inherits from it, for that call which are not complete.
    open func pendingCallActions(of callActionClass: AnyClass, withCall callUUID: UUID) -> [CXCallAction] {
        pendingTransactions.flatMap(\.actions).compactMap { $0 as? CXCallAction }.filter {
            !$0.isComplete && $0.callUUID == callUUID && $0.isKind(of: callActionClass)
        }
    }

    /// Ends the registration, and every call of it as failed. The delegate is told nothing after it.
    open func invalidate() {
        stage.close()
        releaseName()
        perform { $0.invalidate(on: $1) }
    }

    private func releaseName() {
        let isMine = lock.withLock {
            defer { hasName = false }
            return hasName
        }
        if isMine { ProviderIdentity.release(link.identifier) }
    }

    /// What a delegate does not implement is left to its time.
    func leave(_ action: CXAction) {
        NSLog("CallKit: the delegate does not perform \(Swift.type(of: action)), so it will time out")
    }

    private func perform(_ body: @escaping @Sendable (ProviderLink, ServiceThread) -> Void) {
        let link = Confined(link)
        ServiceThread.perform { body(link.value, $0) }
    }
}

/// Why a call ended, and not by an action.
public enum CXCallEndedReason: Int, Sendable {
    /// The app could not service the call.
    case failed = 1
    /// The other side hung up.
    case remoteEnded = 2
    /// Nobody answered in time.
    case unanswered = 3
    /// The user answered on another device.
    case answeredElsewhere = 4
    /// The user declined on another device.
    case declinedElsewhere = 5

    var word: String {
        switch self {
        case .failed: "failed"
        case .remoteEnded: "remote-ended"
        case .unanswered: "unanswered"
        case .answeredElsewhere: "answered-elsewhere"
        case .declinedElsewhere: "declined-elsewhere"
        }
    }
}

/// What a method with a completion comes to. The async form of each calls the other, so that a subclass that overrides only
/// the one with the completion has overridden both, as on Apple's systems, where they are the same.
nonisolated(nonsending) func outcome(_ body: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        body { error in
            if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
    }
}
