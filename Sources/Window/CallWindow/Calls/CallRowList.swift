// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// Some calls below each other, a row for each. The rows of calls that stay keep their widgets, and so the keyboard
/// focus.
@MainActor
final class CallRowList {
    private let box: Box
    private let context: CallWindowContext
    private var rows: [String: CallRow] = [:]
    private var order: [String] = []

    init(_ box: Box, _ context: CallWindowContext) { (self.box, self.context) = (box, context) }

    func show(_ cards: [CallCard]) {
        box.isVisible = !cards.isEmpty
        let calls = cards.map(\.call)
        for (call, row) in rows where !calls.contains(call) {
            box.remove(row.widget)
            rows[call] = nil
        }
        for card in cards { row(card.call)?.show(card) }
        guard calls != order else { return }
        order = calls
        var last: Widget?
        for call in calls {
            guard let row = rows[call] else { continue }
            box.move(row.widget, behind: last)
            last = row.widget
        }
    }

    func tick() {
        for row in rows.values { row.tick() }
    }

    private func row(_ call: String) -> CallRow? {
        if let row = rows[call] { return row }
        guard let row = context.make("cannot show a call", try CallRow(context)) else { return nil }
        rows[call] = row
        box.append(row.widget)
        return row
    }
}

/// A call that is not in front: a member of the conference, one on hold, or one that rings.
@MainActor
final class CallRow {
    let widget: Widget
    private let avatar: PersonAvatar
    private let context: CallWindowContext
    private let title: Label
    private let subtitle: Label
    private let status: Label
    private let actions: Box
    private let answers: AnswerButtons
    private var card: CallCard?

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.call_row_ui)
        widget = try builder.get("row")
        (avatar, title) = (PersonAvatar(try builder.get("avatar")), try builder.get("title"))
        (subtitle, status) = (try builder.get("subtitle"), try builder.get("status"))
        actions = try builder.get("actions")
        answers = AnswerButtons(try builder.get("answers"), context)
    }

    func show(_ card: CallCard) {
        defer { tick() }
        guard card != self.card else { return }
        let old = self.card
        self.card = card
        avatar.show(name: card.avatarName)
        context.callers.show(card.handle, in: avatar)
        title.text = card.title
        // The row is narrow: the app is in the details, unless nothing else is known.
        subtitle.text =
            card.isRinging || card.subtitle.isEmpty
            ? [card.subtitle, card.app].filter { !$0.isEmpty }.joined(separator: " · ") : card.subtitle
        answers.show(card)
        status.setAccessibleDescription(card.stateBesideTime)
        guard card.actions != old?.actions || card.title != old?.title else { return }
        actions.children = card.actions.map { action in
            let button = Button(icon: action.icon, accessibleName: "\(action.label): \(card.title.line)")
            button.tooltip = action.label
            button.style("circular")
            if action == .end { button.style("destructive-action") }
            button.onClick { [weak self] in self?.act(action, on: card.call) }
            return button
        }
    }

    private func act(_ action: CallCard.Action, on call: String) {
        switch action {
        case .resume: context.calls.press(.resume, on: call)
        case .swap: context.calls.press(.swap, on: call)
        case .leave: context.calls.request([ActionKind.setGroup(with: nil).wire(call: call)])
        case .end: context.calls.end([call])
        }
    }

    /// Shows the present time.
    func tick() {
        guard let card else { return }
        let badges = card.badges.map(\.text)
        status.text = ([card.status(now: CallTime.now)] + badges).joined(separator: " · ")
    }
}

/// The buttons of a call that rings: Decline on the side where End comes after the answer, and Answer on the other
/// side, so that a second press on Answer does not end the call. Each has the same place in any language and with large
/// text.
@MainActor
final class AnswerButtons {
    private let grid: Grid
    private let context: CallWindowContext
    private var shown: [CallButton] = []
    private var call = ""
    private var buttons: [Button] = []

    init(_ grid: Grid, _ context: CallWindowContext) { (self.grid, self.context) = (grid, context) }

    /// Shows the buttons of that call; none if it does not ring.
    func show(_ card: CallCard?) {
        let rows = Self.rows(of: card)
        let wanted = rows.flatMap(\.self)
        grid.isVisible = !wanted.isEmpty
        guard wanted != shown || card?.call != call else { return }
        // GTK would choose where the focus goes, maybe to End, and a second press of Return would end the call.
        if zip(shown, buttons).contains(where: { $0.answers && $1.hasFocus }) { context.focusDetails() }
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
        button.onClick { [weak self] in self?.context.calls.press(kind, on: call) }
        return button
    }
}
