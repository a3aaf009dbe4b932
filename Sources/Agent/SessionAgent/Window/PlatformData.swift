// SPDX-License-Identifier: MIT

import SDBus

extension [String: Variant] {
    /// The platform data of `org.freedesktop.Application`: the token lets the program raise its window. Empty without a
    /// token.
    init(activationToken token: String) {
        self = token.isEmpty ? [:] : ["activation-token": .string(token), "desktop-startup-id": .string(token)]
    }
}
