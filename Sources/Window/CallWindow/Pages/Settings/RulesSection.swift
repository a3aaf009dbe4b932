// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The user's rules about callers, which the directory keeps.
@MainActor
final class RulesSection: DirectorySection {
    let phone: PhoneContext
    private let rulesGroup: PreferencesGroup
    private let screens = SwitchSetting(
        Catalogue.text("Use rules and lists"), Catalogue.text("While it is off, every call rings."))
    private let hidden = SwitchSetting(Catalogue.text("Block hidden numbers"))
    private let strangers = SwitchSetting(Catalogue.text("Block callers that are not in your contacts"))
    private let kind = ChoiceSetting<RuleKind>(
        Catalogue.text("Callers"),
        [RuleKind.caller, .prefix, .country, .host].map { ($0, RuleWords.name(of: $0)) })
    private let verdict = ChoiceSetting<Verdict>(
        Catalogue.text("What happens"), [Verdict.reject, .silence, .allow].map { ($0, RuleWords.name(of: $0)) })
    private let entry: EntrySetting
    private var rules: [RuleRecord] = []

    init(_ builder: Builder, _ phone: PhoneContext) throws(InterfaceError) {
        (self.phone, rulesGroup) = (phone, try builder.get("rules"))
        entry = try EntrySetting(Catalogue.text("Number, beginning, country or host"))
        let (blocking, new): (PreferencesGroup, PreferencesGroup) = (
            try builder.get("blocking"), try builder.get("new-rule")
        )
        for row in [screens.row, hidden.row, strangers.row] { blocking.append(row) }
        for row in [kind.row, verdict.row, entry.row] as [Widget] { new.append(row) }
        screens.set = { [weak self] isOn in self?.change(.setScreensCalls, isOn) }
        hidden.set = { [weak self] in self?.set(.hidden, $0) }
        strangers.set = { [weak self] in self?.set(.notInContacts, $0) }
        entry.apply = { [weak self] in self?.add($0) }
        rulesGroup.isVisible = false
        load()
    }

    func load() {
        let isRunning = phone.directory.presence == .running
        for row in [screens.row, hidden.row, strangers.row, kind.row, verdict.row, entry.row] as [Widget] {
            row.isSensitive = isRunning
        }
        phone.directory.properties(of: DirectoryName.lists) { [weak self] properties in
            if let properties { self?.screens.isOn = properties.flag(.screensCalls) }
        }
        phone.directory.ask(.listRules, for: [[String: Variant]].self) { [weak self] rules in
            if let rules { self?.show(rules.map(RuleRecord.init)) }
        }
    }

    private func show(_ rules: [RuleRecord]) {
        let isNew = rules != self.rules
        self.rules = rules
        hidden.isOn = rule(.hidden) != nil
        strangers.isOn = rule(.notInContacts) != nil
        // New rows would take the focus of the keyboard away.
        guard isNew else { return }
        rulesGroup.removeAll()
        for rule in rules {
            rulesGroup.append(
                ActionRow.removable(RuleWords.callers(of: rule), RuleWords.text(rule)) { [weak self] in
                    self?.change(.removeRule, rule.id)
                })
        }
        rulesGroup.isVisible = !rules.isEmpty
    }

    private func rule(_ kind: RuleKind) -> RuleRecord? { rules.first { $0.kind == kind && $0.verdict == .reject } }

    private func set(_ kind: RuleKind, _ isOn: Bool) {
        if isOn {
            change(.addRule, kind.rawValue, "", Verdict.reject.rawValue)
        } else if let rule = rule(kind) {
            change(.removeRule, rule.id)
        }
    }

    private func add(_ text: String) {
        guard let kind = kind.value, let verdict = verdict.value else { return }
        phone.directory.change(.addRule, kind.rawValue, text, verdict.rawValue) { [weak self] problem in
            if let problem { self?.phone.tell(problem) } else { self?.entry.text = "" }
        }
    }
}
