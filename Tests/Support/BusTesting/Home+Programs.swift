// SPDX-License-Identifier: MIT

import Foundation

extension Home {
    /// Programs that start later find the programs of the project by their names, as after an installation.
    package func installPrograms() throws {
        let programs = URL(fileURLWithPath: try Product.path("monkeycall")).deletingLastPathComponent().path
        set("PATH", programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""))
    }
}
