// SPDX-License-Identifier: MIT

import CallInterface
import Foundation
import SDBus

/// A call that goes on, as the app has reported and fulfilled it.
package struct LiveCall {
    enum State: String {
        case incoming, dialing, connecting, active, held
    }

    let outgoing: Bool
    var state: State
    /// All that updates have said so far.
    var update: [String: Variant]
    var muted = false
    /// Its group's name, also alone: calls that are reported under one name are found together again, in any order.
    var group: UUID
    private let startedAt: UInt64
    private var connectedAt: UInt64 = 0

    init(_ uuid: UUID, outgoing: Bool, state: State, update: [String: Variant]) {
        (group, self.outgoing, self.state, self.update) = (uuid, outgoing, state, update)
        startedAt = Date().microseconds
    }

    mutating func connect(at date: UInt64) {
        state = .active
        connectedAt = date == 0 ? Date().microseconds : date
    }

    /// For `ReportExistingCall`.
    var wire: [String: Variant] {
        var wire = update
        wire[Key.outgoing] = .bool(outgoing)
        wire[Key.state] = .string(state.rawValue)
        wire[Key.muted] = .bool(muted)
        wire[Key.startedAt] = .uint64(startedAt)
        if connectedAt != 0 { wire[Key.connectedAt] = .uint64(connectedAt) }
        wire[Key.group] = .string(group.wire)
        return wire
    }
}
