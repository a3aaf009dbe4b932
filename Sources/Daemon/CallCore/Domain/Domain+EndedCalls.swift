// SPDX-License-Identifier: MIT

/// The ended calls for the user's history, which the directory keeps. Each has a number, and the next one has the next
/// number.
extension Domain {
    /// The ended calls with a number above this one that are remembered, oldest first.
    package func endedCalls(
        after number: UInt64, for caller: Caller
    ) throws(CallError) -> [(number: Int, ended: EndedCall)] {
        try checkDirectory(caller)
        return stories.ended(after: Int(clamping: number))
    }

    /// Tells the directory which call ended last.
    var callsEnded: [Effect] {
        guard let directory = screenings.directory, stories.lastNumber > 0 else { return [] }
        return [.callsEnded(directory.client, number: stories.lastNumber)]
    }
}
