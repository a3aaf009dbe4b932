// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The host of a browser's extension, and calls of a page that does at once what it is told. This process is the
/// browser. Its page begins with a held call, which needs no microphone.
final class Meeting {
    let host: HostProcess
    private let registry: Registry
    /// From the word of the extension until a shell sees the call.
    private(set) var report = Times()
    /// From the request to hold or resume the call until the extension hears of it.
    private(set) var order = Times()
    /// From the word of the extension that the page has done it until a shell sees that.
    private(set) var follow = Times()

    init(_ programs: Programs) throws {
        let bus = try BusDaemon.session()
        registry = try Registry(programs.service, on: bus)
        host = try HostProcess(
            environment: bus.withoutSound.merging(["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { $1 },
            program: programs.browserHost)
        try host.greet()
        try registry.waitForProvider()
    }

    /// `count` meetings; each is resumed and held.
    func measure(_ count: Int) throws {
        // The first one only warms up.
        for number in 0...count {
            let before = (report, order, follow)
            try measureMeeting("c\(number)")
            if number == 0 { (report, order, follow) = before }
        }
    }

    private func measureMeeting(_ id: String) throws {
        let start = Ear.now
        try host.tell(call: id, held: true)
        let (seen, call) = try registry.waitForCall("held")
        report.add(from: start, to: seen)
        for held in [false, true] {
            let start = Ear.now
            try registry.request("SetHeld", call, .bool(held))
            guard try host.next() == ["type": "set", "tab": 1, "held": held, "muted": false] else {
                throw SupportError("the host orders something else")
            }
            let ordered = Ear.now
            order.add(from: start, to: ordered)
            try host.tell(call: id, held: held)
            follow.add(from: ordered, to: try registry.wait(until: held ? "held" : "active", of: call))
        }
        try host.send(["type": "left", "tab": 1])
        try registry.waitUntilGone(call)
    }
}
