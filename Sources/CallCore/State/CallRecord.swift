// SPDX-License-Identifier: MIT

/// Everything that the parts of a domain know about one call.
struct CallRecord: Hashable {
    let call: Call
    let notes: Calls.Notes
    let story: Story?
    /// Its number among the calls that ring; nil = it does not ring.
    let arrival: UInt64?
    let isSilenced: Bool
}

extension CallRecord: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(call)
        writer.write(notes)
        writer.write(story)
        writer.write(arrival)
        writer.write(isSilenced)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        call = try reader.read()
        notes = try reader.read()
        story = try reader.read()
        arrival = try reader.read()
        isSilenced = try reader.read()
    }
}
