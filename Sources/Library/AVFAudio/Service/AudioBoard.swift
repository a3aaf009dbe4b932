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
    private let tell: @Sendable (AudioNews) -> Void
    private var state = AudioState()
    private var hasBegun = false
    private var isLoaded = false
    // On the service thread.
    private var isLost = false
    private var mirror: RegistryMirror?
    private var wait: SDBus.Timer?
    /// The time in µs in which a new service may not know yet which call has the audio.
    private static let timeout: UInt64 = 2_000_000

    init(tell: @escaping @Sendable (AudioNews) -> Void) { self.tell = tell }

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
        let isFirst = lock.withLock {
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return }
        ServiceThread.perform { [self] thread in
            let mirror = RegistryMirror(thread.client, .audio) { [self, unowned thread] event in
                if case .audioChanged(_, let audio) = event {
                    update { $0.take(audio, own: thread.providers.identifiers) }
                }
            }
            self.mirror = mirror
            thread.client.onPropertiesChanged { [self] in if $0.saysHeldForAnother { tell(.roomWasMade) } }
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
        if wasLoaded, old != new { tell(.changed(from: old, to: new)) }
    }

    private func lose() {
        guard !isLost, lock.withLock({ isLoaded }) else { return }
        isLost = true
        wait = nil
        tell(.serviceWasLost)
        update { $0 = AudioState() }
    }

    private func comeBack(_ thread: ServiceThread) {
        guard isLost, thread.client.owner != nil else { return }
        isLost = false
        tell(.serviceIsBack)
        wait = thread.timer(after: Self.timeout) { [self] in tell(.serviceKnows(lock.withLock { state.owner })) }
    }
}

extension PropertiesChange {
    /// Whether a call was held so that another one gets the audio.
    fileprivate var saysHeldForAnother: Bool {
        interface == CallManagerName.call && properties[.heldFor]?.string?.isEmpty == false
    }
}
