// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// One moment of calls, how it begins, what the window shows then, and what a person does next.
final class RestartScene {
    enum Moment: String, CaseIterable {
        case incoming, dialing, connecting, active, muted, held, second, waiting, two, conference, emergency, ending,
            ended
        /// The question about a link.
        case link

        /// The links that the window is started with.
        var links: [String] { self == .link ? ["tel:+49-30-123456"] : [] }

        /// The app performs each action at once.
        fileprivate var isAutomatic: Bool {
            switch self {
            case .incoming, .active, .muted, .held, .second, .two, .conference, .ended, .link: true
            case .dialing, .connecting, .waiting, .emergency, .ending: false
            }
        }
    }

    let page: PageWindow
    let app: CallingApp
    private let moment: Moment
    private var (ada, bob) = ("", "")
    /// The action that the app has not performed.
    private var pending = ""

    var window: PhoneWindow { page.window }

    init(_ moment: Moment) throws {
        self.moment = moment
        page = try PageWindow(
            configuration: "[Deadlines]\nOther=10min\n[Cellular org.example.Modem]\nUser=\(getuid())\n",
            keepsState: true)
        app = try CallingApp(
            page.window, moment == .emergency ? "Modem" : "Phone", isAutomatic: moment.isAutomatic)
    }

    // MARK: How it begins

    func begin() throws {
        switch moment {
        case .link: break
        case .dialing, .connecting, .emergency: try dial()
        case .incoming: ada = try ring("+4930123456", "Ada", until: "Answer")
        case .active: try answer()
        case .muted, .held:
            try answer()
            try window.press(moment == .held ? "Hold" : "Mute")
        case .second:
            try answer()
            bob = try ring("bob@example.org", "Bob", until: "Hold & Answer")
        case .waiting:
            try answer()
            bob = try ring("bob@example.org", "Bob", until: "Hold & Answer")
            try window.press("Hold & Answer")
            pending = try app.action("hold").action
        case .two, .conference:
            try answer()
            bob = try ring("bob@example.org", "Bob", until: "Hold & Answer")
            try window.press("Hold & Answer")
            try window.waitForButton("End: Ada")
            if moment == .conference { try window.press("Merge") }
        case .ending:
            try answer()
            try window.press("End")
            pending = try app.action("end").action
        case .ended:
            try answer()
            try app.end(ada)
        }
    }

    private func ring(_ handle: String, _ name: String, until button: String) throws -> String {
        let call = try app.ring(handle, name)
        try window.waitForButton(button)
        return call
    }

    private func answer() throws {
        ada = try ring("+4930123456", "Ada", until: "Answer")
        try window.press("Answer")
        if moment.isAutomatic { try app.expect("answer") } else { try app.perform("answer") }
        try window.waitForButton("Hold")
    }

    private func dial() throws {
        let isEmergency = moment == .emergency
        let user = try window.desktop.stage.actor("user")
        let start = [String: DBusValue].start("A", at: isEmergency ? "org.example.Modem" : "org.example.Phone")
        try user.request([start.merging(isEmergency ? ["Emergency": true] : [:]) { $1 }])
        ada = try app.perform("start")
        switch moment {
        case .dialing: break
        case .emergency: try app.connected(ada)
        default: try app.connecting(ada)
        }
    }

    // MARK: What the window shows

    func expect() throws {
        switch moment {
        case .incoming:
            try window.waitForButton("Answer")
            try window.waitFor("Incoming call")
        case .dialing: try window.waitFor("Calling…")
        case .connecting: try window.waitFor("Ringing…")
        case .active: try window.waitForButton("Hold")
        case .muted:
            try window.waitFor("Your microphone is muted")
            #expect(try window.waitForButton("Mute").isPressed)
        case .held:
            try window.waitFor("On hold")
            #expect(try window.waitForButton("Hold").isPressed)
        case .second:
            try window.waitForButton("Hold & Answer")
            try window.waitForButton("Hold")
        case .waiting: try window.waitFor("Waits for another call")
        case .two:
            try window.waitForButton("End: Ada")
            try window.waitFor("bob@example.org")
        case .conference:
            try window.waitFor("Conference of 2")
            try window.waitForButton("Talk Privately: Bob")
        case .emergency:
            try window.waitFor("Emergency call")
            try window.waitForButton("End")
        case .ending: try expect("The call is ending.", of: "End")
        case .ended:
            try window.waitForButton("Call Ada")
            try window.waitUntilGone("Back to the Pages")
        case .link: try window.waitFor("Call 030 123456?")
        }
    }

    private func expect(_ obstacle: String, of control: String) throws {
        _ = try window.wait(obstacle) { try window.explanation(of: control) == obstacle ? true : nil }
    }

    // MARK: What a person does next

    /// Every button works, and so does the next call. Afterwards a call of the app is in front.
    func act() throws {
        switch moment {
        case .incoming: try press("Answer", "answer", ada)
        case .dialing, .connecting:
            try app.connected(ada)
            try window.waitForButton("Hold")
        case .active: try press("Hold", "hold", ada)
        case .muted: try press("Mute", "unmute", ada)
        case .held: try press("Hold", "resume", ada)
        case .second:
            try press("Hold & Answer", "hold", ada)
            #expect(try app.expect("answer").hasSuffix(bob))
            try window.waitForButton("End: Ada")
        case .waiting:
            try app.fulfill(pending)
            #expect(try app.perform("answer") == bob)
            try window.waitForButton("End: Ada")
        case .two: try press("Swap", "resume", ada)
        case .conference:
            try window.press("Talk Privately: Bob")
            try app.expect("ungroup")
            try press("End: Ada", "end", ada)
        case .emergency: #expect(try window.explanation(of: "Hold") == "An emergency call cannot be put on hold.")
        case .ending:
            try app.fulfill(pending)
            try window.waitUntilGone("Back to the Pages")
            try answer()
        case .ended: try answer()
        case .link:
            try window.press("Call")
            #expect(try app.expect("start-requested") == "phone-number +4930123456")
            try window.waitForButton("Hold")
        }
    }

    /// Presses a button, and expects that the app is asked to do that with the call.
    private func press(_ button: String, _ word: String, _ call: String) throws {
        try window.press(button)
        #expect(try app.expect(word).hasSuffix(call))
    }
}
