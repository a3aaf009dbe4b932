// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// The properties of a provider.
struct ProviderRecord {
    var properties: [String: Variant]

    init(_ properties: [String: Variant]) { self.properties = properties }

    var identifier: String { text("Identifier") }
    var providerClass: String { text("Class") }
    var unit: String { text("Unit") }
    var processID: UInt32 { properties["ProcessID"]?.uint32 ?? 0 }

    /// Its name for people.
    var name: String {
        let name = text(Key.localizedName)
        return name.isEmpty ? identifier : name
    }

    private func text(_ key: String) -> String { properties[key]?.string ?? "" }
}
