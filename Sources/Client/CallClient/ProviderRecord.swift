// SPDX-License-Identifier: MIT
import CallInterface
package import SDBus

/// The properties of a provider.
package struct ProviderRecord: Hashable, Sendable {
    package var properties: [String: Variant]

    init(_ properties: [String: Variant]) { self.properties = properties }

    package var identifier: String { properties.text(.identifier) }
    package var providerClass: String { properties.text(.providerClass) }
    package var holdsImplicitly: Bool { properties[.holdsImplicitly]?.bool ?? false }
    package var unit: String { properties.text(.unit) }
    /// The app id of its sandbox; empty if it is in none.
    package var appID: String { properties.text(.appID) }
    package var processID: UInt32 { properties[.processID]?.uint32 ?? 0 }

    /// Its name for people.
    package var name: String {
        let name = properties.text(.localizedName)
        return name.isEmpty ? identifier : name
    }

    /// A themed icon, or empty.
    package var icon: String { themed(.icon) }
    /// Desktop file id of its app, or empty.
    package var desktopEntry: String { properties.text(.desktopEntry) }
    /// A name of the sound theme, or empty.
    package var ringtone: String { themed(.ringtone) }

    /// A service of an earlier version passes on paths and addresses.
    private func themed(_ key: Key) -> String {
        let name = properties.text(key)
        return Limits().allowsThemedName(name) ? name : ""
    }
}
