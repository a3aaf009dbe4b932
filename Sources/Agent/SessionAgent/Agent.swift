// SPDX-License-Identifier: MIT

package import AgentSettings
import CallClient
import CallInterface
package import SDBus

/// Keeps the desktop equal to the state of the service: one copy of its calls, one registration as a shell, and the
/// neighbours that follow.
package final class Agent {
    private let service: CallServiceClient
    private let shell: ShellRegistration
    private lazy var mirror = RegistryMirror(service.client) { [unowned self] in happened($0) }
    private var neighbours: [any Neighbour] = []
    /// Nil until the service has answered. Before that, changes of an earlier agent stay as they are.
    private var state: DesktopState?
    private let log: Log
    /// The service gets the part of the settings that concerns it.
    package var settings = Settings() {
        didSet {
            set(settings.shellState)
            follow()
        }
    }
    /// Whether do-not-disturb is on. The service then refuses or silences calls.
    package var isQuiet = false {
        didSet {
            set([String: Variant]([.doNotDisturb: .bool(isQuiet)]))
            follow()
        }
    }
    package var isLocked = false { didSet { follow() } }
    /// Whether the user has muted the present ring, and whether the notification server hides calls.
    package var isRingMuted = false { didSet { follow() } }
    package var hidesNotifications = false { didSet { follow() } }
    /// Whether the desktop keeps the contents of notifications from a locked screen.
    package var desktopHidesDetails = false { didSet { follow() } }
    /// Whether the agent can mute streams and microphones: there is, or was, a sound server.
    package var mutesStreams = false {
        didSet { if mutesStreams != oldValue { set([String: Variant]([.mutesStreams: .bool(mutesStreams)])) } }
    }
    /// The muted or held calls whose streams the agent cannot silence.
    package var unsilenced: Set<String> = [] { didSet { follow() } }
    /// The muted calls without streams for which the agent cannot mute the microphone.
    package var heard: Set<String> = [] { didSet { follow() } }

    /// `session` is the login session of this shell, "" for no particular one.
    package init(_ service: CallServiceClient, session: String, log: Log) {
        self.service = service
        self.log = log
        shell = ShellRegistration(service, session: session)
    }

    /// Follows the service. When it leaves the bus, the desktop stays as it is: most likely it comes back with its
    /// state.
    package func begin(_ neighbours: [any Neighbour]) throws(BusError) {
        self.neighbours = neighbours
        try shell.begin { [unowned self] in follow() }
        try service.client.follow(on: service.connection)
        try mirror.begin { [unowned self] error in
            guard let error else { return }
            log("the call service does not run yet", error)
            // Without calls, the neighbours undo the changes of an earlier agent.
            guard !mirror.isLoaded else { return }
            shell.serviceIsAway()
            follow()
        }
    }

    /// Sends keys of `SetShellState`.
    package func set(_ settings: [String: Variant]) { shell.set(settings) }

    private func happened(_ event: MirrorEvent) {
        switch event {
        case .serviceFound: shell.serviceRuns()
        case .serviceLost: shell.serviceIsAway()
        case .callAdded, .callChanged, .callRemoved, .providerAdded, .providerChanged, .providerRemoved, .audioChanged:
            break
        }
        follow()
    }

    private func follow() {
        guard shell.isKnown else { return }
        var new = DesktopState()
        (new.settings, new.isQuiet, new.isLocked) = (settings, isQuiet, isLocked)
        new.desktopHidesDetails = desktopHidesDetails
        (new.isRingMuted, new.hidesNotifications) = (isRingMuted, hidesNotifications)
        new.unenforced = unsilenced.union(heard)
        new.isElsewhere = mirror.isLoaded && !shell.isPrimary
        new.isPrimary = shell.isPrimary
        new.presence = CallPresence(mirror.registry, mirror.audio)
        if shell.isPrimary { (new.registry, new.audio) = (mirror.registry, mirror.audio) }
        guard new != state else { return }
        state = new
        // A neighbour may change the state again; the rest then follow the new one only.
        for neighbour in neighbours { neighbour.follow(state ?? new) }
    }
}

/// The registration of this connection as a shell: the user's settings, and whether it is the primary shell. A service
/// that comes back with its state still has the registration.
final class ShellRegistration {
    private let service: CallServiceClient
    private let session: String
    /// The present keys of `RegisterShell`.
    private var settings: [String: Variant] = [:]
    /// The state of the service that this shell is registered in, see ``CallClient/generation``; nil = none yet.
    private var generation: Int?
    /// Whether a service runs; nil until that is known.
    private var isServed: Bool?
    /// Whether the service has said which shell is the primary one.
    private var isAnswered = false
    private var isChosen = false
    private var changed: () -> Void = {}

    init(_ service: CallServiceClient, session: String) {
        self.service = service
        self.session = session
    }

    var isPrimary: Bool { isServed == true && isChosen }

    /// Whether `isPrimary` is known: the service has said it, or no service runs.
    var isKnown: Bool { isServed == false || isServed == true && isAnswered }

    /// Calls `changed` when this becomes the primary shell or stops being it.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        try service.client.listen(to: CallManagerName.manager) { [unowned self] signal in
            guard signal.member == SignalName.shellIsPrimary.rawValue, isRegistered,
                let isPrimary = try? signal.read(Bool.self)
            else { return }
            (isChosen, isAnswered) = (isPrimary, true)
            changed()
        }
        self.changed = changed
    }

    private var isRegistered: Bool { generation == service.client.generation }

    /// A service runs. Registers with it, unless its state has the registration.
    func serviceRuns() {
        isServed = true
        guard !isRegistered else { return }
        let new = service.client.generation
        (generation, isChosen, isAnswered) = (new, false, false)
        service.report(.registerShell, session, settings) { [unowned self] _ in
            guard generation == new else { return }
            isAnswered = true
            changed()
        }
    }

    func serviceIsAway() { isServed = false }

    func set(_ new: [String: Variant]) {
        let changes = new.filter { settings[$0.key] != $0.value }
        settings.merge(changes) { $1 }
        if isRegistered, !changes.isEmpty { service.report(.setShellState, changes) }
    }
}
