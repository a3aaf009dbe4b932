// SPDX-License-Identifier: MIT

internal import CallCore

/// What a new service still has to do when it owns the name.
struct SuspendedState {
    let keeper: StateKeeper
    /// nil = there is no state of a service before.
    var kept: KeptState?
    /// The users whose state is not restored whole.
    var recoveries: [UInt32: Recovery] = [:]
    /// The providers of users whose state was given up.
    var lost: [(client: Client, identifier: String)] = []
}
