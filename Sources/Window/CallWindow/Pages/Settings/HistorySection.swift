// SPDX-License-Identifier: MIT

import CallInterface
import ConfigurationText
import GTK
import SDBus

/// How long the directory keeps calls, and how it reads numbers.
@MainActor
final class HistorySection: SettingsSection {
    private let phone: PhoneContext
    private let keep = ChoiceSetting<UInt32>(
        Catalogue.text("Keep calls"),
        [(0, Catalogue.text("for ever"))] + [30, 90, 365].map { ($0, Catalogue.text("%s days", String($0))) })
    private let region: EntrySetting
    private let folder: EntrySetting
    private let numbers: PreferencesGroup
    private var folders: [String]?

    init(_ builder: Builder, _ phone: PhoneContext) throws(InterfaceError) {
        (self.phone, numbers) = (phone, try builder.get("numbers"))
        region = try EntrySetting(Catalogue.text("Country of numbers without a country code, such as DE"))
        folder = try EntrySetting(Catalogue.text("Add a folder of contacts (vCard files)"))
        let history: PreferencesGroup = try builder.get("history")
        history.append(keep.row)
        keep.set = { [weak self] days in self?.change(.setRetentionDays, days) }
        region.apply = { [weak self] in self?.change(.setRegion, $0.uppercased()) }
        folder.apply = { [weak self] path in
            guard let self else { return }
            change(.setContactFolders, (folders ?? []) + [path])
            folder.text = ""
        }
        load()
    }

    func changed(_ change: DirectoryFollower.Change) {
        switch change {
        case .presence, .contacts, .history: load()
        case .favourites, .rules: break
        }
    }

    private func load() {
        for row in [keep.row, region.row, folder.row] as [Widget] {
            row.isSensitive = phone.directory.presence == .running
        }
        phone.directory.properties(of: DirectoryName.history) { [weak self] properties in
            self?.keep.value = properties?[.retentionDays]?.uint32
        }
        phone.directory.properties(of: DirectoryName.interface) { [weak self] properties in
            guard let self, let properties else { return }
            region.text = properties.text(.region)
            show(properties[.contactFolders]?.strings ?? [])
        }
    }

    private func show(_ new: [String]) {
        guard new != folders else { return }
        folders = new
        numbers.removeAll()
        numbers.append(region.row)
        for path in new {
            numbers.append(
                ActionRow.removable(path) { [weak self] in self?.change(.setContactFolders, new.filter { $0 != path }) }
            )
        }
        numbers.append(folder.row)
    }

    private func change<each Argument: BusValue>(_ method: DirectoryMethod, _ arguments: repeat each Argument) {
        phone.directory.change(method, repeat each arguments) { [weak self] problem in
            if let problem { self?.phone.tell(problem) }
            self?.load()
        }
    }
}
