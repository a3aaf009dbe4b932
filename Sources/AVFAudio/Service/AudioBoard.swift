// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

/// What is told on the service thread.
enum AudioNews: Sendable {
    case changed(from: AudioState, to: AudioState)
    /// A call was held so that another one has the audio.
    case roomWasMade
    case serviceWasLost
    case serviceIsBack
    /// It has been there for long enough to have heard of all calls that go on.
    case serviceKnows(AudioState.Owner)
}

/// What the service says about audio, kept up to date once somebody has asked.
final class AudioBoard: @unchecked Sendable {
    private let lock = NSLock()
    private let tell: @Sendable (AudioNews) -> Void
    private var state = AudioState()
    private var hasBegun = false
    private var isLoaded = false
    private var isLost = false
    /// For so many µs a service that is new may not yet know who has the audio.
    private static let patience: UInt64 = 2_000_000
    private var wait: SDBus.Timer?

    init(tell: @escaping @Sendable (AudioNews) -> Void) { self.tell = tell }

    /// As it was said last. The first time it waits for the service, at most a second.
    var current: AudioState {
        lock.withLock { isLoaded ? state : nil } ?? ask { $0 }
    }

    /// Asks the service how it is now, and decides by that before anything else is heard. What was said last counts if the
    /// service does not answer within a second; and without a service, nobody has the audio.
    func ask<Answer: Sendable>(_ decide: @escaping @Sendable (AudioState) -> Answer) -> Answer {
        begin()
        let answer: Answer? = ServiceThread.ask { [self] thread, reply in
            load(thread) { [self] in reply { decide(lock.withLock { state }) } }
        }
        return answer ?? decide(lock.withLock { state })
    }

    /// From now on it is kept up to date.
    func begin() {
        let isFirst = lock.withLock {
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return }
        ServiceThread.perform { [self] thread in
            thread.listen(to: StandardInterface.properties) { [self, unowned thread] in heard($0, thread) }
            thread.ownerObservers.append { [self, unowned thread] owner in
                if owner == nil { lose() } else { load(thread) { [self, unowned thread] in comeBack(thread) } }
            }
            load(thread) {}
        }
    }

    // MARK: On the service thread

    /// Asking for the properties is also what subscribes to their changes.
    private func load(_ thread: ServiceThread, then completion: @escaping () -> Void) {
        thread.call("GetAll", CallManagerName.audio, interface: StandardInterface.properties) {
            [self, unowned thread] reply in
            let all = try? reply.get().read([String: Variant].self)
            update { $0.apply(all ?? [:], own: thread.providers.keys) }
            completion()
        }
    }

    private func heard(_ signal: Message, _ thread: ServiceThread) {
        guard
            let (interface, changes, _) = try? signal.read(String.self, [String: Variant].self, [String].self)
        else { return }
        switch interface {
        case CallManagerName.audio: update { $0.apply(changes, own: thread.providers.keys) }
        case CallManagerName.call: if changes["HeldFor"]?.string?.isEmpty == false { tell(.roomWasMade) }
        default: break
        }
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
        guard isLost else { return }
        isLost = false
        tell(.serviceIsBack)
        wait = thread.timer(after: Self.patience) { [self] in tell(.serviceKnows(lock.withLock { state.owner })) }
    }
}
