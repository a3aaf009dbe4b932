// SPDX-License-Identifier: MIT

/// The memory of the service's unit (`MemoryMax=`), divided once. The limits of bytes follow from these parts, and each
/// part counts at its limit. Together they leave a third to spare, also while the state is restored. SECURITY.md has
/// the table.
package enum Budget {
    /// A part of the memory.
    package struct Part: Hashable, Sendable {
        package let name: String
        package let bytes: Int
    }

    /// What systemd gives the unit.
    package static let memory = 128 * mebi
    /// What all parts together may take.
    package static let most = memory / 3 * 2

    /// The program, its libraries and what it keeps for each of the 2,048 connections of a stock bus.
    private static let program = 12 * mebi
    /// Everything that clients make the service keep, as `Cost` counts it.
    package static let registry = 8 * mebi
    /// Calls that wait for their turn.
    package static let waiting = 8 * mebi
    /// Replies and signals that their receivers have not read, as if the bus had taken none of them.
    package static let unread = 16 * mebi
    /// Copies of icons and ringtones in the folder of the state.
    package static let files = 4 * mebi
    /// A record of the state file is not longer than what `Cost` counts for it. The file may be twice as long as its
    /// live records before it is replaced.
    private static let stateFile = 2 * registry + mebi
    /// The largest reply has all objects of one user, who has half of `registry` at most. A buffer that grows has
    /// twice the bytes.
    private static let reply = registry

    /// The parts while the service runs.
    package static let running = [
        Part(name: "the program", bytes: program), Part(name: "the registry", bytes: registry),
        Part(name: "calls that wait for their turn", bytes: waiting),
        Part(name: "unread replies and signals", bytes: unread), Part(name: "the largest reply", bytes: reply),
        Part(name: "the state file", bytes: stateFile),
        // It is complete before the old one goes.
        Part(name: "a new state file beside it", bytes: registry),
        // The copies, and the sealed files that a new service makes of them.
        Part(name: "icons and ringtones", bytes: 2 * files),
    ]

    /// The parts while the state is restored. No call is handled yet, and no reply is unread.
    package static let restoring = [
        Part(name: "the program", bytes: program), Part(name: "the registry", bytes: registry),
        // It is read where it is, and replaced at the end.
        Part(name: "the state file", bytes: stateFile), Part(name: "a new state file beside it", bytes: registry),
        // Some thirty bytes for each. The shortest record has a hundred.
        Part(name: "the places of its records", bytes: registry / 2),
        Part(name: "icons and ringtones", bytes: 2 * files),
    ]

    private static var mebi: Int { 1 << 20 }
}
