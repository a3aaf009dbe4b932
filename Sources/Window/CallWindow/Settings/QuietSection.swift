// SPDX-License-Identifier: MIT

import AgentSettings
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// Do-not-disturb: the user's own switch, which the agent keeps.
@MainActor
final class QuietSection: SettingsSection {
    private let context: CallWindowContext
    private let quiet = SwitchSetting(Catalogue.text("Do not disturb"))

    init(_ builder: Builder, _ context: CallWindowContext, _ file: AgentFile) throws(InterfaceError) {
        self.context = context
        let group: PreferencesGroup = try builder.get("quiet")
        let repeats = file.switchRow(
            Catalogue.text("Repeated calls"), \.repeatCallers,
            Catalogue.text("A caller that calls again within three minutes rings."))
        let refuses = file.switchRow(
            Catalogue.text("Refuse calls while it is on"), \.doNotDisturbRefuses,
            Catalogue.text("If this is off, calls are silent here, and their callers hear ringing on."))
        group.rows = [quiet.row, refuses, repeats]
        quiet.set = { [weak self] in self?.set($0) }
        context.agent.observe { [weak self] in self?.showSwitch() }
        showSwitch()
    }

    private func showSwitch() {
        let agent = context.agent.properties
        quiet.row.isSensitive = !agent.isEmpty
        quiet.show(isOn: agent.flag(.doNotDisturb))
        quiet.row.subtitle = words(agent)
    }

    private func words(_ agent: [String: Variant]) -> String {
        if agent.isEmpty { return Catalogue.text("monkeycall-agent does not run.") }
        let reason = agent.text(.doNotDisturbReason)
        if !reason.isEmpty, reason != QuietReason.user.rawValue {
            return Catalogue.text("The desktop's own switch is on.")
        }
        let until = agent.time(.doNotDisturbUntil)
        return until > 0 ? Catalogue.text("Until %s", CallDays.now.time(of: until)) : ""
    }

    private func set(_ isOn: Bool) {
        // The agent tells a change before its reply. Without one, the desktop's own switch may still be on.
        context.setDoNotDisturb(isOn) { [weak self] in self?.showSwitch() }
    }
}

/// Callers that the user has chosen for a setting.
@MainActor
final class CallersSection: SettingsSection {
    private let context: CallWindowContext
    private let file: AgentFile
    private let group: PreferencesGroup
    private let field: WritableKeyPath<Settings, [Handle]>
    /// A row before the callers.
    private let first: Widget
    private let entry: EntrySetting
    private var shown: [Handle]?

    private init(
        _ group: PreferencesGroup, _ field: WritableKeyPath<Settings, [Handle]>, _ entry: String, after first: Widget,
        _ context: CallWindowContext, _ file: AgentFile
    ) throws(InterfaceError) {
        (self.group, self.field, self.first) = (group, field, first)
        (self.context, self.file) = (context, file)
        self.entry = try EntrySetting(entry)
        self.entry.apply = { [weak self] in self?.add($0) }
    }

    /// The callers that ring in spite of do-not-disturb.
    static func allowed(
        _ builder: Builder, _ context: CallWindowContext, _ file: AgentFile
    ) throws(InterfaceError) -> CallersSection {
        let relations: [(value: Set<Relation>, words: String)] = [
            ([], Catalogue.text("None")), ([.favourite], Catalogue.text("Favourites")),
            ([.contact, .favourite], Catalogue.text("Contacts")),
        ]
        return try CallersSection(
            builder.get("allowed"), \.doNotDisturbAllow, Catalogue.text("Add a number or an address"),
            after: file.choiceRow(Catalogue.text("People"), \.doNotDisturbRelations, relations), context, file)
    }

    /// The callers whose calls the agent answers by itself.
    static func answered(
        _ builder: Builder, _ context: CallWindowContext, _ file: AgentFile
    ) throws(InterfaceError) -> CallersSection {
        try CallersSection(
            builder.get("auto-answer"), \.autoAnswer, Catalogue.text("Add an intercom"),
            after: file.switchRow(Catalogue.text("Also on the lock screen"), \.autoAnswerWhenLocked), context, file)
    }

    func show() {
        let callers = file.settings[keyPath: field]
        guard shown != callers else { return }
        shown = callers
        let rows: [Widget] = callers.map { handle in
            ActionRow.removable(handle.value.shown) { [weak self] in self?.remove(handle) }
        }
        group.rows = [first] + rows + [entry.row]
    }

    private func remove(_ handle: Handle) {
        file.change { [field] in $0[keyPath: field].removeAll { $0 == handle } }
    }

    private func add(_ text: String) {
        guard let handle = KeypadText(text).handle else {
            return context.showToast(Catalogue.text("Write a number or an address."))
        }
        entry.text = ""
        file.change { [field] in
            if !$0[keyPath: field].contains(handle) { $0[keyPath: field].append(handle) }
        }
    }
}
