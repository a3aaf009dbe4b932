// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The service is killed and started again under the window.
@Suite(.serialized)
struct ServiceRestartTests {
    enum Moment: String, CaseIterable {
        case ringing, active, held, two
    }

    @Test(arguments: Moment.allCases)
    func `The window shows and controls a call as before after a restart of the service`(_ moment: Moment) throws {
        let window = try PhoneWindow(keepsState: true)
        try window.open()
        let app = try CallingApp(window)
        let ada = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        if moment != .ringing {
            try window.press("Answer")
            try app.expect("answer")
            try window.waitForButton("Hold")
        }
        switch moment {
        case .ringing, .active: break
        case .held:
            try window.press("Hold")
            try window.waitForButton("Resume")
        case .two:
            _ = try app.ring("bob@example.org", "Bob")
            try window.press("Hold & Answer")
            try window.waitForButton("Swap: Ada")
        }
        try window.desktop.stage.restart()
        switch moment {
        case .ringing:
            try window.press("Answer")
            try app.expect("answer")
            try window.waitForButton("Hold")
        case .active:
            try window.press("Hold")
            try app.expect("hold")
            try window.waitFor("On hold")
        case .held:
            try window.press("Resume")
            try app.expect("resume")
            try window.waitForButton("Hold")
        case .two:
            try window.press("End: Ada")
            #expect(try app.expect("end").hasSuffix(ada))
            try window.waitForButton("Hold")
        }
        try window.press("End")
        try window.waitUntilGone("through Example Phone")
    }

    @Test func `A window that is killed and opened again during a call shows the call`() throws {
        let window = try PhoneWindow()
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada")
        try window.press("Answer")
        try window.waitForButton("Hold")
        try window.kill()
        try window.open()
        try window.waitFor("Ada")
        try window.press("End")
        try app.expect("end")
    }
}
