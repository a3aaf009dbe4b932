// SPDX-License-Identifier: MIT

import CallClient
package import CallInterface
import Glibc
package import SDBus

/// Do-not-disturb, from the desktop's switch or from our own.
///
/// The agent tells the service, which then refuses or silences calls, except from allowed callers and from callers that
/// ring again.
/// So the agent itself holds back nothing. A call that already rings goes on.
package final class DoNotDisturb: Neighbour {
    /// The switch that is on; nil if none is.
    package private(set) var reason: QuietReason?
    /// Whether the notification server hides calls, too. Such a switch counts also if another one is on.
    package var hidesNotifications: Bool { switches.contains { $0.hidesNotifications } }
    /// All switches that are on.
    private var switches: [QuietReason] {
        let all: [QuietReason?] = [own.isOn ? .user : nil, server.isOn] + settings.map(\.isOn)
        return all.compactMap { $0 }
    }
    /// When our own switch goes off, in microseconds since the Unix epoch; 0 if it is off or has no end.
    package var until: UInt64 { own.until }
    private let own: OwnSwitch
    private let settings: [DesktopSwitch]
    private let server: ServerSwitch
    private let service: CallServiceClient
    private var changed: () -> Void = {}
    private var shown: (reason: QuietReason?, until: UInt64, hides: Bool) = (nil, 0, false)
    private var state = DesktopState()

    package init(_ session: BusConnection, _ service: CallServiceClient, _ loop: EventLoop, log: Log) {
        own = OwnSwitch(loop, log: log)
        settings = DesktopSwitch.all(session, loop, log: log)
        server = ServerSwitch(session, loop)
        self.service = service
    }

    /// Calls `changed` when `reason`, `until` or `hidesNotifications` has changed.
    package func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        reload()
        for setting in settings { try setting.setting.begin { [unowned self] in update() } }
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
        let on = switches
        reason = QuietReason.allCases.first { on.contains($0) }
        let new = (reason, until, hidesNotifications)
        guard shown != new else { return }
        shown = new
        changed()
    }
}

/// Do-not-disturb of a desktop that keeps it among its settings.
private struct DesktopSwitch {
    let reason: QuietReason
    let setting: GnomeSetting
    /// The value of the setting while do-not-disturb is on.
    let quiet: Bool

    var isOn: QuietReason? { setting.value == quiet ? reason : nil }

    static func all(_ session: BusConnection, _ loop: EventLoop, log: Log) -> [DesktopSwitch] {
        let server = FreedesktopNotifications.name
        let rows: [(QuietReason, GnomeSetting.Key, quiet: Bool, GnomeSetting.Reader)] = [
            (.gnome, .showBanners, false, .gnomeShell),
            (.cinnamon, .cinnamon, false, GnomeSetting.Reader(name: "org.Cinnamon")),
            (.elementary, .elementary, true, GnomeSetting.Reader(name: server, program: "io.elementary.notifications")),
            (.mate, .mate, true, GnomeSetting.Reader(name: server, program: "mate-notification-daemon")),
        ]
        return rows.map { reason, key, quiet, reader in
            let setting = GnomeSetting(key, of: reader, session, loop, log: log)
            return DesktopSwitch(reason: reason, setting: setting, quiet: quiet)
        }
    }
}

/// The user's own switch of do-not-disturb. A file of the user keeps it across agents and logins.
final class OwnSwitch {
    private(set) var isOn = false
    /// When it goes off, in microseconds since the Unix epoch; 0 for no end.
    private(set) var until: UInt64 = 0
    private let loop: EventLoop
    private let file = Journal(lasting: "do-not-disturb")
    private let log: Log
    private var end: Timer?

    init(_ loop: EventLoop, log: Log) {
        self.loop = loop
        self.log = log
    }

    /// Reads the last value, maybe from another agent. Calls `changed` when the time is over.
    func load(_ changed: @escaping () -> Void) {
        let record = file.read().first
        isOn = record?.first == "on"
        until = record?.dropFirst().first.flatMap { UInt64($0) } ?? 0
        wait(changed)
    }

    /// Calls `changed` when the time is over.
    func set(_ isOn: Bool, until: UInt64, _ changed: @escaping () -> Void) {
        self.isOn = isOn
        self.until = isOn ? until : 0
        wait(changed)
        if !file.write(isOn ? [["on", "\(until)"]] : []) {
            log("do-not-disturb goes off when the agent ends, because the agent cannot write its file")
        }
    }

    private func wait(_ changed: @escaping () -> Void) {
        end = nil
        guard isOn, until != 0 else { return }
        guard until > SystemClock.realtime else { return set(false, until: 0, changed) }
        end = loop.timer(at: until) { [unowned self] in
            set(false, until: 0, changed)
            changed()
        }
    }
}
