// SPDX-License-Identifier: MIT

/// The providers of browsers: each profile of a browser is one.
package enum BrowserProvider: String, CaseIterable {
    case chromium = "org.chromium.Chromium"
    case firefox = "org.mozilla.firefox"

    private var start: String { rawValue + ".profile-" }

    package func identifier(profile: String) -> String { start + profile }

    /// Whether a provider of that identifier is one of them.
    static func isOne(_ identifier: String) -> Bool { allCases.contains { identifier.hasPrefix($0.start) } }
}
