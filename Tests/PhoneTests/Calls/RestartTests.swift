// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The window is killed and opened again, and so is each program under it, in every state.
@Suite(.serialized)
struct RestartTests {
    enum Moment: String, CaseIterable {
        case incoming, active, held, two, conference, ended
    }

    @Test(arguments: Moment.allCases)
    func `The window shows and controls calls as before when it or a program under it was killed`(_ moment: Moment)
        throws
    {
        let page = try PageWindow(keepsState: true)
        let (window, desktop) = (page.window, page.window.desktop)
        try desktop.startAgent(environment: desktop.bus.withoutSound)
        try window.open()
        let app = try CallingApp(window)
        let calls = try begin(moment, window, app)
        try expect(moment, in: window)
        try window.kill()
        try window.open()
        try expect(moment, in: window)
        // From here on the same window must follow.
        try desktop.stage.restart()
        try desktop.killAgent()
        try page.directory.kill()
        try expect(moment, in: window)
        try desktop.startAgent(environment: desktop.bus.withoutSound)
        try page.directory.start()
        try expect(moment, in: window)
        try act(moment, calls, window, app)
    }

    /// Returns the ids of the calls.
    private func begin(_ moment: Moment, _ window: PhoneWindow, _ app: CallingApp) throws -> [String] {
        let ada = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        if moment == .incoming { return [ada] }
        try window.press("Answer")
        try app.expect("answer")
        try window.waitForButton("Hold")
        switch moment {
        case .incoming, .active: break
        case .held: try window.press("Hold")
        case .two, .conference:
            let bob = try app.ring("bob@example.org", "Bob")
            try window.press("Hold & Answer")
            try window.waitForButton("Swap: Ada")
            if moment == .conference { try window.press("Merge") }
            return [ada, bob]
        case .ended: try app.end(ada)
        }
        return [ada]
    }

    private func expect(_ moment: Moment, in window: PhoneWindow) throws {
        switch moment {
        case .incoming:
            try window.waitForButton("Answer")
            try window.waitFor("Incoming call")
        case .active: try window.waitForButton("Hold")
        case .held:
            try window.waitFor("On hold")
            #expect(try window.waitForButton("Hold").isPressed)
        case .two:
            try window.waitForButton("Swap: Ada")
            try window.waitFor("bob@example.org")
        case .conference:
            try window.waitFor("Conference of 2")
            try window.waitForButton("Talk Privately: Bob")
        case .ended:
            try window.waitForButton("Call Ada")
            #expect(try !window.shows("through Example Phone"))
        }
    }

    /// Every button works, and so does the next call.
    private func act(_ moment: Moment, _ calls: [String], _ window: PhoneWindow, _ app: CallingApp) throws {
        switch moment {
        case .incoming:
            try window.press("Answer")
            #expect(try app.expect("answer").hasSuffix(calls[0]))
        case .active:
            try window.press("Hold")
            #expect(try app.expect("hold").hasSuffix(calls[0]))
        case .held:
            try window.press("Hold")
            #expect(try app.expect("resume").hasSuffix(calls[0]))
        case .two:
            try window.press("Swap")
            #expect(try app.expect("resume").hasSuffix(calls[0]))
        case .conference:
            try window.press("Talk Privately: Bob")
            try app.expect("ungroup")
            try window.press("End: Ada")
            #expect(try app.expect("end").hasSuffix(calls[0]))
        case .ended:
            _ = try app.ring("+4930999999", "Eve")
            try window.press("Answer")
            try app.expect("answer")
        }
        try window.screen.type("ctrl+e")
        try app.expect("end")
    }
}
