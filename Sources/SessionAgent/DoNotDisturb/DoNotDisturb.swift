// SPDX-License-Identifier: MIT

import CallClient
package import SDBus

/// Whether the user wants to be left alone, from the desktop's switch or from our own.
///
/// The service is told, and refuses calls then, all but those of callers who are allowed or ring again; so nothing has to
/// be held back here. What rings already goes on.
package final class DoNotDisturb: Neighbour {
    /// What says so; nil = do disturb.
    package private(set) var reason: QuietReason?
    /// Until when our own switch is on, in microseconds since the Unix epoch; 0 = it is off, or has no end.
    package var until: UInt64 { own.until }
    private let own: OwnSwitch
    private let gnome: GnomeSwitch
    private let server: ServerSwitch
    private let service: CallServiceClient
    private var changed: () -> Void = {}
    private var shown: (reason: QuietReason?, until: UInt64) = (nil, 0)
    private var state = DesktopState()

    package init(
        _ session: BusConnection, _ service: CallServiceClient, _ loop: EventLoop, log: @escaping (String) -> Void
    ) {
        own = OwnSwitch(loop, log: log)
        gnome = GnomeSwitch(session, loop, log: log)
        server = ServerSwitch(session)
        self.service = service
    }

    /// `changed` is called when anything of it has.
    package func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        reload()
        try gnome.begin { [unowned self] in update() }
        try server.begin { [unowned self] in update() }
    }

    /// Sets our own switch. Throws `InvalidArgs` for a time that has passed.
    package func set(_ isOn: Bool, until: UInt64) throws(BusError) {
        guard !isOn || until == 0 || until > SystemClock.realtime else {
            throw .invalidArgs("until is in microseconds since 1970, in the future, or 0 for without end")
        }
        own.set(isOn, until: until) { [unowned self] in update() }
        update()
    }

    /// Takes our own switch as it was left by whoever had it meanwhile.
    package func reload() {
        own.load { [unowned self] in update() }
        update()
    }

    package func follow(_ state: DesktopState) {
        let before = self.state
        self.state = state
        let isNew = state.registry.calls.keys.contains { before.registry.calls[$0] == nil }
        guard isNew || before.registry.providers != state.registry.providers else { return }
        let wasQuiet = reason != nil
        server.refresh { [unowned self] in
            if !wasQuiet, reason == .mako { silence(newerThan: before) }
        }
    }

    /// mako was switched without saying so, and the service has let a call in that it had refused if it had known.
    private func silence(newerThan before: DesktopState) {
        for (path, call) in state.registry.calls where before.registry.calls[path] == nil {
            guard call.state == "incoming", !call.flag("Emergency"),
                !state.settings.doNotDisturbAllow.contains(call.handle)
            else { continue }
            service.silence(call.uuid)
        }
    }

    private func update() {
        let desktop = [server.isOn, gnome.isOn ? .gnome : nil].compactMap { $0 }
        let reasons = own.isOn ? [.user] + desktop : desktop
        reason = QuietReason.allCases.first { reasons.contains($0) }
        guard shown != (reason, until) else { return }
        shown = (reason, until)
        changed()
    }
}
