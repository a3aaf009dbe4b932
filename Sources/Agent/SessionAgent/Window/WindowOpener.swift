// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface

/// Opens the window for a call that begins to ring, if the user wants that. A locked screen opens nothing.
package final class WindowOpener: Neighbour {
    private let window: CallWindow
    /// The calls that rang before, so that a window that the user closes stays closed.
    private var known: Set<String> = []

    package init(_ window: CallWindow) { self.window = window }

    package func follow(_ state: DesktopState) {
        // Without the calls it is not known whether one has ended.
        guard state.isPrimary else { return }
        let ringing = state.calls.filter { $0.isUnanswered && !$0.isSilenced }.map(\.uuid)
        let new = ringing.first { !known.contains($0) }
        known = Set(ringing)
        guard let new, state.settings.opensWindow, !state.isLocked else { return }
        window.showCall(new)
    }
}
