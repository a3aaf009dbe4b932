// SPDX-License-Identifier: MIT

package import CallModel

extension ID<Names.Call> {
    /// The call of an object path.
    package init?(path: String) {
        let prefix = CallManagerName.path + "/calls/"
        guard path.hasPrefix(prefix) else { return nil }
        self.init(String(path.dropFirst(prefix.utf8.count)), separator: UInt8(ascii: "_"))
    }
}
