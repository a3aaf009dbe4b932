// SPDX-License-Identifier: MIT

internal import SDBus

/// The names of Evolution Data Server on the session bus.
enum EvolutionName {
    private static let prefix = "org.gnome.evolution.dataserver."
    static let registryPath: ObjectPath = "/org/gnome/evolution/dataserver/SourceManager"
    static let factoryPath: ObjectPath = "/org/gnome/evolution/dataserver/AddressBookFactory"
    static let source: InterfaceName = "org.gnome.evolution.dataserver.Source"
    static let factory: InterfaceName = "org.gnome.evolution.dataserver.AddressBookFactory"
    static let book: InterfaceName = "org.gnome.evolution.dataserver.AddressBook"
    static let view: InterfaceName = "org.gnome.evolution.dataserver.AddressBookView"

    /// The services of the newest version among the names of a bus; nil if one is missing.
    static func services(among names: [String]) -> (registry: String, factory: String)? {
        func newest(_ word: String) -> String? {
            let versions = names.compactMap { name in
                name.hasPrefix(prefix + word) ? Int(name.dropFirst((prefix + word).count)) : nil
            }
            return versions.max().map { "\(prefix)\(word)\($0)" }
        }
        guard let registry = newest("Sources"), let factory = newest("AddressBook") else { return nil }
        return (registry, factory)
    }
}
