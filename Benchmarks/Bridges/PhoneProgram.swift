// SPDX-License-Identifier: MIT

import BusTesting

/// A program with calls that does not know the registry.
protocol PhoneProgram {
    var bus: BusDaemon { get }
    /// The match rule of its signals.
    var rule: String { get }
    /// Lets somebody call.
    func ring() throws
    /// The object of a new call, if the signal tells of one.
    func newCall(in signal: BusMessage) -> String?
    /// Whether the signal tells that its only call is active.
    func saysActive(_ signal: BusMessage) -> Bool
    /// Whether the signal tells that its only call is over, and that the program is ready for the next one.
    func saysOver(_ signal: BusMessage) -> Bool
    /// The program's own method answers the call.
    func answer(_ call: String) throws
    /// Whether the program shows a call on the bus, maybe one that is over.
    func hasCalls() throws -> Bool
}
