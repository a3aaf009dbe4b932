// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// What people see, measured in the pixels of the window.
@Suite(.serialized)
struct WindowLookTests {
    @Test func `Texts and symbols of the window have enough contrast, and nothing is cut off in any look`() throws {
        let folder = URL(fileURLWithPath: try Product.path("monkeycall-phone")).deletingLastPathComponent()
        let check = try ChildProcess.run(
            [Repository.file("Tests/Window/WindowLook/run").path, folder.path], timeout: 900)
        #expect(check.succeeded, "\(check)")
    }
}
