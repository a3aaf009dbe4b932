// SPDX-License-Identifier: MIT

package import ConfigurationText

/// The user's choice of sources: docs/monkeycall-bridge.conf.
package struct BridgeSettings: Hashable, Sendable {
    private static let section = "Sources"

    /// The sources that are off.
    package private(set) var off: Set<String> = []

    /// Every source is on.
    package init() {}

    /// Reads the text of a file. An unknown word is a fault: the user would not notice an ignored misspelling.
    package init(_ text: String, sources: [String]) throws(ConfigurationFault) {
        let names = sources.map { $0 + "=" }.joined(separator: ", ")
        var reader = ConfigurationReader<String>(text)
        while let line = try reader.next() {
            switch line {
            case .nothing: break
            case .section(let name):
                guard name == Self.section else {
                    throw reader.fault("There is no section [\(name)]. Use [\(Self.section)].")
                }
                try reader.begin(name, name)
            case .assignment(let key, let value):
                guard reader.section != nil else {
                    throw reader.fault("\(key)= is in no section. Write [\(Self.section)] before it.")
                }
                guard sources.contains(key) else {
                    throw reader.fault("There is no source \(key). Use one of \(names).")
                }
                try reader.note(key)
                switch value {
                case "on": break
                case "off": off.insert(key)
                default: throw reader.fault("\(key)= has a wrong value. Write on or off.")
                }
            }
        }
    }
}
