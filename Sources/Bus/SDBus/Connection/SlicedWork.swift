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

/// The connections that have left the bus and are not reported yet, and those that wait for the reports: the next run
/// of a program finds nothing of the run before. It waits for the departures that came before its call, and not for
/// later ones, so programs that come and go all the time do not keep it waiting.
struct Departures {
    /// The connections of a user that may be two runs of one program: those of one sandboxed app, or all without a
    /// sandbox.
    struct Kin: Hashable {
        let uid: UInt32
        private let app: String?

        init(_ peer: Peer) { (uid, app) = (peer.uid, peer.identity?.app) }
    }

    private struct Line {
        var names = WaitingLine<String>()
        /// How many have left and been reported since the line began.
        var (left, reported) = (0, 0)
        /// The connections that wait, each until so many are reported. The first one waits for the fewest.
        var waiting = WaitingLine<(name: String, reports: Int)>()
    }

    private var lines: [Kin?: Line] = [:]
    /// The lines in the order of their turns.
    private var order = WaitingLine<Kin?>()
    private var all: Set<String> = []

    var isEmpty: Bool { all.isEmpty }
    /// The connection that is reported next.
    var first: String? { order.first.flatMap { lines[$0]?.names.first } }

    func contains(_ name: String) -> Bool { !all.isEmpty && all.contains(name) }

    /// Adds a connection; `kin` is nil if it was not known.
    mutating func append(_ name: String, of kin: Kin?) {
        guard all.insert(name).inserted else { return }
        if lines[kin] == nil { order.append(kin) }
        lines[kin, default: Line()].names.append(name)
        lines[kin]?.left += 1
    }

    /// Lets a connection wait until those of its kin that have left so far are reported. False if there are none.
    mutating func hold(_ name: String, of kin: Kin) -> Bool {
        guard !lines.isEmpty, let left = lines[kin]?.left else { return false }
        lines[kin]?.waiting.append((name, left))
        return true
    }

    /// The first connection is reported, and the next one is of another kin. Returns the connections that wait no
    /// longer.
    mutating func removeFirst() -> [String] {
        guard let kin = order.takeFirst(), var line = lines.removeValue(forKey: kin), let name = line.names.takeFirst()
        else { return [] }
        all.remove(name)
        line.reported += 1
        var released: [String] = []
        while let next = line.waiting.first, next.reports <= line.reported {
            _ = line.waiting.takeFirst()
            released.append(next.name)
        }
        if !line.names.isEmpty {
            lines[kin] = line
            order.append(kin)
        }
        return released
    }
}
