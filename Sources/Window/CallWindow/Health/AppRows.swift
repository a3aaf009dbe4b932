// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The apps that can call as rows of a group, with or without the switches that allow them.
@MainActor
final class AppRows {
    private let context: CallWindowContext
    private let group: PreferencesGroup
    private let hasSwitches: Bool
    /// A row that says that there is no app.
    private let nothing: ActionRow
    private var rows: [(app: KnownApp, row: ActionRow, icon: Image, allow: SwitchSetting?)] = []
    /// What decided about the widgets of the rows.
    private var shown: [[String]]?

    init(_ group: PreferencesGroup, _ context: CallWindowContext, hasSwitches: Bool) {
        (self.group, self.context, self.hasSwitches) = (group, context, hasSwitches)
        nothing = ActionRow(
            title: Catalogue.text("No app can call yet"),
            subtitle: Catalogue.text("Open an app that calls: it appears here by itself."), lines: 0)
        let button = Button(label: Catalogue.text("Which Apps?"))
        button.onClick { [context] in context.open(.bridges) }
        nothing.suffix(button)
        context.icons.observe { [weak self] in self?.showIcons() }
    }

    func show(_ apps: [KnownApp]) {
        // New rows would take the focus of the keyboard away.
        let shapes = apps.map(\.shape)
        if shapes != shown {
            shown = shapes
            rows = apps.map(make)
            group.rows = rows.isEmpty ? [nothing] : rows.map(\.row)
        }
        for (place, app) in apps.enumerated() {
            rows[place].app = app
            rows[place].row.subtitle = app.subtitle(.now)
            rows[place].allow?.show(isOn: app.isAllowed ?? true)
        }
        showIcons()
    }

    private func showIcons() {
        for row in rows {
            if row.app.icon.isEmpty {
                context.icons.show(row.app.identifier, in: row.icon)
            } else {
                row.icon.show(icon: row.app.icon)
            }
        }
    }

    private func make(_ app: KnownApp) -> (KnownApp, ActionRow, Image, SwitchSetting?) {
        let allow = hasSwitches && app.isAllowed != nil ? SwitchSetting(app.title) : nil
        let row = allow?.row ?? ActionRow(title: app.title, lines: 0)
        allow?.set = { [weak self] in self?.allow(app, $0) }
        return (app, row, row.show(icon: "call-start-symbolic"), allow)
    }

    private func allow(_ app: KnownApp, _ isAllowed: Bool) {
        context.directory.change(.setAppAllowed, app.identifier, isAllowed) { [weak self] problem in
            guard let self, let problem else { return }
            context.showToast(problem)
            // The switch shows what is in force.
            if let row = rows.first(where: { $0.app.identifier == app.identifier }) {
                row.allow?.show(isOn: row.app.isAllowed ?? true)
            }
        }
    }
}

extension KnownApp {
    /// What decides about the widgets of its row.
    fileprivate var shape: [String] { [identifier, title, isAllowed == nil ? "" : "switch"] }
}

/// The programs that the bridge watches, as rows of a group.
@MainActor
final class SourceRows {
    private let context: CallWindowContext
    private let group: PreferencesGroup
    private var shown: [[String]]?

    init(_ group: PreferencesGroup, _ context: CallWindowContext) { (self.group, self.context) = (group, context) }

    func show() {
        let health = context.health
        let needsExtension = !health.hasBrowserExtension
        let facts = health.sources.map { [$0.title ?? "", $0.stateWords, "\(needsExtension)"] }
        guard facts != shown else { return }
        shown = facts
        let rows = health.sources.compactMap { row($0, needsExtension: needsExtension && $0.kind == .browsers) }
        group.rows = rows
        group.isVisible = !rows.isEmpty
    }

    private func row(_ source: BridgeSource, needsExtension: Bool) -> ActionRow? {
        guard let title = source.title else { return nil }
        let words = needsExtension ? Catalogue.text("The extension is not installed") : source.stateWords
        let row = ActionRow(title: title, subtitle: words, lines: 0)
        row.show(icon: source.icon)
        guard needsExtension else { return row }
        let button = Button(label: Catalogue.text("Show How"))
        button.onClick { [context] in context.open(.browsers) }
        row.suffix(button)
        return row
    }
}

extension ActionRow {
    /// Shows an icon before the title, as large as those of apps.
    @discardableResult
    fileprivate func show(icon name: String) -> Image {
        let icon = Image(icon: name)
        icon.set("pixel-size", .int(32))
        prefix(icon)
        return icon
    }
}
