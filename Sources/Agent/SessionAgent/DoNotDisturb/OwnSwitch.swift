// SPDX-License-Identifier: MIT

import Glibc
import SDBus

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
