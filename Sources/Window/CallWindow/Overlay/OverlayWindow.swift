// SPDX-License-Identifier: MIT

import CallContract
import GTK

/// A small window above the lock screen that shows one call with its buttons, and nothing else of the program.
@MainActor
final class OverlayWindow {
    let window: Window
    private let title: Label
    private let lines: Label
    private let box: Box
    private var widgets: [Widget] = []
    /// The most buttons that this call has had.
    private var places = 0
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
        if call.id != shown?.id { places = 0 }
        shown = call
        for widget in widgets { box.remove(widget) }
        places = max(places, call.buttons.count)
        func buttons(in place: Place) -> [Widget] {
            call.buttons.filter { Place($0) == place }.map { button($0, of: call) }
        }
        // The places of buttons that have gone stay empty, so that End is where Decline was, and Answer stays when
        // Silence has gone.
        let empty: [Widget] = (call.buttons.count..<places).map { _ in Bin() }
        widgets = buttons(in: .first) + buttons(in: .middle) + empty + buttons(in: .last)
        for widget in widgets { box.append(widget) }
    }

    private func button(_ offered: AgentCalls.Button, of call: AgentCalls.Call) -> Button {
        let button = Button(label: offered.label)
        if let style = Place(offered).style { button.style(style) }
        button.onClick { [weak self] in self?.press(offered, call) }
        return button
    }

    /// What refuses or ends comes first, and what answers comes last, as in the main window.
    private enum Place {
        case first, middle, last

        init(_ button: AgentCalls.Button) {
            switch CallButton(rawValue: button.word) {
            case .decline, .end: self = .first
            case .silence, .mute, .unmute, .hold, .resume, .swap, nil: self = .middle
            case .answer, .holdAndAnswer, .endAndAnswer: self = .last
            }
        }

        var style: String? {
            switch self {
            case .first: "destructive-action"
            case .middle: nil
            case .last: "suggested-action"
            }
        }
    }
}
