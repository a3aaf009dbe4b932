// SPDX-License-Identifier: MIT

/// The service's notes about which calls talk, and which calls are held for them. No client sees these notes.
struct Occupancy: Hashable, Sendable {
    /// The calls that occupy the audio, in order of arrival: each from the delivery of its start, answer or un-hold
    /// until it is held or ended. They are of one group, except those that are about to make room.
    private(set) var occupants: [CallID] = []
    /// The occupants whose start, answer or un-hold was fulfilled.
    private(set) var ready: [CallID] = []
    /// The calls that talk while others have the audio. Each is told to hold or to end.
    private(set) var intruders: [CallID] = []

    /// The held calls that may resume, because the call they were held for is over.
    private(set) var resumable: [CallID] = []
    /// The calls held for each call, in the order in which they were held.
    private(set) var displaced: [CallID: [CallID]] = [:]
    /// The calls that were found held for a call that the service does not know, and those that stayed held when the
    /// provider of the other call was lost.
    private(set) var awaited: [CallID: [CallID]] = [:]
    /// The absent call that each of those waits for.
    private(set) var awaits: [CallID: CallID] = [:]
    /// How often a provider resumed each call by itself while another call had the audio or waited for it. The first
    /// time the call is told to hold again; from the second time on it counts as unholdable, so that the service does
    /// not request the same hold for ever.
    private(set) var resumptions: [CallID: Int] = [:]

    func occupies(_ id: CallID) -> Bool { occupants.contains(id) }

    func isReady(_ id: CallID) -> Bool { ready.contains(id) }

    func intrudes(_ id: CallID) -> Bool { intruders.contains(id) }

    /// Whether no other call occupies the audio or intrudes.
    func isAlone(_ id: CallID) -> Bool { intruders.isEmpty && occupants.allSatisfy { $0 == id } }

    // MARK: Calls that talk

    /// A call occupies the audio from now on, and so does not intrude any more. It becomes ready later.
    mutating func enter(_ id: CallID) {
        if !occupies(id) { occupants.append(id) }
        intruders.removeAll { $0 == id }
    }

    /// The call neither occupies the audio nor intrudes any more.
    mutating func leave(_ id: CallID) {
        occupants.removeAll { $0 == id }
        ready.removeAll { $0 == id }
        intruders.removeAll { $0 == id }
    }

    /// The start, answer or un-hold of an occupant was fulfilled.
    mutating func setReady(_ id: CallID) {
        if occupies(id), !isReady(id) { ready.append(id) }
    }

    /// The provider holds an occupant that it is told to resume.
    mutating func setUnready(_ id: CallID) { ready.removeAll { $0 == id } }

    mutating func intrude(_ id: CallID) {
        if !intrudes(id) { intruders.append(id) }
    }

    // MARK: Calls held for other calls

    /// Moves a held call from the call that it was held for to another; nil = none.
    mutating func displace(_ held: CallID, by owner: CallID?, insteadOf old: CallID?) {
        if let old {
            displaced[old]?.removeAll { $0 == held }
            if displaced[old]?.isEmpty == true { displaced[old] = nil }
        }
        if let owner { displaced[owner, default: []].append(held) }
    }

    mutating func await(_ target: CallID, by held: CallID) {
        awaits[held] = target
        awaited[target, default: []].append(held)
    }

    mutating func stopAwaiting(_ held: CallID) {
        guard let target = awaits.removeValue(forKey: held) else { return }
        awaited[target]?.removeAll { $0 == held }
        if awaited[target]?.isEmpty == true { awaited[target] = nil }
    }

    // MARK: Calls that may resume

    mutating func allowResuming(_ id: CallID) { resumable.append(id) }

    mutating func forbidResuming(_ id: CallID) { resumable.removeAll { $0 == id } }

    mutating func countResumption(of id: CallID) { resumptions[id] = min(resumptions[id, default: 0] + 1, 2) }

    mutating func forgetResumptions(of id: CallID) { resumptions[id] = nil }
}

extension Occupancy: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(occupants)
        writer.write(ready)
        writer.write(intruders)
        writer.write(resumable)
        writer.write(displaced)
        writer.write(awaited)
        writer.write(awaits)
        writer.write(resumptions)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        occupants = try reader.read()
        ready = try reader.read()
        intruders = try reader.read()
        resumable = try reader.read()
        displaced = try reader.read()
        awaited = try reader.read()
        awaits = try reader.read()
        resumptions = try reader.read()
    }
}
