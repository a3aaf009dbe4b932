// SPDX-License-Identifier: MIT

internal import Glibc

/// An error number of the system.
package struct SystemError: Error, Hashable {
    package let code: Int32

    package init(_ code: Int32) { self.code = code }

    /// That of the last call. Take it at once: each later call of the system may change `errno`.
    package init() { self.init(errno) }

    /// What the system says about it, without a full stop.
    package var words: String { String(cString: strerror(code)) }
}
