// SPDX-License-Identifier: MIT

import SDBus

/// The directory as one caller sees it.
struct Visit {
    /// The app of the caller's sandbox; nil = no sandbox.
    let app: String?
    let facts: DirectoryFacts

    /// The user's programs outside of a sandbox.
    func requireUser() throws(BusError) {
        guard app == nil else {
            throw .accessDenied(
                "A sandboxed app may only list its own calls in the history, and screen calls if the user has enabled it."
            )
        }
    }
}
