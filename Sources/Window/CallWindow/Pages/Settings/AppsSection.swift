// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK

/// The default apps for new calls.
@MainActor
final class AppsSection: SettingsSection {
    private let phone: PhoneContext
    private let file: AgentFile
    private let group: PreferencesGroup
    private var shown: [Handle.Kind: [String]] = [:]
    private var rows: [Handle.Kind: ChoiceSetting<String>] = [:]

    init(_ builder: Builder, _ phone: PhoneContext, _ file: AgentFile) throws(InterfaceError) {
        (self.phone, self.file, group) = (phone, file, try builder.get("apps"))
    }

    private static func words(_ kind: Handle.Kind) -> String {
        switch kind {
        case .phoneNumber: Catalogue.text("Telephone numbers")
        case .emailAddress: Catalogue.text("E-mail addresses")
        case .generic: Catalogue.text("Other addresses")
        }
    }

    func show() {
        let kinds: [Handle.Kind] = [.phoneNumber, .emailAddress, .generic]
        let choices = Dictionary(uniqueKeysWithValues: kinds.map { ($0, self.choices($0)) })
        if choices.mapValues({ $0.map(\.value) }) != shown {
            shown = choices.mapValues { $0.map(\.value) }
            group.removeAll()
            for kind in kinds {
                let row = ChoiceSetting(Self.words(kind), choices[kind] ?? [])
                row.set = { [file] provider in
                    file.change { $0.defaultProviders[kind] = provider.isEmpty ? nil : provider }
                }
                rows[kind] = row
                group.append(row.row)
            }
        }
        for kind in kinds { rows[kind]?.value = file.settings.defaultProviders[kind] ?? "" }
    }

    /// The running apps, and the chosen one, which need not run.
    private func choices(_ kind: Handle.Kind) -> [(value: String, words: String)] {
        var choices = [("", Catalogue.text("No default app"))]
        for line in PhoneLine.able(kind, phone.calls.registry) { choices.append((line.provider, line.title)) }
        if let chosen = file.settings.defaultProviders[kind], !choices.contains(where: { $0.0 == chosen }) {
            choices.append((chosen, chosen.shown))
        }
        return choices
    }
}
