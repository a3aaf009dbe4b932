// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

/// The audio session of the process, behind all public objects.
final class SessionCore: @unchecked Sendable {
    static let shared = SessionCore()

    struct Settings: Sendable {
        var category = AVAudioSession.Category.soloAmbient
        var mode = AVAudioSession.Mode.default
        var policy = AVAudioSession.RouteSharingPolicy.default
        var options: AVAudioSession.CategoryOptions = []
        /// 0 = no preference.
        var sampleRate = 0.0
        var ioBufferDuration = 0.0
        var inputChannels = 0
        var outputChannels = 0
        var input: AVAudioSessionPortDescription?
    }

    private let lock = NSLock()
    private var stored = Settings()
    private var interruption = Interruption()
    /// The route before the app asked for the speaker.
    private var routeBeforeSpeaker: String?
    /// The queue that posts changes of the route.
    private let queue = DispatchQueue(label: "org.monkeycall.AVFAudio.route")

    private(set) lazy var board = AudioBoard { [self] in receive($0) }

    private init() { _ = board }

    var settings: Settings { lock.withLock { stored } }

    func update(_ change: (inout Settings) -> Void) { lock.withLock { change(&stored) } }

    // MARK: Activation

    func activate() throws {
        let records = settings.category.records
        let holder = board.ask { [self] state -> String? in
            if case .other(let identifier) = state.owner, records { return identifier }
            lock.withLock { interruption.activate(true) }
            return nil
        }
        guard let holder else { return }
        throw AVAudioSession.ErrorCode.insufficientPriority.error(
            "\(name(of: holder)) has the audio for a call. Activate the session when that call is held or over, or use a "
                + "category that does not record.")
    }

    func deactivate() { lock.withLock { interruption.activate(false) } }

    func callDidActivate() { lock.withLock { interruption.callDidActivate() } }

    func callDidDeactivate() { lock.withLock { interruption.callDidDeactivate() } }

    /// The app's name for people, and its identifier.
    private func name(of identifier: String) -> String {
        guard !identifier.isEmpty else { return "Another app" }
        let name: String?? = ServiceThread.ask { thread, reply in
            // Without a time-out: if the service goes, the bus answers for it.
            thread.client.call(.listProviders, timeout: .max) { answer in
                let providers = try? answer.get().values().first?.array(of: "(sos)")?.compactMap(\.structure)
                reply { providers?.first { $0.first?.string == identifier }?.last?.string }
            }
        }
        guard let name = name ?? nil, !name.isEmpty else { return identifier }
        return "\(name) (\(identifier))"
    }

    // MARK: Routes

    var route: AVAudioSessionRouteDescription { description(board.current) }

    private func description(_ state: AudioState) -> AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(state.current, hasInput: settings.category.hasInput)
    }

    /// The available microphones, each one once.
    var inputs: [AVAudioSessionPortDescription] {
        guard settings.category.hasInput else { return [] }
        return board.current.available.map(\.input).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func speak() throws {
        let state = board.ask { $0 }
        guard let speaker = state.available.first(where: \.isSpeaker) else {
            throw AVAudioSession.ErrorCode.resourceNotAvailable.error(
                state.hasShell
                    ? "The desktop has no speaker for calls. Use another route."
                    : "No shell is registered that could switch to the speaker; start monkeycall-agent.")
        }
        guard state.route != speaker.name else { return }
        try request(speaker.name)
        lock.withLock { routeBeforeSpeaker = state.route }
    }

    /// Undoes ``speak()``, unless the user or an app chose another route since.
    func beQuiet() throws {
        let before = lock.withLock {
            defer { routeBeforeSpeaker = nil }
            return routeBeforeSpeaker
        }
        guard let before else { return }
        let state = board.ask { $0 }
        let wanted = state.requestedRoute.isEmpty ? state.route : state.requestedRoute
        guard state.hasShell, state.routes.contains(where: { $0.isSpeaker && $0.name == wanted }) else { return }
        // If the speaker is not in use yet and the route has changed meanwhile, the changed route stays.
        let isOurs = state.route == wanted || state.route == before
        try request(isOurs && state.available.contains { $0.name == before } ? before : "")
    }

    func prefer(_ input: AVAudioSessionPortDescription?) throws {
        let state = board.ask { $0 }
        if let input {
            let routes = state.available.filter { $0.input == input }
            guard let first = routes.first else {
                throw AVAudioSession.ErrorCode.badParam.error(
                    "This microphone is not available. Choose one of availableInputs.")
            }
            if !routes.contains(where: { $0.name == state.route }) { try request(first.name) }
        } else if settings.input != nil, state.hasShell {
            try request("")
        }
        update { $0.input = input }
    }

    private func request(_ route: String) throws {
        let error: BusError?? = ServiceThread.ask { thread, reply in
            // Without a time-out: while the service is slow it may still do what it was asked.
            thread.client.call(.setRoute, route, timeout: .max) { answer in reply { answer.failure } }
        }
        guard let error else {
            throw AVAudioSession.ErrorCode.resourceNotAvailable.error("The call service does not answer. Try again.")
        }
        if let error { throw error.audioSessionError }
    }

    // MARK: On the service thread

    private func receive(_ news: AudioNews) {
        switch news {
        case .changed(let old, let new):
            post(lock.withLock { interruption.ownerChanged(from: old.owner, to: new.owner) })
            guard let reason = new.routeChange(since: old) else { return }
            let previous = description(old)
            queue.async {
                Self.post(
                    .AVAudioSessionRouteChange,
                    [
                        AVAudioSessionRouteChangeReasonKey: NSNumber(value: reason.rawValue),
                        AVAudioSessionRouteChangePreviousRouteKey: previous,
                    ])
            }
        case .roomWasMade: lock.withLock { interruption.callMadeRoom() }
        case .serviceWasLost:
            lock.withLock { interruption.serviceWasLost() }
            DispatchQueue.main.async { Self.post(.AVAudioSessionMediaServicesWereLost, [:]) }
        case .serviceIsBack: DispatchQueue.main.async { Self.post(.AVAudioSessionMediaServicesWereReset, [:]) }
        case .serviceKnows(let owner): post(lock.withLock { interruption.serviceKnows(owner) })
        }
    }

    private func post(_ news: [Interruption.News]) {
        for news in news {
            DispatchQueue.main.async {
                let (name, info) = news.notification
                Self.post(name, info)
            }
        }
    }

    private static func post(_ name: NSNotification.Name, _ info: [String: Any]) {
        NotificationCenter.default.post(name: name, object: AVAudioSession.sharedInstance(), userInfo: info)
    }
}

extension Interruption.News {
    fileprivate var notification: (NSNotification.Name, [String: Any]) {
        switch self {
        case .began:
            interruption(.began, AVAudioSessionInterruptionReasonKey, AVAudioSession.InterruptionReason.default)
        case .ended(let mayResume):
            interruption(
                .ended, AVAudioSessionInterruptionOptionKey,
                mayResume ? AVAudioSession.InterruptionOptions.shouldResume : [])
        case .othersBegan: hint(.begin)
        case .othersEnded: hint(.end)
        }
    }

    private func interruption(
        _ type: AVAudioSession.InterruptionType, _ key: String, _ value: some RawRepresentable<UInt>
    ) -> (NSNotification.Name, [String: Any]) {
        (.AVAudioSessionInterruption, [AVAudioSessionInterruptionTypeKey: number(type), key: number(value)])
    }

    private func hint(_ type: AVAudioSession.SilenceSecondaryAudioHintType) -> (NSNotification.Name, [String: Any]) {
        (.AVAudioSessionSilenceSecondaryAudioHint, [AVAudioSessionSilenceSecondaryAudioHintTypeKey: number(type)])
    }

    /// Apps cast the value to `UInt` or to `NSNumber`; an `NSNumber` allows both.
    private func number(_ value: some RawRepresentable<UInt>) -> NSNumber { NSNumber(value: value.rawValue) }
}
