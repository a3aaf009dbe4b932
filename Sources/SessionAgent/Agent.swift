// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// Keeps the desktop equal to what the service says: one copy of its calls, one registration as a shell, and the
/// neighbours that follow.
package final class Agent {
    private let service: CallServiceClient
    private let shell: ShellRegistration
    private var mirror: RegistryMirror?
    private var neighbours: [any Neighbour] = []
    /// Nil until something is known: what an agent before has left is not touched for less.
    private var state: DesktopState?
    private let log: (String) -> Void
    /// What the user has decided. The service hears what concerns it.
    package var settings = Settings() {
        didSet {
            set(settings.shellState)
            follow()
        }
    }
    /// Whether the user does not want to be disturbed. The service is told, and refuses calls.
    package var isQuiet = false {
        didSet {
            set([Key.doNotDisturb: .bool(isQuiet)])
            follow()
        }
    }
    /// Whether the screen is locked.
    package var isLocked = false { didSet { follow() } }
    /// Calls whose mute or hold cannot be enforced.
    package var unenforced: Set<String> = [] { didSet { follow() } }

    /// `session` is the login session whose shell this is, "" for none in particular.
    package init(_ service: CallServiceClient, session: String, log: @escaping (String) -> Void) {
        self.service = service
        self.log = log
        shell = ShellRegistration(service, session: session)
    }

    /// Follows the service for ever, also the next one.
    package func begin(_ neighbours: [any Neighbour]) throws(BusError) {
        self.neighbours = neighbours
        try shell.begin { [unowned self] in follow() }
        let mirror = RegistryMirror(service.client) { [unowned self] in happened($0) }
        self.mirror = mirror
        try service.client.follow(on: service.connection)
        try mirror.begin { [unowned self] error in
            guard let error else { return }
            log("There is no call service yet: \(error.message)")
            // So there are no calls, and what an earlier agent changed for calls is put back.
            guard self.mirror?.isLoaded != true else { return }
            shell.register(with: nil)
            follow()
        }
    }

    /// Says what is set: keys of `SetShellState`.
    package func set(_ settings: [String: Variant]) { shell.set(settings) }

    private func happened(_ event: MirrorEvent) {
        switch event {
        case .serviceFound, .serviceLost: shell.register(with: service.client.owner)
        case .callAdded, .callChanged, .callRemoved, .providerAdded, .providerChanged, .providerRemoved, .audioChanged:
            break
        }
        follow()
    }

    private func follow() {
        guard shell.isKnown else { return }
        var new = DesktopState()
        (new.settings, new.isQuiet, new.isLocked, new.unenforced) = (settings, isQuiet, isLocked, unenforced)
        new.isElsewhere = mirror?.isLoaded == true && !shell.isPrimary
        new.isPrimary = shell.isPrimary
        if let mirror { new.presence = CallPresence(mirror.registry, mirror.audio) }
        if let mirror, shell.isPrimary { (new.registry, new.audio) = (mirror.registry, mirror.audio) }
        guard new != state else { return }
        state = new
        // One of them may change it again, and then no other hears of the old one.
        for neighbour in neighbours { neighbour.follow(state ?? new) }
    }
}
