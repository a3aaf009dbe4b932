// SPDX-License-Identifier: MIT

import AgentSettings
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The outputs of the sound server: the one that rings, and those whose sound keeps its volume during calls. The agent
/// tells them. Without it the section has those of the settings file.
@MainActor
final class OutputsSection: SettingsSection {
    /// The device that rings; empty = the desktop's choice.
    let ring = ChoiceSetting<String>(Catalogue.text("Device that rings"), [])
    private let context: CallWindowContext
    private let file: AgentFile
    private let group: PreferencesGroup
    /// The outputs and the other names that the group has rows for.
    private var shown: (outputs: [String: String], others: [String])?
    private var switches: [String: SwitchSetting] = [:]

    init(_ builder: Builder, _ context: CallWindowContext, _ file: AgentFile) throws(InterfaceError) {
        (self.context, self.file, group) = (context, file, try builder.get("outputs"))
        group.isVisible = false
        ring.set = { [weak self] name in self?.file.change { $0.ringDevice = name } }
        context.agent.observe { [weak self] in self?.show() }
    }

    func show() {
        let outputs = context.agent.properties[.outputs]?.stringMap ?? [:]
        let ordered = outputs.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        var choices = [(value: "", words: Catalogue.text("the default device"))]
        choices += ordered.map { ($0.key, $0.value.shown) }
        // Several devices, or one that is not there.
        let device = file.settings.ringDevice
        if !choices.contains(where: { $0.value == device }) { choices.append((device, device.shown)) }
        ring.offer(choices)
        ring.value = device
        showLeft(outputs, ordered)
    }

    private func showLeft(_ outputs: [String: String], _ ordered: [(key: String, value: String)]) {
        let left = file.settings.leftOutputs
        let others = left.names.filter { outputs[$0] == nil }.sorted()
        // New rows would take the focus of the keyboard away.
        if shown?.outputs != outputs || shown?.others != others {
            shown = (outputs, others)
            switches = Dictionary(uniqueKeysWithValues: ordered.map { ($0.key, setting($0.key, $0.value)) })
            group.rows =
                ordered.compactMap { switches[$0.key]?.row }
                + others.map { name in
                    ActionRow.removable(name.shown) { [weak self] in self?.set(name, false) }
                }
            group.isVisible = !group.rows.isEmpty
        }
        for (name, setting) in switches { setting.show(isOn: left.contains(name)) }
    }

    private func setting(_ name: String, _ title: String) -> SwitchSetting {
        let setting = SwitchSetting(title.shown)
        setting.set = { [weak self] isOn in self?.set(name, isOn) }
        return setting
    }

    private func set(_ name: String, _ isLeft: Bool) {
        file.change {
            if isLeft { $0.leftOutputs.names.insert(name) } else { $0.leftOutputs.names.remove(name) }
        }
        // A name with a star may stand for it too.
        show()
    }
}
