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
        group.rows = [quiet.row, repeats]
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
        if !reason.isEmpty, reason != "user" { return Catalogue.text("The desktop's own switch is on.") }
        let until = agent.time(.doNotDisturbUntil)
        return until > 0 ? Catalogue.text("Until %s", CallDays.now.time(of: until)) : ""
    }

    private func set(_ isOn: Bool) {
        let member = AgentName.setDoNotDisturb
        context.agent.program?.call(AgentName.path, AgentName.interface, member, isOn, UInt64(0)) { [weak self] reply in
            guard let self else { return }
            if case .failure(let error) = reply {
                context.log("the agent refused a request", ["error": error.name, "member": member.text])
                context.showToast(Catalogue.text("The agent did not accept this. Try again."))
            }
            // The agent tells a change before its reply. Without one, the desktop's own switch may still be on.
            showSwitch()
        }
    }
}

/// The callers that ring in spite of do-not-disturb.
@MainActor
final class AllowedSection: SettingsSection {
    private let context: CallWindowContext
    private let file: AgentFile
    private let group: PreferencesGroup
    private let people: Widget
    private let entry: EntrySetting
    private var shown: [Handle]?

    init(_ builder: Builder, _ context: CallWindowContext, _ file: AgentFile) throws(InterfaceError) {
        (self.context, self.file, group) = (context, file, try builder.get("allowed"))
        entry = try EntrySetting(Catalogue.text("Add a number or an address"))
        let relations: [(value: Set<Relation>, words: String)] = [
            ([], Catalogue.text("None")), ([.favourite], Catalogue.text("Favourites")),
            ([.contact, .favourite], Catalogue.text("Contacts")),
        ]
        people = file.choiceRow(Catalogue.text("People"), \.doNotDisturbRelations, relations)
        entry.apply = { [weak self] in self?.add($0) }
    }

    func show() {
        let allowed = file.settings.doNotDisturbAllow
        guard shown != allowed else { return }
        shown = allowed
        let rows: [Widget] = allowed.map { handle in
            ActionRow.removable(handle.value.shown) { [weak self] in
                self?.file.change { $0.doNotDisturbAllow.removeAll { $0 == handle } }
            }
        }
        group.rows = [people] + rows + [entry.row]
    }

    private func add(_ text: String) {
        guard let handle = KeypadText(text).handle else {
            return context.showToast(Catalogue.text("Write a number or an address."))
        }
        entry.text = ""
        file.change { if !$0.doNotDisturbAllow.contains(handle) { $0.doNotDisturbAllow.append(handle) } }
    }
}
