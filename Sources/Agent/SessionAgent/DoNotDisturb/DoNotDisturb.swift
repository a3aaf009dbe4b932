// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// Do-not-disturb, from the desktop's switch or from our own.
///
/// The agent tells the service, which then refuses calls, except from allowed callers and from callers that ring again.
/// So the agent itself holds back nothing. A call that already rings goes on.
package final class DoNotDisturb: Neighbour {
    /// The switch that is on; nil if none is.
    package private(set) var reason: QuietReason?
    /// When our own switch goes off, in microseconds since the Unix epoch; 0 if it is off or has no end.
    package var until: UInt64 { own.until }
    private let own: OwnSwitch
    private let gnome: GnomeSetting
    private let server: ServerSwitch
    private let service: CallServiceClient
    private var changed: () -> Void = {}
    private var shown: (reason: QuietReason?, until: UInt64) = (nil, 0)
    private var state = DesktopState()

    package init(_ session: BusConnection, _ service: CallServiceClient, _ loop: EventLoop, log: Log) {
        own = OwnSwitch(loop, log: log)
        gnome = GnomeSetting(.showBanners, session, loop, log: log)
        server = ServerSwitch(session)
        self.service = service
    }

    /// Calls `changed` when `reason` or `until` has changed.
    package func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        reload()
        try gnome.begin { [unowned self] in update() }
        try server.begin { [unowned self] in update() }
    }

    /// Sets our own switch. Throws `InvalidArgs` for a time that has passed.
    package func set(_ isOn: Bool, until: UInt64) throws(BusError) {
        guard !isOn || until == 0 || until > SystemClock.realtime else {
            throw .invalidArgs("until has passed. Give a future time in microseconds since 1970, or 0 for no end.")
        }
        own.set(isOn, until: until) { [unowned self] in update() }
        update()
    }

    /// Reads our own switch, which another agent may have changed.
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
            // mako was switched without a signal, so the service has accepted a call that it should have refused.
            if !wasQuiet, reason == .mako { service.silenceRinging() }
        }
    }

    private func update() {
        let desktop = [server.isOn, gnome.value == false ? .gnome : nil].compactMap { $0 }
        let reasons = own.isOn ? [.user] + desktop : desktop
        reason = QuietReason.allCases.first { reasons.contains($0) }
        guard shown != (reason, until) else { return }
        shown = (reason, until)
        changed()
    }
}
