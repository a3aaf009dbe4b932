// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// Two pages: the apps that can call, and what is well and what is wrong. It asks and reads when it opens, and follows
/// from then on.
@MainActor
final class AppsAndHealthWindow {
    enum Page: String {
        case apps, health
    }

    let window: PreferencesWindow
    private let context: CallWindowContext
    private let apps: AppRows
    private let sources: SourceRows
    private let health: HealthRows
    /// What the directory tells; nil until it has answered.
    private var told: [[String: Variant]]?
    /// The apps of it that are not open, by their desktop files.
    private var installed: [String: InstalledApp] = [:]

    init(_ context: CallWindowContext, over parent: Window?) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.apps_and_health_ui)
        window = try builder.get("window")
        apps = AppRows(try builder.get("apps-group"), context, hasSwitches: true)
        sources = SourceRows(try builder.get("sources-group"), context)
        health = HealthRows(try builder.get("health-group"), context)
        window.setTransient(for: parent)
        window.allowAnyWidth()
        let link: Button = try builder.get("more-apps")
        link.wrap()
        link.onClick { [context] in context.open(.bridges) }
        context.directory.startIfNeeded()
        context.health.observe { [weak self] in self?.show() }
        context.health.begin()
        context.health.refresh()
        load()
        show()
        context.cover(with: window)
    }

    func show(_ page: Page) {
        window.show(page: page.rawValue)
        window.present()
    }

    /// The directory has changed.
    func changed(_ change: DirectoryFollower.Change) {
        if change == .presence || change == .apps { load() }
    }

    private func load() {
        guard context.directory.presence == .running else {
            told = nil
            return show()
        }
        context.directory.ask(.listApps, for: [[String: Variant]].self) { [weak self] list in
            self?.told = list
            self?.installed = Launcher.installed(KnownApp.desktopFiles(list ?? [])).mapValues {
                InstalledApp(name: $0.name, icon: $0.icon)
            }
            self?.show()
        }
    }

    private func show() {
        apps.show(
            KnownApp.list(context.calls.registry, told: told, context.health.sources, installed: installed))
        sources.show()
        health.show(context.health.lines.worstFirst)
    }
}
