// SPDX-License-Identifier: MIT

package import CallClient
import CallInterface
import ConfigurationText
package import SDBus

/// A program on the page of apps: one that can call, or one that the directory knows from an earlier call.
package struct KnownApp: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// It uses the call service by itself.
        case app
        /// It carries the calls of a modem. The user cannot switch it off.
        case modem
        /// The bridge carries its calls, as one of that source.
        case bridged(BridgeSource.Kind)
    }

    /// Of the provider. The directory finds the app of a sandbox by it.
    package let identifier: String
    package let title: String
    /// Of its desktop file while it is not open: a name of the icon theme. Empty if there is none, and for an open app,
    /// which tells its own.
    package let icon: String
    package let kind: Kind
    package let isOpen: Bool
    /// In microseconds since the Unix epoch; 0 = none.
    package let lastCall: UInt64
    /// Whether its calls may ring; nil = there is no switch.
    package let isAllowed: Bool?

    /// The programs of the registry, and those that the directory tells, in the order of their names; the open ones
    /// come first. `told` is nil if the directory does not answer: then there are no switches. `installed` has the
    /// programs of ``desktopFiles(_:)`` that the desktop knows.
    package static func list(
        _ registry: Registry, told: [[String: Variant]]?, _ sources: [BridgeSource],
        installed: [String: InstalledApp] = [:]
    ) -> [KnownApp] {
        let told = Dictionary((told ?? []).map { ($0.text(.identifier), $0) }) { first, _ in first }
        let open = registry.providersInOrder.map { provider in
            KnownApp(open: provider, told[provider.identifier], sources)
        }
        let present = Set(open.map(\.identifier))
        let others = told.values.filter { !present.contains($0.text(.identifier)) }
        let all = open + others.map { KnownApp(closed: $0, sources, installed[desktopFile(of: $0)]) }
        return all.filter { $0.identifier != TestCall.provider }.sorted { $0.place < $1.place }
    }

    /// The names of the desktop files that the apps which are not open may have.
    package static func desktopFiles(_ told: [[String: Variant]]) -> Set<String> {
        Set(told.filter { !$0.flag(.registered) }.map(desktopFile))
    }

    /// A sandboxed app may choose any identifier, also that of another program, but not its app id.
    private static func desktopFile(of told: [String: Variant]) -> String {
        let app = told.text(.appID)
        return (app.isEmpty ? told.text(.identifier) : app) + ".desktop"
    }

    /// The names of the programs that can call now.
    package static func names(_ registry: Registry) -> [String] {
        registry.providersInOrder.filter { $0.identifier != TestCall.provider }.map(\.name.alone)
    }

    private init(open provider: ProviderRecord, _ told: [String: Variant]?, _ sources: [BridgeSource]) {
        (identifier, title, icon, isOpen) = (provider.identifier, provider.name.alone, "", true)
        kind = Self.kind(provider.identifier, providerClass: provider.providerClass, sources)
        lastCall = told?.time(.lastCall) ?? 0
        isAllowed = kind == .modem ? nil : told.map { $0.flag(.allowed) }
    }

    /// The directory has no name of an app that was never in a call.
    private init(closed told: [String: Variant], _ sources: [BridgeSource], _ installed: InstalledApp?) {
        (identifier, icon, isOpen) = (told.text(.identifier), installed?.icon ?? "", false)
        let names = [told.text(.localizedName), installed?.name ?? ""]
        title = (names.first { !$0.isBlank } ?? identifier).alone
        kind = Self.kind(identifier, providerClass: told.text(.providerClass), sources)
        lastCall = told.time(.lastCall)
        isAllowed = kind == .modem ? nil : told.flag(.allowed)
    }

    private static func kind(_ identifier: String, providerClass: String, _ sources: [BridgeSource]) -> Kind {
        if providerClass == ProviderClass.cellular.rawValue { return .modem }
        return sources.first { $0.providers.contains(identifier) }.flatMap(\.kind).map(Kind.bridged) ?? .app
    }

    private var place: (Int, String, String) { (isOpen ? 0 : 1, title.lowercased(), identifier) }

    /// What it is, whether it runs, and when it had its last call.
    package func subtitle(_ days: CallDays) -> String {
        let facts = [kind.words, isOpen ? "" : Catalogue.text("not open"), lastCallWords(days)]
        return facts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private func lastCallWords(_ days: CallDays) -> String {
        lastCall == 0 ? "" : Catalogue.text("last call: %s", parts: days.moment(lastCall))
    }
}

/// A program that the desktop knows by its desktop file.
package struct InstalledApp: Hashable, Sendable {
    /// For people.
    package let name: String
    /// Of the icon theme; empty = none.
    package let icon: String

    package init(name: String, icon: String) { (self.name, self.icon) = (name, icon) }
}

extension KnownApp.Kind {
    package var words: String {
        switch self {
        case .app: Catalogue.text("App")
        case .modem: Catalogue.text("Modem")
        case .bridged(.gnomeCalls): Catalogue.text("App, through the bridge")
        case .bridged(.phones): Catalogue.text("Phone over Bluetooth")
        case .bridged(.observedApps): Catalogue.text("Seen by its microphone")
        case .bridged(.browsers): Catalogue.text("Meetings in a browser")
        }
    }
}

/// A kind of program whose calls the user's bridge carries: an answer of `ListSources`.
package struct BridgeSource: Hashable, Sendable {
    /// The sources of a user that have a row. Modems are those of the whole computer, and their lines are apps.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case gnomeCalls = "gnome-calls"
        case phones = "pipewire-telephony"
        case observedApps = "observed-apps"
        case browsers
    }

    package enum State: String, Hashable, Sendable, CaseIterable {
        case off, absent, present
    }

    /// nil for a source of a later version.
    package let kind: Kind?
    /// nil for a word of a later version.
    package let state: State?
    package let providers: [String]

    package init(_ source: [String: Variant]) {
        kind = Kind(rawValue: source.text(.source))
        state = State(rawValue: source.text(.state))
        providers = source[.providers]?.strings ?? []
    }

    package var title: String? {
        switch kind {
        case .gnomeCalls: "GNOME Calls"
        case .phones: Catalogue.text("Phones over Bluetooth")
        case .observedApps: Catalogue.text("Apps that use the microphone")
        case .browsers: Catalogue.text("Meetings in browsers")
        case nil: nil
        }
    }

    /// A name of the icon theme.
    package var icon: String {
        switch kind {
        case .gnomeCalls, nil: "call-start-symbolic"
        case .phones: "phone-symbolic"
        case .observedApps: "audio-input-microphone-symbolic"
        case .browsers: "web-browser-symbolic"
        }
    }

    /// Whether its calls are here. The bridge sees no browser before one of its pages has a meeting.
    package var stateWords: String {
        switch (state, kind) {
        case (.off, _): Catalogue.text("Turned off in the file bridge.conf")
        case (.present, _): Catalogue.text("Its calls are shown here")
        case (.absent, .browsers): Catalogue.text("Shown here as soon as there is a meeting")
        case (.absent, _): Catalogue.text("Not open")
        case (nil, _): ""
        }
    }
}
