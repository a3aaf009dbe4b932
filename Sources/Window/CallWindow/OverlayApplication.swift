// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import GTK
package import SDBus

/// Shows calls above the lock screen of Plasma on Wayland. It must run before the screen is locked, so it runs as long
/// as the session, and has a window only while the screen is locked and there is a call.
@MainActor
package final class OverlayApplication {
    package static let id = "org.monkeycall.Phone.LockScreen"

    private let application: Application
    private let loop: EventLoop
    private let calls: AgentCalls
    private let log: Log
    private var source: LoopSource?
    private var overlay: OverlayWindow?
    /// The desktop has refused: it shows the window under its lock screen, where a window is of no use.
    private var isRefused = false
    /// How often the window came back since the first call that rings or is active.
    private var returns = 0
    private static let mostReturns = 50

    package init(_ loop: EventLoop, _ session: BusConnection, log: Log) {
        application = Application(id: Self.id, name: "MonkeyCall")
        (self.loop, self.log) = (loop, log)
        calls = AgentCalls(session, log: log)
    }

    /// Runs until the session ends. Returns the exit code.
    package func run() -> Int32 {
        application.onStartup { [unowned self] in start() }
        application.onActivate {}
        return application.run(program: "monkeycall-phone", [])
    }

    private func start() {
        source = LoopSource(loop)
        application.hold()
        do throws(BusError) {
            try calls.begin { [unowned self] in show() }
        } catch {
            log("cannot follow the agent", error)
            application.quit()
        }
    }

    private func show() {
        // The agent puts the most important call first.
        guard let call = calls.calls.first, calls.isLocked, !isRefused else {
            let old = overlay
            (overlay, returns) = (nil, 0)
            old?.window.destroy()
            return
        }
        if overlay == nil {
            do throws(InterfaceError) {
                let overlay = try OverlayWindow { [unowned self] in
                    calls.press($0, of: $1)
                } _: { [unowned self] in
                    if !$0 { refuse() }
                }
                followActivation(of: overlay)
                self.overlay = overlay
            } catch {
                return log("cannot show the window above the lock screen", ["message": error.message])
            }
        }
        overlay?.show(call)
        overlay?.window.present()
    }

    /// KWin 5.27 activates its lock screen when the mouse moves there, and raises it above the window. A new window is
    /// above it again. The limit ends an endless exchange of the two.
    private func followActivation(of overlay: OverlayWindow) {
        var isActivated = false
        overlay.window.onStateChange { [weak self, weak overlay] in
            guard let self, let overlay else { return }
            let wasActivated = isActivated
            isActivated = overlay.window.isActivated
            guard wasActivated, !isActivated, returns < Self.mostReturns else { return }
            returns += 1
            loop.deferred { [unowned self] in showAnew() }
        }
    }

    /// Shows a new window. KWin does not put the old one above its lock screen again.
    private func showAnew() {
        let old = overlay
        overlay = nil
        old?.window.destroy()
        show()
    }

    private func refuse() {
        isRefused = true
        log("the desktop shows no windows of this program above its lock screen; only Plasma on Wayland can do it")
        loop.deferred { [unowned self] in show() }
    }
}

/// A small window above the lock screen that shows one call with its buttons, and nothing else of the program.
@MainActor
final class OverlayWindow {
    let window: Window
    private let title: Label
    private let lines: Label
    private let box: Box
    /// The words of the buttons from left to right, with those that have gone; empty for an empty place.
    private var places: [String] = []
    private var shown: AgentCalls.Call?
    private let press: (AgentCalls.Button, AgentCalls.Call) -> Void

    init(
        press: @escaping (AgentCalls.Button, AgentCalls.Call) -> Void, _ isAllowed: @escaping @MainActor (Bool) -> Void
    ) throws(InterfaceError) {
        let builder = try Builder(PackageResources.overlay_ui)
        window = try builder.get("window")
        title = try builder.get("title")
        lines = try builder.get("lines")
        box = try builder.get("buttons")
        self.press = press
        window.showAboveLockScreen(isAllowed)
        window.guardDoublePresses()
        // The window ends with the call or the lock, and not by a key.
        window.onQuestion("close-request") { _ in true }
    }

    /// Buttons stay while they are the same, so that a change during a press does not lose it.
    func show(_ call: AgentCalls.Call) {
        title.text = call.title
        lines.text = call.lines.joined(separator: "\n")
        guard call.id != shown?.id || call.buttons != shown?.buttons else { return }
        // A button that has gone leaves its place empty, until another button comes.
        let words = call.buttons.map(\.word)
        if call.id != shown?.id || !words.allSatisfy(places.contains) { places = Self.places(of: words) }
        shown = call
        box.children = places.map { word in
            call.buttons.first { $0.word == word }.map { button($0, of: call) } ?? Bin()
        }
    }

    private func button(_ offered: AgentCalls.Button, of call: AgentCalls.Call) -> Button {
        let button = Button(label: offered.label)
        if let style = Self.style(of: offered.word) { button.style(style) }
        button.onClick { [weak self] in self?.press(offered, call) }
        return button
    }

    /// As in the main window: Decline is left, what answers is right, and End is in the middle.
    private static func places(of words: [String]) -> [String] {
        func first(_ buttons: [CallButton], but other: String = "") -> String {
            buttons.map(\.rawValue).first { $0 != other && words.contains($0) } ?? ""
        }
        let right = first([.answer, .holdAndAnswer, .endAndAnswer, .hold, .resume, .swap])
        let middle = first([.end, .endAndAnswer, .silence], but: right)
        let places = [first([.decline, .mute, .unmute]), middle, right]
        return places + words.filter { !places.contains($0) }
    }

    private static func style(of word: String) -> String? {
        switch CallButton(rawValue: word) {
        case .decline, .end: "destructive-action"
        case .answer, .holdAndAnswer: "suggested-action"
        case .endAndAnswer, .silence, .mute, .unmute, .hold, .resume, .swap, nil: nil
        }
    }
}

/// The calls of monkeycall-agent as a lock screen may show them: `org.monkeycall.Agent.Calls`. It has filtered them.
@MainActor
final class AgentCalls {
    struct Call: Hashable {
        let id: String
        let title: String
        let lines: [String]
        /// A word for `press`, and the text for people.
        let buttons: [Button]
    }

    struct Button: Hashable {
        let word: String
        let label: String
    }

    private(set) var calls: [Call] = []
    private(set) var isLocked = false
    private let agent: RemoteName
    private let object: RemoteObject
    private let log: Log

    init(_ session: BusConnection, log: Log) {
        agent = RemoteName(AgentName.bus, on: session)
        object = RemoteObject(
            agent, AgentName.path, AgentName.calls, [Key.calls, .locked].map(\.rawValue),
            subscription: SurfaceMethod.subscribe.member, ended: SignalName.subscriptionEnded.member)
        self.log = log
    }

    /// Calls `changed` after each change.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        try object.begin { [unowned self] in
            calls = object.properties[Key.calls]?.dictionaries?.map(Self.call) ?? []
            isLocked = object.properties[Key.locked]?.bool ?? false
            changed()
        }
        try agent.begin()
    }

    /// Presses a button. The state shows the result.
    func press(_ button: Button, of call: Call) {
        let member = SurfaceMethod.perform.member
        agent.call(AgentName.path, AgentName.calls, member, call.id, button.word, [String: Variant]()) { [log] reply in
            if case .failure(let error) = reply {
                log("the agent refused a request", ["error": error.name, "member": member.text])
            }
        }
    }

    private static func call(_ entry: [String: Variant]) -> Call {
        let buttons = entry[Key.buttons]?.array(of: "(ss)")?.compactMap(\.stringPair) ?? []
        return Call(
            id: entry.text(.call), title: entry.text(.title), lines: entry[Key.lines]?.strings ?? [],
            buttons: buttons.map { Button(word: $0, label: $1) })
    }
}
