// SPDX-License-Identifier: MIT

import SDBus

/// The connections that hear of the changes of an interface, by their unique names. No other program hears of them, because a
/// broadcast reaches apps in sandboxes.
final class Subscribers {
    private let session: BusConnection
    private(set) var names: Set<String> = [] { didSet { watch() } }
    /// Nil without subscribers, so that no connection that leaves the bus wakes the agent.
    private var departures: BusSlot?
    static let limit = 32

    init(_ session: BusConnection) { self.session = session }

    /// For `announce`.
    var clients: [String?] { names.map { $0 } }

    /// False if there are too many.
    func add(_ name: String) -> Bool {
        guard !names.contains(name) else { return true }
        guard names.count < Self.limit else { return false }
        names.insert(name)
        return true
    }

    func remove(_ name: String) { names.remove(name) }

    private func watch() {
        guard names.isEmpty != (departures == nil) else { return }
        departures =
            names.isEmpty ? nil : try? session.watchDepartures(waits: false) { [unowned self] in names.remove($0) }
    }
}
