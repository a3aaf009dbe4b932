// SPDX-License-Identifier: MIT

/// Everything that the parts of a domain know about one call.
struct CallRecord: Hashable {
    let call: Call
    let notes: Calls.Notes
    let story: Story?
    /// Its number among the calls that ring; nil = it does not ring.
    let arrival: UInt64?
    let isSilenced: Bool

    /// Writes it from the parts of the domain, without a copy of them. Returns false, and writes nothing, if there is
    /// no such call.
    static func write(of id: CallID, in domain: Domain, to writer: inout StateWriter) -> Bool {
        guard let call = domain.calls[id] else { return false }
        writer.write(call)
        writer.write(domain.calls.notes(about: id))
        writer.write(domain.stories.live[id])
        writer.write(domain.alerts.ringing[id])
        writer.write(domain.alerts.silenced.contains(id))
        return true
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        call = try reader.read()
        notes = try reader.read()
        story = try reader.read()
        arrival = try reader.read()
        isSilenced = try reader.read()
    }
}
