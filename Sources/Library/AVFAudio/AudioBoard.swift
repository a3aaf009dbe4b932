// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

/// News of the service thread.
enum AudioNews: Sendable {
    case changed(from: AudioState, to: AudioState)
    /// A call was held so that another one gets the audio.
    case roomWasMade
    case serviceWasLost
    case serviceIsBack
    /// The service has run long enough to know all calls that go on.
    case serviceKnows(AudioState.Owner)
}

/// The state of the audio as the service reports it, for the app's threads. It follows the service from first use on.
final class AudioBoard: @unchecked Sendable {
    private let lock = NSLock()
    private let notify: @Sendable (AudioNews) -> Void
    private var state = AudioState()
    private let beginning = Once()
    private var isLoaded = false
    // On the service thread.
    private var isLost = false
    private var mirror: RegistryMirror?
    private var wait: SDBus.Timer?
    /// The time in µs in which a new service may not know yet which call has the audio.
    private static let timeout: UInt64 = 2_000_000

    init(notify: @escaping @Sendable (AudioNews) -> Void) { self.notify = notify }

    /// The latest state. The first time it waits for the service, at most a second.
    var current: AudioState {
        lock.withLock { isLoaded ? state : nil } ?? ask { $0 }
    }

    /// Asks the service for the present state, and calls `decide` with it before any later news. If the service does
    /// not answer within a second, `decide` gets the latest known state; without a service no call has the audio.
    func ask<Answer: Sendable>(_ decide: @escaping @Sendable (AudioState) -> Answer) -> Answer {
        begin()
        let answer: Answer? = ServiceThread.ask { [self] thread, reply in
            mirror?.loadAudio { [self, unowned thread] _ in
                loaded(thread)
                reply { decide(lock.withLock { state }) }
            }
        }
        return answer ?? decide(lock.withLock { state })
    }

    /// Begins to follow the service.
    func begin() {
        guard beginning.take() else { return }
        ServiceThread.perform { [self] thread in
            let mirror = RegistryMirror(thread.client, .audio) { [self, unowned thread] event in
                if case .audioChanged(_, let audio) = event {
                    update { $0.take(audio, own: thread.providers.identifiers) }
                }
            }
            self.mirror = mirror
            thread.client.onPropertiesChanged { [self] in if $0.saysHeldForAnother { notify(.roomWasMade) } }
            thread.client.observe { [self] in if $0 == .lost || $0 == .absent { lose() } }
            try? mirror.begin { [self, unowned thread] _ in
                loaded(thread)
                comeBack(thread)
            }
        }
    }

    // MARK: On the service thread

    /// The service has answered. The providers of this app may have changed since the last change of the owner.
    private func loaded(_ thread: ServiceThread) {
        update { $0.findOwner(among: thread.providers.identifiers) }
    }

    private func update(_ change: (inout AudioState) -> Void) {
        let (wasLoaded, old, new) = lock.withLock { () -> (Bool, AudioState, AudioState) in
            let before = (isLoaded, state)
            change(&state)
            isLoaded = true
            return (before.0, before.1, state)
        }
        if wasLoaded, old != new { notify(.changed(from: old, to: new)) }
    }

    private func lose() {
        guard !isLost, lock.withLock({ isLoaded }) else { return }
        isLost = true
        wait = nil
        notify(.serviceWasLost)
        update { $0 = AudioState() }
    }

    private func comeBack(_ thread: ServiceThread) {
        guard isLost, thread.client.owner != nil else { return }
        isLost = false
        notify(.serviceIsBack)
        wait = thread.timer(after: Self.timeout) { [self] in notify(.serviceKnows(lock.withLock { state.owner })) }
    }
}

extension PropertiesChange {
    /// Whether a call was held so that another one gets the audio.
    fileprivate var saysHeldForAnother: Bool {
        interface == CallManagerName.call && properties[.heldFor]?.string?.isEmpty == false
    }
}

/// The state of the audio as the service reports it, and whether this app's calls own it.
struct AudioState: Hashable, Sendable {
    /// The app with the call that has the audio.
    enum Owner: Hashable, Sendable {
        case nobody
        case own
        /// Another app, with its identifier; empty if this app may not know it.
        case other(String)

        var isOther: Bool {
            switch self {
            case .nobody, .own: false
            case .other: true
            }
        }
    }

    private var record = AudioRecord()
    private(set) var owner = Owner.nobody

    var routes: [Route] { record.routes }
    var route: String { record.route }
    var requestedRoute: String { record.requestedRoute }
    var hasShell: Bool { record.hasShell }
    /// The route in use, if it is known.
    var current: Route? { routes.first { $0.name == route } }
    /// The routes that can be chosen now.
    var available: [Route] { routes.filter(\.isAvailable) }

    /// Takes over the record of the service. `own` are the present providers of this app. They matter only when the
    /// owner changes, because the audio of an invalidated provider still belongs to this app.
    mutating func take(_ new: AudioRecord, own: some Collection<String>) {
        let old = record
        record = new
        if (new.ownerGroup, new.ownerProvider) != (old.ownerGroup, old.ownerProvider) { findOwner(among: own) }
    }

    mutating func findOwner(among own: some Collection<String>) {
        let provider = record.ownerProvider
        owner = record.ownerGroup.isEmpty ? .nobody : own.contains(provider) ? .own : .other(provider)
    }

    /// The reason why the route or the possible routes changed; nil if they did not.
    func routeChange(since old: AudioState) -> AVAudioSession.RouteChangeReason? {
        guard route != old.route else { return choiceChange(since: old) }
        if route.isEmpty { return .unknown }
        if route == old.requestedRoute { return .override }
        if !old.route.isEmpty, !available.contains(where: { $0.name == old.route }) { return .oldDeviceUnavailable }
        return old.available.contains { $0.name == route } ? .override : .newDeviceAvailable
    }

    private func choiceChange(since old: AudioState) -> AVAudioSession.RouteChangeReason? {
        guard routes != old.routes else { return nil }
        let (before, after) = (Set(old.available.map(\.name)), Set(available.map(\.name)))
        if !after.isSubset(of: before) { return .newDeviceAvailable }
        return after == before ? .routeConfigurationChange : .oldDeviceUnavailable
    }
}
