// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import GTK

/// The round controls of the call in front.
@MainActor
final class CallControls {
    var press: (CallControl) -> Void = { _ in }
    private let context: CallWindowContext
    private let scroller: Widget
    private let lower: Stack
    private let routes: Box
    private let popover: Popover
    private var parts: [CallControl: Part] = [:]
    private var shown: [CallControl: ControlState] = [:]
    private var shownRoutes: [Route] = []
    private var shownRoute = ""

    private struct Part {
        let box: Widget
        let button: Widget
        let label: Label
    }

    init(_ builder: Builder, _ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        (scroller, lower) = (try builder.get("controls"), try builder.get("lower"))
        (routes, popover) = (try builder.get("routes"), try builder.get("routes-popover"))
        for control in CallControl.allCases {
            let name = control.rawValue
            let part = Part(
                box: try builder.get(name), button: try builder.get(name + "-button"),
                label: try builder.get(name + "-label"))
            parts[control] = part
            part.box.isVisible = false
            guard control != .route else { continue }
            part.button.on("clicked") { [weak self] _ in self?.clicked(control) }
        }
    }

    /// A toggle shows what is, not what was asked: the app must confirm.
    private func clicked(_ control: CallControl) {
        if control != .keypad, let toggle = parts[control].flatMap({ ToggleButton.cast($0.button.raw) }) {
            toggle.isActive.toggle()
        }
        press(control)
    }

    var showsTones: Bool {
        get { lower.page == "tones" }
        set {
            guard newValue != showsTones else { return }
            lower.page = newValue ? "tones" : "controls"
            parts[.keypad].flatMap { ToggleButton.cast($0.button.raw) }?.isActive = newValue
        }
    }

    /// The most that the controls get of the window, in pixels; nil = all that they need. The others are reached by
    /// scrolling.
    var height: Int? {
        didSet { if height != oldValue { scroller.set("max-content-height", .int(height ?? -1)) } }
    }

    func show(_ screen: CallScreen) {
        scroller.isVisible = !screen.controls.isEmpty
        for (control, part) in parts {
            let state = screen.controls.first { $0.control == control }
            guard state != shown[control] else { continue }
            shown[control] = state
            part.box.isVisible = state != nil
            if let state { show(state, in: part) }
        }
        show(context.calls.audio)
    }

    private func show(_ state: ControlState, in part: Part) {
        part.label.text = state.label
        part.button.isSensitive = state.isPossible
        // A widget that is not sensitive still has its tooltip and its description.
        part.button.tooltip = state.isPossible ? state.label : state.obstacle
        part.button.setAccessibleName(state.name)
        // The name of the device is only below the button, for people who see it.
        part.button.setAccessibleDescription(
            state.isPossible && state.label != state.action ? state.label : state.obstacle)
        if state.control != .keypad, let toggle = ToggleButton.cast(part.button.raw) { toggle.isActive = state.isOn }
        if let menu = MenuButton.cast(part.button.raw) { menu.show(icon: state.icon) }
    }

    // MARK: Routes

    private func show(_ audio: AudioRecord) {
        guard audio.routes != shownRoutes || audio.route != shownRoute else { return }
        (shownRoutes, shownRoute) = (audio.routes, audio.route)
        routes.children = audio.routes.compactMap { row($0, isUsed: $0.name == audio.route) }
    }

    private func row(_ route: Route, isUsed: Bool) -> Button? {
        guard let row = try? Button.choice(icon: route.icon, route.title, isChosen: isUsed) else { return nil }
        row.isSensitive = route.isAvailable
        if isUsed { row.setAccessibleName(route.titleInUse) }
        row.onClick { [weak self] in
            self?.popover.close()
            self?.context.calls.setRoute(route.name)
        }
        return row
    }
}

/// The keys that send tones during a call.
@MainActor
final class TonePad {
    /// Each with its name in the id of its button, which has only letters and digits.
    static let keys: [(key: Character, id: String)] =
        "0123456789".map { ($0, String($0)) } + [("*", "star"), ("#", "hash")]
    var send: (Character) -> Void = { _ in }
    var hide: () -> Void = {}
    private let tones: Label

    init(_ builder: Builder) throws(InterfaceError) {
        tones = try builder.get("tones")
        let keys: Grid = try builder.get("tone-keys")
        keys.keepLeftToRight()
        for (key, id) in Self.keys {
            let button: Button = try builder.get("tone-" + id)
            button.onClick { [weak self] in self?.press(key) }
        }
        let hideButton: Button = try builder.get("hide-tones")
        hideButton.onClick { [weak self] in self?.hide() }
    }

    func press(_ key: Character) {
        // The end of a long number is enough.
        tones.text = String((tones.text + String(key)).suffix(40))
        send(key)
    }

    func clear() { tones.text = "" }
}

extension Button {
    /// A row of a popover in which the user chooses one of several things. `isChosen` marks the present choice.
    static func choice(icon: String, _ title: String, isChosen: Bool) throws(InterfaceError) -> Button {
        let builder = try Builder(PackageResources.choice_row_ui)
        let button: Button = try builder.get("row")
        let (image, label): (Image, Label) = (try builder.get("icon"), try builder.get("label"))
        let check: Image = try builder.get("check")
        image.show(icon: icon)
        label.text = title
        check.isVisible = isChosen
        button.setAccessibleName(title)
        return button
    }
}
