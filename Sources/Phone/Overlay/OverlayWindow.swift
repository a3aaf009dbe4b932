// SPDX-License-Identifier: MIT

import CallModel
import GTK

/// A small window above the lock screen that shows one call with its buttons, and nothing else of the program.
@MainActor
final class OverlayWindow {
    let window: Window
    private let title: Label
    private let lines: Label
    private let box: Box
    private var buttons: [Button] = []
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
        // The window ends with the call or the lock, and not by a key.
        window.onQuestion("close-request") { _ in true }
    }

    /// Buttons stay while they are the same, so that a change during a press does not lose it.
    func show(_ call: AgentCalls.Call) {
        title.text = call.title
        lines.text = call.lines.joined(separator: "\n")
        guard call.id != shown?.id || call.buttons != shown?.buttons else { return }
        shown = call
        for button in buttons { box.remove(button) }
        buttons = call.buttons.map { offered in
            let button = Button(label: offered.label)
            if let style = Self.style(offered.word) { button.style(style) }
            button.onClick { [unowned self] in press(offered, call) }
            box.append(button)
            return button
        }
    }

    private static func style(_ word: String) -> String? {
        switch CallButton(rawValue: word) {
        case .answer, .holdAndAnswer, .endAndAnswer: "suggested-action"
        case .decline, .end: "destructive-action"
        case .silence, .mute, .unmute, .hold, .resume, .swap, nil: nil
        }
    }
}
