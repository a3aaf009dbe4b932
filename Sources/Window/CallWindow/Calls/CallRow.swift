// SPDX-License-Identifier: MIT

import CallWindowModel
import GTK

/// A call that is not in front: a member of the conference, one on hold, or one that rings.
@MainActor
final class CallRow {
    let widget: Widget
    private let avatar: PersonAvatar
    private let phone: PhoneContext
    private let title: Label
    private let subtitle: Label
    private let status: Label
    private let actions: Box
    private let answers: AnswerButtons
    private var buttons: [Button] = []
    private var card: CallCard?
    private let act: (CallCard.Action, String) -> Void

    init(
        _ phone: PhoneContext, act: @escaping (CallCard.Action, String) -> Void
    ) throws(InterfaceError) {
        let builder = try Builder(PackageResources.call_row_ui)
        widget = try builder.get("row")
        (avatar, title) = (PersonAvatar(try builder.get("avatar")), try builder.get("title"))
        (subtitle, status) = (try builder.get("subtitle"), try builder.get("status"))
        actions = try builder.get("actions")
        answers = AnswerButtons(try builder.get("answers"), phone)
        (self.phone, self.act) = (phone, act)
    }

    func show(_ card: CallCard) {
        defer { tick() }
        guard card != self.card else { return }
        let old = self.card
        self.card = card
        avatar.show(name: card.avatarName)
        phone.callers.show(card.handle, in: avatar)
        title.text = card.title
        // The row is narrow: the app is in the details, unless nothing else is known.
        subtitle.text =
            card.isRinging || card.subtitle.isEmpty
            ? [card.subtitle, card.app].filter { !$0.isEmpty }.joined(separator: " · ") : card.subtitle
        answers.show(card)
        status.setAccessibleDescription(card.stateBesideTime)
        guard card.actions != old?.actions || card.title != old?.title else { return }
        for button in buttons { actions.remove(button) }
        buttons = card.actions.map { action in
            let button = Button(icon: action.icon, accessibleName: "\(action.label): \(card.title.line)")
            button.tooltip = action.label
            button.style("circular")
            if action == .end { button.style("destructive-action") }
            button.onClick { [weak self] in self?.act(action, card.call) }
            actions.append(button)
            return button
        }
    }

    /// Shows the present time.
    func tick() {
        guard let card else { return }
        let badges = card.badges.map(\.text)
        status.text = ([card.status(now: CallTime.now)] + badges).joined(separator: " · ")
    }
}
