// SPDX-License-Identifier: MIT

import ProcessIdentity
import SDBus

extension Peer {
    /// Whether the program certainly runs outside of a sandbox. A process that cannot be inspected may be in one.
    var isOutsideSandbox: Bool { identity.map { $0.app == nil } ?? false }
}
