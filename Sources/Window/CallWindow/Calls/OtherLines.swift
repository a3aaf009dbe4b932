// SPDX-License-Identifier: MIT

import CallWindowModel
import GTK

/// The other apps that could make a call whose app does not answer. A press cancels the request; when that is over, the
/// chosen app is asked.
@MainActor
final class OtherLines {
    private let whole: Widget
    private let box: Box
    private let context: CallWindowContext
    private var shown: [PhoneLine] = []

    init(_ whole: Widget, _ box: Box, _ context: CallWindowContext) {
        (self.whole, self.box, self.context) = (whole, box, context)
    }

    func show(_ screen: CallScreen) {
        let lines: [PhoneLine] =
            switch screen.kind {
            case .pending(let others): others
            case .calls, .ended, .away: []
            }
        guard lines != shown else { return }
        shown = lines
        if whole.containsFocus { context.focusCall() }
        whole.isVisible = !lines.isEmpty
        box.children = lines.map { line in
            let button = Button(label: line.title)
            button.wrap()
            button.onClick { [weak self] in self?.context.placer.choose(line.provider) }
            return button
        }
    }
}
