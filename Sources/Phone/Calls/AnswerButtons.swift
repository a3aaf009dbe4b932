// SPDX-License-Identifier: MIT

import CallInterface
import GTK
import PhoneModel
import Translations

/// The buttons of a call that rings.
@MainActor
final class AnswerButtons {
    private let box: FlowBox
    private let phone: PhoneContext
    private var shown: [CallButton] = []
    private var call = ""
    private var buttons: [Button] = []

    init(_ box: FlowBox, _ phone: PhoneContext) { (self.box, self.phone) = (box, phone) }

    /// Shows the buttons of that call; none if it does not ring.
    func show(_ card: CallCard?) {
        let wanted = Self.buttons(of: card)
        box.isVisible = !wanted.isEmpty
        guard wanted != shown || card?.call != call else { return }
        (shown, call) = (wanted, card?.call ?? "")
        for button in buttons { box.remove(button) }
        buttons = wanted.map(make)
        box.set("max-children-per-line", .int(wanted.count > 3 ? 2 : 3))
        for button in buttons { box.append(button) }
    }

    /// The keyboard focus goes to nothing that answers or declines by accident: the user must choose.
    private static func buttons(of card: CallCard?) -> [CallButton] {
        guard let card, card.isRinging else { return [] }
        let refusals: [CallButton] = (card.canEnd ? [.decline] : []) + (card.canSilence ? [.silence] : [])
        return card.answers.count > 1 ? card.answers + refusals : refusals + card.answers
    }

    private func make(_ kind: CallButton) -> Button {
        let button = Button(label: kind.label)
        button.style("pill")
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
