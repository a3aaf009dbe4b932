// SPDX-License-Identifier: MIT

import CallHealth
import CallWindowModel
import GTK

/// The lines of health as rows of a group, each with its cure.
@MainActor
final class HealthRows {
    private let context: CallWindowContext
    private let group: PreferencesGroup
    private var shown: [HealthLine] = []

    init(_ group: PreferencesGroup, _ context: CallWindowContext) { (self.group, self.context) = (group, context) }

    func show(_ lines: [HealthLine]) {
        group.isVisible = !lines.isEmpty
        // New rows would take the focus of the keyboard away.
        guard lines != shown else { return }
        shown = lines
        group.rows = lines.compactMap(make)
    }

    private func make(_ line: HealthLine) -> PreferencesRow? {
        context.make("cannot show a line of health", try row(line))
    }

    /// The cure is below the text, where it leaves a long sentence the whole width of a phone.
    private func row(_ line: HealthLine) throws(InterfaceError) -> PreferencesRow {
        let builder = try Builder(PackageResources.health_row_ui)
        let (row, icon): (PreferencesRow, Image) = (try builder.get("row"), try builder.get("icon"))
        let (text, button): (Label, Button) = (try builder.get("text"), try builder.get("cure"))
        row.show(title: line.text)
        row.setAccessibleName(line.text)
        icon.show(icon: line.icon)
        if let style = line.iconStyle { icon.style(style) }
        text.text = line.text
        button.isVisible = line.cure != nil
        if let cure = line.cure {
            button.show(label: cure.label)
            button.wrap()
            button.onClick { [context] in context.perform(cure) }
        }
        return row
    }
}
