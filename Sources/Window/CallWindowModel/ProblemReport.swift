// SPDX-License-Identifier: MIT

package import CallHealth
import CallInterface

/// What the report of a problem needs, for the user to send. It is English, as the report is, and has no number, no
/// name of a person and no name of an app.
package struct ProblemReport: Sendable {
    package var desktop = ""
    package var session = ""
    package var language = ""
    /// The versions of GTK and libadwaita.
    package var toolkit = ""
    package var health: [HealthLine] = []
    /// Words of the agent's `Problems`.
    package var problems: [String] = []
    /// How many apps can call.
    package var apps = 0

    package init() {}

    package var text: String {
        let lines =
            [
                ("MonkeyCall", "\(contractVersion)"), ("Toolkit", toolkit), ("Desktop", desktop), ("Session", session),
                ("Language", language), ("Apps", "\(apps)"), ("Agent", problems.joined(separator: ", ")),
            ] + health.map { ("Health", "\($0.kind.rawValue) \($0.grade.rawValue)") }
        return lines.map { "\($0): \($1.isEmpty ? "-" : Self.line($1))\n" }.joined()
    }

    /// A variable of the environment may have any text.
    private static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }.prefix(200)))
    }
}
