// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import ConfigurationText
import GTK

/// The buttons of a call that rings: Decline on the side where End comes after the answer, and Answer on the other
/// side, so that a second press on Answer does not end the call. Each has the same place in any language and with large
/// text.
@MainActor
final class AnswerButtons {
    private let grid: Grid
    private let phone: PhoneContext
    private var shown: [CallButton] = []
    private var call = ""
    private var buttons: [Button] = []

    init(_ grid: Grid, _ phone: PhoneContext) { (self.grid, self.phone) = (grid, phone) }

    /// Shows the buttons of that call; none if it does not ring.
    func show(_ card: CallCard?) {
        let rows = Self.rows(of: card)
        let wanted = rows.flatMap(\.self)
        grid.isVisible = !wanted.isEmpty
        guard wanted != shown || card?.call != call else { return }
        // GTK would choose where the focus goes, maybe to End, and a second press of Return would end the call.
        if zip(shown, buttons).contains(where: { $0.answers && $1.hasFocus }) { phone.focusDetails() }
        (shown, call) = (wanted, card?.call ?? "")
        for button in buttons { grid.remove(button) }
        buttons = []
        for (place, row) in rows.enumerated() {
            for (column, kind) in row.enumerated() {
                let button = make(kind)
                grid.attach(button, column: column, row: place, columns: row.count == 1 ? 2 : 1)
                buttons.append(button)
            }
        }
    }

    /// At most two beside each other. The keyboard focus goes first to what answers and declines nothing, where there
    /// is such a button.
    private static func rows(of card: CallCard?) -> [[CallButton]] {
        guard let card, card.isRinging else { return [] }
        let decline: [CallButton] = card.canEnd ? [.decline] : []
        let silence: [CallButton] = card.canSilence ? [.silence] : []
        let rows = card.answers.count > 1 ? [card.answers, decline + silence] : [silence, decline + card.answers]
        return rows.filter { !$0.isEmpty }
    }

    private func make(_ kind: CallButton) -> Button {
        let button = Button(label: kind.label)
        button.style("pill")
        button.wrap()
        switch kind {
        case .answer, .holdAndAnswer: button.style("answer-call")
        case .endAndAnswer: break
        case .decline: button.style("destructive-action")
        default: button.style("flat")
        }
        let call = call
        button.onClick { [weak self] in self?.phone.calls.press(kind, on: call) }
        return button
    }
}
