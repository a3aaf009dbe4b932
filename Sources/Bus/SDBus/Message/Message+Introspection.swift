// SPDX-License-Identifier: MIT

extension Message {
    /// The names of the objects below the one that this answer to `Introspect` describes.
    package func childNodes() throws(BusError) -> [String] {
        try read(String.self).split(separator: "<node name=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
}
