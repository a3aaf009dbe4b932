// SPDX-License-Identifier: MIT

/// The browsers that the extension is for. The identifiers of the providers of each begin with its raw value.
package enum BrowserKind: String, CaseIterable {
    case chromium = "org.chromium.Chromium"
    case firefox = "org.mozilla.firefox"

    private var start: String { rawValue + ".profile-" }

    /// Each profile of a browser is a provider.
    package func provider(ofProfile profile: String) -> String { start + profile }

    /// Whether a provider of that identifier is one of a browser.
    static func haveProvider(_ identifier: String) -> Bool { allCases.contains { identifier.hasPrefix($0.start) } }
}
