// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The apps that decide about calls of unknown callers.
@MainActor
final class ScreenersSection: DirectorySection {
    let phone: PhoneContext
    private let group: PreferencesGroup
    private var settings: [SwitchSetting] = []

    init(_ builder: Builder, _ phone: PhoneContext) throws(InterfaceError) {
        (self.phone, group) = (phone, try builder.get("screeners"))
        load()
    }

    func load() {
        group.isVisible = !settings.isEmpty
        phone.directory.ask(.listScreeners, for: [[String: Variant]].self) { [weak self] screeners in
            if let screeners { self?.show(screeners) }
        }
    }

    private func show(_ screeners: [[String: Variant]]) {
        group.removeAll()
        settings = screeners.map { screener in
            let identifier = screener.text(.identifier)
            let setting = SwitchSetting(
                identifier.shown, screener.flag(.registered) ? "" : Catalogue.text("It does not run."))
            setting.isOn = screener.flag(.enabled)
            setting.set = { [weak self] isOn in self?.change(.setScreenerEnabled, identifier, isOn) }
            group.append(setting.row)
            return setting
        }
        group.isVisible = !settings.isEmpty
    }
}
