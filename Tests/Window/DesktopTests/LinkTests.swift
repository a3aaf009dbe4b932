// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The question about a link on real desktops.
struct LinkTests {
    @Test(arguments: IncomingCallTests.Kind.allCases)
    func `A desktop asks about a link, and its button dials`(_ kind: IncomingCallTests.Kind) throws {
        let desktop = try Desktop(hasUnits: true)
        let screen = try kind.start(on: desktop.bus)
        try desktop.startAgent()
        let phone = try desktop.stage.app("Phone")
        let dialed = try ChildProcess.run([
            try Product.path("monkeycall"), "--address=\(desktop.bus.address)", "dial", "--link", "tel:+49-30-123456",
        ])
        #expect(dialed.succeeded)
        try screen.pointAt("Call +4930123456?")
        try screen.waitForButton("Cancel")
        #expect(try screen.buttons() == ["Call", "Cancel"])
        try screen.keepPicture("\(kind)-link")
        try screen.press("Call")
        let request = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[1] == .tuple("phone-number", "+4930123456"))
        try screen.waitUntilGone("Call +4930123456?")
    }
}
