// SPDX-License-Identifier: MIT

/// Work that a service does in slices between the turns of its callers, because it may be long.
package struct SlicedWork {
    /// Whether there is something to do.
    let isWaiting: () -> Bool
    /// Does as much as a turn may take.
    let doSlice: () -> Void
    /// Whether the calls of a user must wait until the work is done.
    let concerns: (_ uid: UInt32) -> Bool

    package init(
        isWaiting: @escaping () -> Bool, concerns: @escaping (_ uid: UInt32) -> Bool, doSlice: @escaping () -> Void
    ) {
        (self.isWaiting, self.concerns, self.doSlice) = (isWaiting, concerns, doSlice)
    }
}

extension BusConnection {
    /// Lets `slicedWork` continue between the next turns.
    package func continueWork() { turns?.goOn() }
}

/// The connections that have left the bus and are not reported yet, the first one first.
struct Departures {
    private var line = WaitingLine<String>()
    private var uids: [String: UInt32?] = [:]
    /// The number of connections of each user among them.
    private var users: [UInt32: Int] = [:]

    var isEmpty: Bool { uids.isEmpty }
    var first: String? { line.first }

    func contains(_ name: String) -> Bool { !uids.isEmpty && uids.index(forKey: name) != nil }

    /// Whether one of them was a connection of the user.
    func concern(_ uid: UInt32) -> Bool { !users.isEmpty && users.index(forKey: uid) != nil }

    mutating func append(_ name: String, of uid: UInt32?) {
        guard uids.updateValue(uid, forKey: name) == nil else { return }
        line.append(name)
        if let uid { users[uid, default: 0] += 1 }
    }

    mutating func removeFirst() {
        guard let name = line.takeFirst(), let uid = uids.removeValue(forKey: name) ?? nil else { return }
        let left = (users[uid] ?? 0) - 1
        users[uid] = left > 0 ? left : nil
    }
}
