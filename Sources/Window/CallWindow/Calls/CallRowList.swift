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
    private let grid: Grid
    private let context: CallWindowContext
    private var rows: [String: CallRow] = [:]
    private var order: [String] = []
    private var columns = 1

    init(_ grid: Grid, _ context: CallWindowContext) { (self.grid, self.context) = (grid, context) }

    /// `isCompact`: each call has one line. Returns the new calls.
    @discardableResult
    func show(_ cards: [CallCard], columns: Int = 1, isCompact: Bool = false) -> [String] {
        grid.isVisible = !cards.isEmpty
        let calls = cards.map(\.call)
        let new = calls.filter { rows[$0] == nil }
        for (call, row) in rows where !calls.contains(call) {
            if row.widget.containsFocus { context.focusCall() }
            grid.remove(row.widget)
            rows[call] = nil
        }
        for card in cards { row(card.call)?.show(card, isCompact: isCompact) }
        guard calls != order || columns != self.columns else { return new }
        (order, self.columns) = (calls, columns)
        for (place, call) in calls.enumerated() {
            if let row = rows[call] { grid.move(row.widget, column: place % columns, row: place / columns) }
        }
        return new
    }

    /// Whether the user can do anything with the calls.
    var isSensitive: Bool {
        get { grid.isSensitive }
        set { grid.isSensitive = newValue }
    }

    /// Gives the keyboard focus to a call as a whole.
    func focus(_ call: String) { rows[call]?.widget.grabFocus() }

    func tick() {
        for row in rows.values { row.tick() }
    }

    private func row(_ call: String) -> CallRow? {
        if let row = rows[call] { return row }
        guard let row = context.make("cannot show a call", try CallRow(context)) else { return nil }
        rows[call] = row
        grid.attach(row.widget, column: 0, row: 0)
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
    private let texts: Box
    private let circle: Avatar
    private let actions: Box
    private let answers: AnswerButtons
    private var card: CallCard?
    /// It has one line, with the name and the time.
    private var isCompact = false

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.call_row_ui)
        widget = try builder.get("row")
        (circle, title, texts) = (try builder.get("avatar"), try builder.get("title"), try builder.get("texts"))
        avatar = PersonAvatar(circle)
        (subtitle, status) = (try builder.get("subtitle"), try builder.get("status"))
        actions = try builder.get("actions")
        answers = AnswerButtons(try builder.get("answers"), context)
    }

    func show(_ card: CallCard, isCompact: Bool) {
        defer { tick() }
        guard card != self.card || isCompact != self.isCompact else { return }
        let old = self.card
        (self.card, self.isCompact) = (card, isCompact)
        arrange()
        if card.avatarName != old?.avatarName || card.handle != old?.handle {
            avatar.show(name: card.avatarName, number: card.handle.value)
            context.callers.show(card.handle, in: avatar)
        }
        title.text = card.title
        widget.setAccessibleName(card.summary)
        widget.setAccessibleDescription(card.hint)
        // A call that rings takes the keyboard focus, so that a screen reader says it.
        widget.set("focusable", card.isRinging)
        // The row is narrow: the app is in the details, unless nothing else is known.
        subtitle.text =
            card.isRinging || card.subtitle.isEmpty
            ? [card.subtitle, card.app].filter { !$0.isEmpty }.joined(separator: " · ") : card.subtitle
        answers.show(card)
        status.setAccessibleDescription(card.stateBesideTime)
        guard card.actions != old?.actions || card.title != old?.title else { return }
        if actions.containsFocus { context.focusCall() }
        actions.children = card.actions.map { action in
            let button = Button(icon: action.icon, accessibleName: "\(action.label): \(card.title.line)")
            button.tooltip = action.label
            button.style("circular")
            if action == .end { button.style("destructive-action") }
            button.onClick { [weak self] in self?.act(action, on: card.call) }
            return button
        }
    }

    private func arrange() {
        circle.isVisible = !isCompact
        subtitle.isVisible = !isCompact
        widget.style("line", isCompact)
        // GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL
        texts.set("orientation", .int(isCompact ? 0 : 1))
        texts.set("spacing", .int(isCompact ? 12 : 0))
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
        let badges = isCompact ? [] : card.badges.map(\.text)
        status.text = ([card.status(now: CallTime.now)] + badges).joined(separator: " · ")
    }
}

/// The buttons of a call that rings, in the order Decline, Silence, Answer; with another call Decline, End & Answer,
/// Hold & Answer. Decline and Answer are at the edges, each with a third of the width. End comes in the gap between
/// them after the answer, so that a second press on them ends no call. Large text needs half of the width for each: End
/// is where Decline was then. Each has the same place in any language.
@MainActor
final class AnswerButtons {
    /// A third of a narrow window has no room for a word in larger text than this.
    private static let largeText = 1.25
    static var hasLargeText: Bool { DesktopSettings.textScale >= largeText }

    private let grid: Grid
    private let context: CallWindowContext
    private var shown: [[CallButton?]] = []
    private var call = ""
    private var buttons: [Widget] = []

    init(_ grid: Grid, _ context: CallWindowContext) { (self.grid, self.context) = (grid, context) }

    /// Shows the buttons of that call; none if it does not ring.
    func show(_ card: CallCard?) {
        let rows = Self.rows(of: card)
        grid.isVisible = !rows.isEmpty
        guard rows != shown || card?.call != call else { return }
        // GTK would choose where the focus goes, or leave it on a button that has gone, and keys would do nothing.
        if buttons.contains(where: \.hasFocus) { context.focusCall() }
        (shown, call) = (rows, card?.call ?? "")
        for button in buttons { grid.remove(button) }
        buttons = []
        let columns = rows.map(\.count).max() ?? 1
        for (place, row) in rows.enumerated() {
            for (column, kind) in row.enumerated() {
                let button = kind.map { make($0) } ?? Bin()
                grid.attach(button, column: column, row: place, columns: row.count == 1 ? columns : 1)
                buttons.append(button)
            }
        }
    }

    /// nil is a gap.
    private static func rows(of card: CallCard?) -> [[CallButton?]] {
        guard let card, card.isRinging else { return [] }
        let decline: CallButton? = card.canEnd ? .decline : nil
        let silence: [CallButton?] = card.canSilence ? [.silence] : []
        let rows: [[CallButton?]]
        switch (card.answers.count, hasLargeText) {
        case (0...1, false): rows = [silence, decline == nil && card.answers.isEmpty ? [] : edges(decline, card)]
        case (0...1, true): rows = [silence, ([decline] + card.answers).filter { $0 != nil }]
        case (_, false): rows = [silence, [decline] + inOrder(card.answers)]
        case (_, true): rows = [[decline].filter { $0 != nil } + silence, inOrder(card.answers)]
        }
        return rows.filter { !$0.isEmpty }
    }

    private static func edges(_ decline: CallButton?, _ card: CallCard) -> [CallButton?] {
        [decline, nil, card.answers.first]
    }

    /// What holds the other call is at the edge, where Answer is without another call.
    private static func inOrder(_ answers: [CallButton]) -> [CallButton?] {
        answers.filter { $0 == .endAndAnswer } + answers.filter { $0 != .endAndAnswer }
    }

    private func make(_ kind: CallButton) -> Button {
        let button = Button(label: kind.label)
        button.style("pill")
        button.wrap()
        switch kind {
        case .answer, .holdAndAnswer: button.style("answer-call")
        case .decline: button.style("destructive-action")
        default: break
        }
        let call = call
        button.onClick { [weak self] in self?.context.calls.press(kind, on: call) }
        return button
    }
}
