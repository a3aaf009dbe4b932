// SPDX-License-Identifier: MIT

import ProcessIdentity
import SDBus

extension Peer {
    /// Whether the program certainly runs outside of a sandbox. A process that cannot be inspected may be in one.
    var isOutsideSandbox: Bool { sandboxedApp == nil }

    /// The app in whose sandbox the program runs; nil outside of a sandbox. Processes that cannot be inspected count as the app of the
    /// sandboxes without a name.
    var sandboxedApp: String? {
        guard let identity else { return "" }
        return identity.app
    }
}
