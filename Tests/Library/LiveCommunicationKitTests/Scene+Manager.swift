// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting

extension Scene {
    /// An app that uses LiveCommunicationKit, whose manager has begun. The story afterwards is empty.
    func manager(_ name: String, _ options: String = "") throws -> AppPlayer {
        try begun(name, "lc manager \(options)")
    }
}
