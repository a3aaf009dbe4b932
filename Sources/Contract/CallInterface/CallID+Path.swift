// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

extension ID<Names.Call> {
    /// The call of an object path.
    package init?(path: ObjectPath) {
        let prefix = CallManagerName.path.text + "/calls/"
        guard path.text.hasPrefix(prefix) else { return nil }
        self.init(String(path.text.dropFirst(prefix.utf8.count)), separator: UInt8(ascii: "_"))
    }
}
