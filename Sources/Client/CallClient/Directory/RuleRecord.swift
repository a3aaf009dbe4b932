// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

/// A rule of the user, as `ListRules` tells it.
package struct RuleRecord: Hashable, Sendable {
    package let properties: [String: Variant]

    package init(_ properties: [String: Variant]) { self.properties = properties }

    package var id: Int64 { Int64(clamping: properties.time(.rule)) }
    package var kind: Received<RuleKind> { properties.word(.kind) }
    package var pattern: String { properties.text(.pattern) }
    package var verdict: Received<Verdict> { properties.word(.verdict) }

    /// Whether the rule has that pattern, in any of its spellings.
    package func has(_ kind: RuleKind, _ pattern: String) -> Bool {
        self.kind == kind && Self.plain(self.pattern) == Self.plain(pattern)
    }

    private static func plain(_ pattern: String) -> String { pattern.lowercased().filter { !" +*@".contains($0) } }
}
