// SPDX-License-Identifier: MIT
import CallInterface
package import SDBus

/// The properties of a provider.
package struct ProviderRecord: Hashable, Sendable {
    package var properties: [String: Variant]

    init(_ properties: [String: Variant]) { self.properties = properties }

    package var identifier: String { text(.identifier) }
    package var providerClass: String { text(.providerClass) }
    package var unit: String { text(.unit) }
    /// The app id of its sandbox; empty if it is in none.
    package var appID: String { text(.appID) }
    package var processID: UInt32 { properties[.processID]?.uint32 ?? 0 }

    /// Its name for people.
    package var name: String {
        let name = text(.localizedName)
        return name.isEmpty ? identifier : name
    }

    /// A themed icon, or empty.
    package var icon: String { text(.icon) }
    /// Desktop file id of its app, or empty.
    package var desktopEntry: String { text(.desktopEntry) }
    /// A name of the sound theme, or empty.
    package var ringtone: String { text(.ringtone) }

    private func text(_ key: Key) -> String { properties[key]?.string ?? "" }
}
