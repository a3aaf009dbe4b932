// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// The user's own switch of do-not-disturb. It outlives the agent, and the login, in a file of the user's.
final class OwnSwitch {
    private(set) var isOn = false
    /// Until when, in microseconds since the Unix epoch; 0 = until it is switched off.
    private(set) var until: UInt64 = 0
    private let loop: EventLoop
    private let file = Journal(lasting: "do-not-disturb")
    private let log: (String) -> Void
    private var end: Timer?

    init(_ loop: EventLoop, log: @escaping (String) -> Void) {
        self.loop = loop
        self.log = log
    }

    /// Takes what was set last, maybe by another agent. `changed` is called when the time is over.
    func load(_ changed: @escaping () -> Void) {
        let record = file.read().first
        isOn = record?.first == "on"
        until = record?.dropFirst().first.flatMap { UInt64($0) } ?? 0
        wait(changed)
    }

    /// `changed` is called when the time is over.
    func set(_ isOn: Bool, until: UInt64, _ changed: @escaping () -> Void) {
        self.isOn = isOn
        self.until = isOn ? until : 0
        wait(changed)
        if !file.write(isOn ? [["on", "\(until)"]] : []) {
            log("Do-not-disturb is forgotten when the agent ends, because it cannot be written down")
        }
    }

    private func wait(_ changed: @escaping () -> Void) {
        end = nil
        guard isOn, until != 0 else { return }
        guard until > SystemClock.realtime else { return set(false, until: 0, changed) }
        end = try? loop.timer(at: until) { [unowned self] in
            set(false, until: 0, changed)
            changed()
        }
    }
}
