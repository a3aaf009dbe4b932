// SPDX-License-Identifier: MIT

// `import PushKit` brings these modules along, as on Apple's systems.
@_exported public import Dispatch
@_exported public import Foundation
import Synchronization

/// Gets pushes of the app's server through UnifiedPush, which also start the app.
///
/// Set the delegate, then the types. The library then has a name on the session bus, which is the app's identifier or
/// ``busName``, and registers with the user's distributor of pushes.
open class PKPushRegistry: NSObject, @unchecked Sendable {
    /// What the delegate hears.
    enum Event: Sendable {
        case token(PKPushCredentials)
        case noToken(PKPushType)
        case push(PKPushPayload, RunningPush)
    }

    private let queue: DispatchQueue
    private let executor: QueueExecutor
    private let lock = NSLock()
    // Guarded by the lock.
    private weak var listener: (any PKPushRegistryDelegate)?
    private var types: Set<PKPushType>?
    private var token: Data?
    /// What came before there was a delegate.
    private var waiting: [Event] = []
    private static let mostWaiting = 100

    /// A registry that calls its delegate on that queue; nil = the main queue.
    public init(queue: DispatchQueue?) {
        self.queue = queue ?? .main
        executor = QueueExecutor(self.queue)
    }

    /// Gets the token and the pushes; held weakly. A delegate that is set late gets what came before.
    open var delegate: (any PKPushRegistryDelegate)? {
        get { lock.withLock { listener } }
        set {
            lock.withLock { listener = newValue }
            queue.async { [self] in deliver() }
        }
    }

    /// The wanted types; nil = none yet. Setting them registers the app, or ends the registration if
    /// ``PKPushType/voIP`` is not among them. The delegate is told that the other types have no token.
    open var desiredPushTypes: Set<PKPushType>? {
        get { lock.withLock { types } }
        set {
            let isWanted = newValue?.contains(.voIP) == true
            lock.withLock {
                types = newValue
                if !isWanted { token = nil }
            }
            for type in newValue ?? [] where type != .voIP { receive(.noToken(type)) }
            let settings = PushSettings.shared.withLock { $0 }
            PushConnector.perform { [self] in isWanted ? $0.add(self, settings) : $0.remove(self) }
        }
    }

    /// The token, see ``PKPushCredentials/token``; nil if there is none.
    open func pushToken(for type: PKPushType) -> Data? { type == .voIP ? lock.withLock { token } : nil }

    /// Linux only: the name of this app on the session bus, and of its service file. Nil, the default: the identifier
    /// that a `CXProvider` has by default. Set it before the first registry registers, if the program has another name,
    /// or if its toolkit already owns the app's identifier there, as GTK and KDE do for an app that the bus starts:
    /// take a name below it then, such as `org.example.Phone.Push`.
    public static var busName: String? {
        get { PushSettings.shared.withLock { $0.busName } }
        set { PushSettings.shared.withLock { $0.busName = newValue } }
    }

    /// Linux only: the public key of the app's server for VAPID (RFC 8292), as base64url of an uncompressed point; nil
    /// = none. Set it before the first registry registers. Some distributors need it.
    public static var serverKey: String? {
        get { PushSettings.shared.withLock { $0.serverKey } }
        set { PushSettings.shared.withLock { $0.serverKey = newValue } }
    }

    // MARK: Events

    func receive(_ event: Event) {
        lock.withLock {
            waiting.append(event)
            if waiting.count > Self.mostWaiting { waiting.removeFirst() }
        }
        queue.async { [self] in deliver() }
    }

    /// On the queue.
    private func deliver() {
        while let (event, delegate) = next() {
            switch event {
            case .token(let credentials): delegate.pushRegistry(self, didUpdate: credentials, for: credentials.type)
            case .noToken(let type): delegate.pushRegistry(self, didInvalidatePushTokenFor: type)
            case .push(let payload, let push):
                delegate.pushRegistry(
                    self, didReceiveIncomingVoIPPushWith: payload, metadata: PKVoIPPushMetadata()
                ) { push.complete() }
            }
        }
    }

    /// ``pushToken(for:)`` changes when the delegate hears of it.
    private func next() -> (Event, any PKPushRegistryDelegate)? {
        lock.withLock {
            guard let listener else { return nil }
            while !waiting.isEmpty {
                let event = waiting.removeFirst()
                switch event {
                case .token(let credentials):
                    // The app may have ended the registration meanwhile.
                    guard types?.contains(.voIP) == true else { continue }
                    token = credentials.token
                case .noToken(.voIP): token = nil
                case .noToken, .push: break
                }
                return (event, listener)
            }
            return nil
        }
    }

    /// Runs a task on the queue.
    func perform(_ body: @escaping @Sendable () async -> Void) {
        Task(executorPreference: executor) { await body() }
    }
}

/// What an app tells this library about itself, only on Linux.
struct PushSettings: Sendable {
    /// The app's name on the session bus; nil = the app's identifier.
    var busName: String?
    /// The key of the app's server; nil = none.
    var serverKey: String?

    static let shared = Mutex(PushSettings())
}

/// Runs tasks on the queue of a registry.
final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
