// SPDX-License-Identifier: MIT

import AgentSettings
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The outputs of the sound server: those that ring, and those whose sound keeps its volume during calls. The agent
/// tells them. Without it the section has those of the settings file.
@MainActor
final class OutputsSection: SettingsSection {
    private let context: CallWindowContext
    private let file: AgentFile
    private let ringing: OutputSwitches
    private let left: OutputSwitches

    init(_ builder: Builder, _ context: CallWindowContext, _ file: AgentFile) throws(InterfaceError) {
        (self.context, self.file) = (context, file)
        ringing = OutputSwitches(try builder.get("ring-devices"))
        left = OutputSwitches(try builder.get("outputs"))
        ringing.set = { [weak self] name, rings in
            self?.change { if rings { _ = $0.ring(on: name) } else { $0.ringDevices.removeAll { $0 == name } } }
        }
        left.set = { [weak self] name, isLeft in
            self?.change {
                if isLeft { $0.leftOutputs.names.insert(name) } else { $0.leftOutputs.names.remove(name) }
            }
        }
        context.agent.observe { [weak self] in self?.show() }
    }

    private func change(_ change: (inout Settings) -> Void) {
        file.change(change)
        // The file may still be as it was, and a name with a star may stand for an output too.
        show()
    }

    func show() {
        let outputs = context.agent.properties[.outputs]?.stringMap ?? [:]
        let settings = file.settings
        ringing.show(outputs, settings.ringDevices, mayAdd: settings.mayRingOnMore) {
            settings.ringDevices.contains($0)
        }
        left.show(outputs, settings.leftOutputs.names.sorted()) { settings.leftOutputs.contains($0) }
    }
}

/// A switch for each output, and a row for each other name of a setting, such as that of a device that is unplugged.
@MainActor
private final class OutputSwitches {
    /// The user switches an output, or removes a name.
    var set: (_ name: String, _ isOn: Bool) -> Void = { _, _ in }
    private let group: PreferencesGroup
    /// What the group has rows for.
    private var shown: (outputs: [String: String], others: [String])?
    private var switches: [String: SwitchSetting] = [:]

    init(_ group: PreferencesGroup) {
        self.group = group
        group.isVisible = false
    }

    /// `outputs` are those of the sound server, with their names for people. Without `mayAdd` an output can only be
    /// switched off.
    func show(_ outputs: [String: String], _ names: [String], mayAdd: Bool = true, isOn: (String) -> Bool) {
        let others = names.filter { outputs[$0] == nil }
        // New rows would take the focus of the keyboard away.
        if shown?.outputs != outputs || shown?.others != others {
            shown = (outputs, others)
            let ordered = outputs.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            switches = Dictionary(uniqueKeysWithValues: ordered.map { ($0.key, setting($0.key, $0.value)) })
            group.rows =
                ordered.compactMap { switches[$0.key]?.row }
                + others.map { name in
                    ActionRow.removable(name.shown) { [weak self] in self?.set(name, false) }
                }
            group.isVisible = !group.rows.isEmpty
        }
        for (name, setting) in switches {
            setting.show(isOn: isOn(name))
            setting.row.isSensitive = mayAdd || isOn(name)
        }
    }

    private func setting(_ name: String, _ title: String) -> SwitchSetting {
        let setting = SwitchSetting(title.shown)
        setting.set = { [weak self] isOn in self?.set(name, isOn) }
        return setting
    }
}
