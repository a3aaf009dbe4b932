// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import TestNames
import Testing

/// Links that call: from the program that opens one, over the user's press, to the app.
struct LinkTests {
    let desktop: Desktop
    private let phone: Provider

    init() throws {
        desktop = try Desktop()
        phone = try desktop.phone()
    }

    /// An agent that finds the notification server when it starts.
    private func startWithScreen() throws -> Dunst {
        let screen = try Dunst(on: desktop.bus)
        try phone.actor.client.waitForName("org.freedesktop.Notifications")
        try desktop.startAgent()
        return screen
    }

    private func dial(_ link: String, _ options: String...) throws -> CommandResult {
        try ChildProcess.run(command(link, options))
    }

    private func command(_ link: String, _ options: [String] = []) throws -> [String] {
        [try Product.path("monkeycall"), "--address=\(desktop.bus.address)", "dial", "--link", link] + options
    }

    /// The agent's answer to a link; nil = the user is asked.
    private func refusal(
        of link: String, _ client: BusClient? = nil, options: [String: DBusValue] = [:]
    ) throws -> String? {
        let client = try client ?? BusClient(address: desktop.bus.address)
        return try client.object(AgentClient.name, AgentClient.path, AgentClient.name)
            .error("ConfirmCall", .string(link), .options(options))?.name
    }

    /// Whether the app was asked for a call before the service answered another request of the app.
    private func isAsked() throws -> Bool {
        try phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).contains {
            $0.member == "StartCallRequested"
        }
    }

    @Test func `A link is called when the user presses Call, and not before`() throws {
        let screen = try startWithScreen()
        #expect(try dial("tel:+49-30-123456;ext=7").succeeded)
        let question = try screen.expect("Call \u{2068}+4930123456\u{2069}?")
        #expect(question.keys.contains("place-call") && question.keys.contains("cancel"))
        #expect(question.body.contains("Extension \u{2068}7\u{2069}"))
        #expect(try !isAsked())
        try screen.press("place-call")
        let request = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[1] == .tuple("phone-number", "+4930123456"))
        try screen.waitForCount(0)
    }

    @Test func `A link whose app does not take the call says so, and what to do`() throws {
        let screen = try startWithScreen()
        #expect(try dial("tel:+4930123456").succeeded)
        try screen.expect("Call ")
        try screen.press("place-call")
        _ = try phone.actor.client.waitForSignal("StartCallRequested")
        try phone.refuseStart("+4930123456")
        try screen.expect("Cannot call") { $0.body.contains("does not take calls from other programs. Open it.") }
    }

    @Test func `The code of a meeting is offered when the call is connected, and a press plays it`() throws {
        let screen = try startWithScreen()
        #expect(try dial("tel:+49-30-123456,,555555%23").succeeded)
        let question = try screen.expect("Call \u{2068}+4930123456\u{2069}?")
        #expect(question.body.contains("Code for after the answer: \u{2068},,555555#\u{2069}"))
        try screen.press("place-call")
        let request = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[1] == .tuple("phone-number", "+4930123456"))
        #expect(request.arguments.last?["PostDial"] == nil)
        try phone.actor.request([phone.start("A")])
        #expect(try !screen.expect("Call with").keys.contains("play-tones"))
        try phone.doEverything()
        try screen.expect("Call with") { $0.keys.contains("play-tones") }
        try screen.press("play-tones")
        #expect(try phone.actor.client.waitForSignal("PerformPlayDTMFCallAction").arguments[3] == ",,555555#")
        try phone.fulfill()
        // The button has gone, and nothing plays the code twice.
        try screen.expect("Call with") { !$0.keys.contains("play-tones") && $0.keys.contains("mute") }
    }

    @Test(arguments: ["cancel", "dismiss"])
    func `A link that the user refuses is not called`(_ answer: String) throws {
        let screen = try startWithScreen()
        #expect(try dial("facetime:ada@example.org").succeeded)
        #expect(try screen.expect("ada@example.org").body.contains("Video call"))
        if answer == "dismiss" { try screen.dismiss() } else { try screen.press("cancel") }
        try screen.waitForCount(0)
        // The question of the next link comes after the answer to this one.
        #expect(try dial("tel:1").succeeded)
        try screen.expect("Call \u{2068}1\u{2069}?")
        #expect(try !isAsked())
    }

    @Test func `A question without an answer ends after the user's Timeout, and the app is not asked`() throws {
        try desktop.set("[Links]\nTimeout=300ms\n")
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        for _ in 1...2 {
            #expect(try refusal(of: "tel:1") == nil)
            let shown = try server.next()
            #expect(shown.summary == "Call \u{2068}1\u{2069}?" && shown.isNew)
            try server.waitForClose(shown)
        }
        #expect(try !isAsked())
    }

    @Test func `The time of a question begins when it is shown, after the directory was asked for the name`() throws {
        let directory = try DirectoryOfUser(on: desktop)
        try desktop.set("[Links]\nTimeout=300ms\n")
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        directory.freeze()
        #expect(try refusal(of: "tel:1") == nil)
        try server.waitForClose(try server.next())
        directory.thaw()
    }

    @Test func `The notification of a failure stays longer than the user's Timeout`() throws {
        try desktop.set("[Links]\nTimeout=5s\n")
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        phone.actor.client.close()
        #expect(try refusal(of: "tel:1") == nil)
        let first = try server.next()
        try server.press("place-call", of: first)
        try server.waitForClose(first)
        let failure = try server.next()
        #expect(failure.summary == "Cannot call \u{2068}1\u{2069}")
        #expect(try refusal(of: "tel:2") == nil)
        let second = try server.next()
        #expect(try server.waitForClose() == second.id)
    }

    @Test func `A link asks once, and a fourth link must wait`() throws {
        let screen = try startWithScreen()
        for link in ["tel:1", "tel:2", "tel:1", "tel:3", "tel:2"] { #expect(try refusal(of: link) == nil) }
        try screen.waitForCount(3)
        #expect(try refusal(of: "tel:4") == "org.freedesktop.DBus.Error.LimitsExceeded")
        let result = try dial("tel:4")
        #expect(result.status == .exited(2) && result.errors.contains("monkeycall: LimitsExceeded: "))
    }

    @Test(
        arguments: [
            "tel:**21*030123456%23", "sip:ada@example.org?Replaces=1", "tel:1%0A2", "sip:a%E2%80%AEb@example.org",
            "tel:\(String(repeating: "1", count: 2_000))", "https://example.org", "tel:%", "sip:ada:secret@example.org",
            "",
        ].map(Shortened.init))
    func `A dangerous link is refused by the command and by the agent`(_ link: Shortened<String>) throws {
        let screen = try startWithScreen()
        let result = try dial(link.value)
        #expect(result.status == .exited(64) && result.errors.contains("; "))
        #expect(try refusal(of: link.value) == "org.freedesktop.DBus.Error.InvalidArgs")
        try screen.waitForCount(0)
    }

    @Test func `The texts of a link are no markup, and the number stays in its place`() throws {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        #expect(try refusal(of: "callto:b%26i.אדה") == nil)
        let shown = try server.next()
        #expect(shown.summary == "Call \u{2068}b&i.אדה\u{2069}?" && shown.urgency == .byte(1))
        #expect(shown.actions == ["place-call", "Call", "cancel", "Cancel"])
        try server.press("place-call", of: shown, token: "token-1")
        let request = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[2]["ActivationToken"] == "token-1")
    }

    @Test func `A click beside the buttons does not call a link`() throws {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        #expect(try refusal(of: "tel:1") == nil)
        let shown = try server.next()
        try server.click(shown)
        #expect(try !isAsked())
        try server.press("place-call", of: shown, token: "token-1")
        let request = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[2]["ActivationToken"] == "token-1")
    }

    @Test func `A press on another program's notification, in the question's place, does not call a link`() throws {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        #expect(try refusal(of: "tel:1") == nil)
        let shown = try server.next()
        try server.tell("place-call", of: shown)
        #expect(try !isAsked())
        try server.press("place-call", of: shown)
        _ = try phone.actor.client.waitForSignal("StartCallRequested")
    }

    @Test func `The question has the name of the contact and the number as people write it`() throws {
        let directory = try DirectoryOfUser(on: desktop)
        try directory.add("Ada & <b>", "030 123456")
        let screen = try startWithScreen()
        #expect(try dial("tel:+4930123456").succeeded)
        let question = try screen.expect("Call \u{2068}Ada & <b>\u{2069}?")
        #expect(question.body.contains("030 123456"))
        try screen.press("place-call")
        let request = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[2]["DisplayName"] == "Ada & <b>")
    }

    @Test func `A link goes to the app of the favourite, or to another one while that app does not run`() throws {
        let directory = try DirectoryOfUser(on: desktop)
        let other = try desktop.stage.app("Other")
        try directory.object("Favourites")
            .call("Set", .uint32(1), .tuple("phone-number", "030 123456"), "Mum", .string(other.identifier))
        let screen = try startWithScreen()
        #expect(try dial("tel:+4930123456").succeeded)
        try screen.expect("Mum")
        try screen.press("place-call")
        _ = try other.actor.client.waitForSignal("StartCallRequested")
        try other.takeStart("+4930123456")
        other.actor.client.close()
        #expect(try dial("tel:+4930123456").succeeded)
        try screen.expect("Mum")
        try screen.press("place-call")
        _ = try phone.actor.client.waitForSignal("StartCallRequested")
    }

    @Test func `The default app is started for a link`() throws {
        let screen = try startWithScreen()
        try desktop.set("[DefaultProviders]\nphone-number=org.example.Default\n")
        // This client stands in for the app: it owns the name, so the bus delivers the activation to it.
        let app = try BusClient(address: desktop.bus.address)
        try app.requestName("org.example.Default")
        #expect(try dial("tel:+4930123456").succeeded)
        try screen.expect("Call ")
        try waitForDefault("org.example.Default")
        try screen.press("place-call")
        try app.reply(to: try app.waitForCall("Activate"))
        let provider = try desktop.stage.app("Default")
        let request = try provider.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[1] == .tuple("phone-number", "+4930123456"))
    }

    /// Waits until the service knows the user's choice, which is not registered.
    private func waitForDefault(_ provider: String) throws {
        let client = try BusClient(address: desktop.bus.address)
        let deadline = Deadline()
        while true {
            let error = try client.manager.error("RequestStartCall", "", .tuple("phone-number", "1"), [:])
            if error?.message.contains(provider) == true { return }
            guard !deadline.hasPassed else { throw SupportError("the agent does not read its settings") }
        }
    }

    @Test func `A locked screen withdraws the question, and no link is asked about`() throws {
        let saver = try BusClient(address: desktop.bus.address)
        try saver.requestName("org.freedesktop.ScreenSaver")
        let screen = try startWithScreen()
        try saver.reply(to: saver.waitForCall("GetActive"), [false])
        #expect(try refusal(of: "tel:1") == nil)
        try screen.expect("Call ")
        try saver.emit("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged", [true])
        try screen.waitForCount(0)
        #expect(try refusal(of: "tel:1") == "org.monkeycall.Agent.Error.CannotAsk")
        try saver.emit("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged", [false])
        let deadline = Deadline()
        while try refusal(of: "tel:1") != nil {
            guard !deadline.hasPassed else { throw SupportError("no link is asked about after the lock") }
        }
        try screen.expect("Call ")
    }

    @Test func `A lock cancels a call whose app still starts, and shows no failure`() throws {
        let saver = try BusClient(address: desktop.bus.address)
        try saver.requestName("org.freedesktop.ScreenSaver")
        let screen = try startWithScreen()
        try saver.reply(to: saver.waitForCall("GetActive"), [false])
        try desktop.set("[DefaultProviders]\nphone-number=org.example.Default\n")
        let app = try BusClient(address: desktop.bus.address)
        try app.requestName("org.example.Default")
        #expect(try refusal(of: "tel:+4930123456") == nil)
        try screen.expect("Call ")
        try waitForDefault("org.example.Default")
        try screen.press("place-call")
        try app.reply(to: try app.waitForCall("Activate"))
        try saver.emit("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged", [true])
        let deadline = Deadline()
        while try refusal(of: "tel:2") != "org.monkeycall.Agent.Error.CannotAsk" {
            guard !deadline.hasPassed else { throw SupportError("the agent does not see the lock") }
        }
        try screen.waitForCount(0)
        let provider = try desktop.stage.app("Default")
        try saver.emit("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged", [false])
        while try refusal(of: "tel:3") != nil {
            guard !deadline.hasPassed else { throw SupportError("no link is asked about after the lock") }
        }
        try screen.expect("Call \u{2068}3")
        try screen.press("place-call")
        let request = try provider.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[1] == .tuple("phone-number", "3"))
    }

    @Test func `A link is asked about while another shell is primary`() throws {
        let screen = try startWithScreen()
        // The shell that registers last is primary.
        let last = try desktop.stage.shell()
        #expect(try refusal(of: "tel:1") == nil)
        try screen.expect("Call ")
        try screen.press("place-call")
        _ = try phone.actor.client.waitForSignal("StartCallRequested")
        withExtendedLifetime(last) {}
    }

    @Test func `The portal asks too, and a click beside the buttons is no answer`() throws {
        let portal = try Portal(on: desktop.bus)
        try desktop.startAgent()
        try portal.expect("Register")
        let deadline = Deadline()
        while try refusal(of: "tel:1") != nil {
            guard !deadline.hasPassed else { throw SupportError("the agent does not use the portal") }
        }
        let question = try portal.expect("AddNotification")
        #expect(question.buttons?.map(\.action) == ["place-call", "cancel"])
        #expect(question.priority == "normal" && question.title == "Call \u{2068}1\u{2069}?")
        try portal.press("open")
        try portal.expect("AddNotification")
        #expect(try !isAsked())
        try portal.press("place-call", token: "wayland-1")
        let request = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[2]["ActivationToken"] == "wayland-1")
        try portal.expect("RemoveNotification")
    }

    // MARK: Numbers that a headset dials

    @Test func `A number that a headset dials is asked about, as a link is`() throws {
        let screen = try startWithScreen()
        #expect(try refusal(of: "tel:+4930123456", options: ["Headset": true]) == nil)
        try screen.expect("Call \u{2068}+4930123456\u{2069}?")
        #expect(try !isAsked())
        try screen.press("place-call")
        let request = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[1] == .tuple("phone-number", "+4930123456"))
    }

    @Test func `With Dial=allow a number that a headset dials is called at once, and a link is asked about`() throws {
        try desktop.set("[Headsets]\nDial=allow\n")
        let screen = try startWithScreen()
        #expect(try refusal(of: "tel:1") == nil)
        try screen.expect("Call \u{2068}1\u{2069}?")
        #expect(try !isAsked())
        #expect(try refusal(of: "tel:2", options: ["Headset": true]) == nil)
        let request = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[1] == .tuple("phone-number", "2"))
        try screen.waitForCount(1)
    }

    @Test func `With Dial=off a number that a headset dials is refused, and a link is asked about`() throws {
        try desktop.set("[Headsets]\nDial=off\n")
        let screen = try startWithScreen()
        let refused = try refusal(of: "tel:2", options: ["Headset": true])
        #expect(refused == "org.monkeycall.Agent.Error.CannotAsk")
        #expect(try refusal(of: "tel:1") == nil)
        try screen.expect("Call \u{2068}1\u{2069}?")
        #expect(try !isAsked())
    }

    @Test(.needsRoot) func `An app in a sandbox is no headset, so its link is asked about in any case`() throws {
        try desktop.set("[Headsets]\nDial=allow\n")
        let screen = try startWithScreen()
        let app = try boxed("org.example.App")
        #expect(try refusal(of: "tel:1", app, options: ["Headset": true]) == nil)
        try screen.expect("Call \u{2068}1\u{2069}?")
        #expect(try !isAsked())
        let mistake = try refusal(of: "tel:1", options: ["Headset": "yes"])
        #expect(mistake == "org.freedesktop.DBus.Error.InvalidArgs")
    }

    @Test func `Without an app for the call the user is told so`() throws {
        let screen = try startWithScreen()
        phone.actor.client.close()
        #expect(try refusal(of: "tel:+4930123456") == nil)
        try screen.expect("Call ")
        try screen.press("place-call")
        try screen.expect("Cannot call") { $0.body.contains("No app can make this call") }
    }

    @Test(.needsRoot) func `A sandboxed app learns neither whether the user is asked nor how many links wait`() throws {
        let screen = try startWithScreen()
        let app = try boxed("org.example.App")
        for link in ["tel:1", "tel:2", "tel:3", "tel:4", "tel:5"] { #expect(try refusal(of: link, app) == nil) }
        try screen.waitForCount(1)
        #expect(try refusal(of: "tel:%", app) == "org.freedesktop.DBus.Error.InvalidArgs")
    }

    private func boxed(_ app: String) throws -> BusClient {
        try BusClient(address: desktop.bus.address, controlGroup: .flatpak(app, uid: getuid()))
    }

    @Test(.needsRoot) func `Apps in sandboxes have one question each, and leave a place to other programs`() throws {
        let screen = try startWithScreen()
        let apps = try ["One", "Two", "Three"].map { try boxed("org.example.\($0)") }
        for (number, app) in apps.enumerated() {
            for link in ["tel:1\(number)", "tel:2\(number)"] { #expect(try refusal(of: link, app) == nil) }
        }
        try screen.waitForCount(2)
        #expect(try refusal(of: "tel:3") == nil)
        try screen.waitForCount(3)
        #expect(try refusal(of: "tel:4") == "org.freedesktop.DBus.Error.LimitsExceeded")
    }

    @Test(.needsRoot, arguments: ["Cancel", "a dismissal", "a time-out"])
    func `An app in a sandbox whose question was not answered with Call asks none for a while`(_ end: String) throws {
        if end == "a time-out" { try desktop.set("[Links]\nTimeout=300ms\n") }
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let app = try boxed("org.example.App")
        #expect(try refusal(of: "tel:1", app) == nil)
        let shown = try server.next()
        if end == "Cancel" { try server.press("cancel", of: shown) }
        if end == "a dismissal" { try server.dismiss(shown) } else { try server.waitForClose(shown) }
        // The app does not learn that the user is not asked. Other programs may ask.
        #expect(try refusal(of: "tel:2", app) == nil)
        #expect(try refusal(of: "tel:3") == nil)
        #expect(try server.next().summary == "Call \u{2068}3\u{2069}?")
    }

    @Test func `A server without buttons cannot ask, so the command fails outside of a terminal`() throws {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce(["body"])
        #expect(try refusal(of: "tel:1") == "org.monkeycall.Agent.Error.CannotAsk")
        let result = try dial("tel:1", "--json")
        #expect(result.status == .exited(2) && result.errors.contains(#""Error":"CannotAsk""#))
        #expect(result.errors.contains("in a terminal. Nothing was dialed."))
    }

    @Test(arguments: [("y", true), ("n", false)])
    func `A server without buttons cannot ask, so the command asks on the terminal`(
        _ answer: String, _ isYes: Bool
    ) throws {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce(["body"])
        #expect(try refusal(of: "tel:1") == "org.monkeycall.Agent.Error.CannotAsk")
        #expect(try answerOnTerminal(answer) == isYes)
    }

    @Test func `Without an agent the command fails outside of a terminal`() throws {
        let result = try dial("tel:1")
        #expect(result.status == .exited(69) && result.errors.contains("nothing was dialed"))
    }

    @Test(arguments: [("y", true), ("n", false), ("", false)])
    func `Without an agent the command asks on the terminal`(_ answer: String, _ isYes: Bool) throws {
        #expect(try answerOnTerminal(answer) == isYes)
    }

    /// Answers the question of the command, and returns whether the app is asked for the call.
    private func answerOnTerminal(_ answer: String) throws -> Bool {
        let line = try command("tel:+49-30-123456;phone-context=example.org").map { "'\($0)'" }.joined(separator: " ")
        // It runs the command on a terminal of its own.
        let terminal = try ChildProcess(["script", "--quiet", "--return", "--command", line, "/dev/null"])
        try terminal.writeLine(answer)
        #expect(try terminal.waitForExit() == .exited(answer == "y" ? 0 : 1))
        #expect(terminal.text().contains("Call +4930123456? [y/N]"))
        return try isAsked()
    }

    @Test func `The commands of a launcher take a link as one argument and dial nothing else`() throws {
        for arguments in [["tel:1", "tel:2"], ["tel:1", "--video"], ["tel:1", "--type", "generic"]] {
            let result = try ChildProcess.run(try command(arguments[0], Array(arguments.dropFirst())))
            #expect(result.status == .exited(64))
        }
    }
}
