// SPDX-License-Identifier: MIT

import SDBus

/// Whether the calls over a modem that GNOME Calls shows are this bridge's. They are those of the modem's provider
/// while there is one, and for some seconds after it has left: after a crash its program is back by then, and takes the
/// calls that go on.
final class TelephoneClaim {
    /// In microseconds.
    private static let patience: UInt64 = 5_000_000

    private(set) var isOurs = false
    private let loop: EventLoop
    private var changed: () -> Void = {}
    private var hadModem = false
    private var wait: Timer?

    init(_ loop: EventLoop) { self.loop = loop }

    /// Calls `body` when the calls become this bridge's because the wait is over.
    func observe(_ body: @escaping () -> Void) { changed = body }

    func update(hasModem: Bool) {
        if hasModem {
            (isOurs, hadModem, wait) = (false, true, nil)
        } else if hadModem {
            hadModem = false
            wait = loop.timer(after: Self.patience) { [unowned self] in
                (isOurs, wait) = (true, nil)
                changed()
            }
        } else if wait == nil {
            isOurs = true
        }
    }
}
