// SPDX-License-Identifier: MIT

import Foundation

/// The URL that the app's server posts messages to.
enum Endpoint {
    /// Bytes, of the specification of UnifiedPush.
    static let maximumSize = 1000

    /// Whether the text is one. A distributor's text that is none is ignored.
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= maximumSize, let url = URL(string: text), let host = url.host() else { return false }
        return ["http", "https"].contains(url.scheme) && !host.isEmpty
    }
}
