// SPDX-License-Identifier: MIT

package import CallContract

extension ListErrorCode {
    /// The D-Bus name.
    package var name: String { DirectoryName.errorPrefix + rawValue }

    /// Nil for the name of another error.
    package init?(name: String) {
        guard name.hasPrefix(DirectoryName.errorPrefix) else { return nil }
        self.init(rawValue: String(name.dropFirst(DirectoryName.errorPrefix.utf8.count)))
    }
}
