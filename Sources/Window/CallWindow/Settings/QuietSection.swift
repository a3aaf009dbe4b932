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
    private let file: AgentFile
    private let quiet = SwitchSetting(Catalogue.text("Do not disturb"))
    private let repeats = SwitchSetting(
        Catalogue.text("Repeated calls"), Catalogue.text("A caller that calls again within three minutes rings."))
    private let agent: RemoteName?
    private let object: RemoteObject?

    init(_ builder: Builder, _ context: CallWindowContext, _ file: AgentFile) throws(InterfaceError) {
        (self.context, self.file) = (context, file)
        agent = context.session.map { RemoteName(AgentName.bus, on: $0) }
        object = agent.map { RemoteObject($0, AgentName.path, AgentName.interface) }
        let group: PreferencesGroup = try builder.get("quiet")
        group.append(quiet.row)
        group.append(repeats.row)
        quiet.set = { [weak self] in self?.set($0) }
        repeats.set = { [weak self] isOn in self?.file.change { $0.repeatCallers = isOn } }
        showSwitch()
        begin()
    }

    func show() {
        repeats.isOn = file.settings.repeatCallers
    }

    // MARK: The agent

    private func begin() {
        do throws(BusError) {
            try object?.begin { [weak self] in self?.showSwitch() }
            try agent?.begin()
        } catch {
            context.log("cannot follow the agent", error)
        }
    }

    private func showSwitch() {
        let agent = object?.properties ?? [:]
        quiet.row.isSensitive = !agent.isEmpty
        quiet.isOn = agent.flag(.doNotDisturb)
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
        agent?.call(AgentName.path, AgentName.interface, member, isOn, UInt64(0)) { [weak self] reply in
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
    private let people = ChoiceSetting<Set<Relation>>(
        Catalogue.text("People"),
        [
            ([], Catalogue.text("None")), ([.favourite], Catalogue.text("Favourites")),
            ([.contact, .favourite], Catalogue.text("Contacts")),
        ])
    private let entry: EntrySetting
    private var shown: [Handle]?

    init(_ builder: Builder, _ context: CallWindowContext, _ file: AgentFile) throws(InterfaceError) {
        (self.context, self.file, group) = (context, file, try builder.get("allowed"))
        entry = try EntrySetting(Catalogue.text("Add a number or an address"))
        people.set = { [weak self] relations in self?.file.change { $0.doNotDisturbRelations = relations } }
        entry.apply = { [weak self] in self?.add($0) }
    }

    func show() {
        people.value = file.settings.doNotDisturbRelations
        guard shown != file.settings.doNotDisturbAllow else { return }
        shown = file.settings.doNotDisturbAllow
        group.removeAll()
        group.append(people.row)
        for handle in file.settings.doNotDisturbAllow {
            group.append(
                ActionRow.removable(handle.value.shown) { [weak self] in
                    self?.file.change { $0.doNotDisturbAllow.removeAll { $0 == handle } }
                })
        }
        group.append(entry.row)
    }

    private func add(_ text: String) {
        guard let handle = KeypadText(text).handle else {
            return context.showToast(Catalogue.text("Write a number or an address."))
        }
        entry.text = ""
        file.change { if !$0.doNotDisturbAllow.contains(handle) { $0.doNotDisturbAllow.append(handle) } }
    }
}
