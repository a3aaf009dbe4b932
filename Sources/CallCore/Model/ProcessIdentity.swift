// SPDX-License-Identifier: MIT

/// What a process is, by the word of the kernel and of the security module, which it cannot change.
public struct ProcessIdentity: Hashable, Sendable {
    /// The innermost systemd unit; empty = none.
    public let unit: String
    /// The app whose sandbox it runs in, as Flatpak and Snap name their units, and Snap its AppArmor labels; nil = outside
    /// any sandbox, empty = in one whose name cannot be read.
    public let app: String?

    /// Reads the text of `/proc/PID/cgroup`, of which every hierarchy is looked at, as in hybrid set-ups only one of them
    /// names units; and the security label, nil where there is no such module.
    public init(controlGroup: String, securityLabel: String?) {
        var unit = ""
        var app: String?
        for line in controlGroup.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[1].isEmpty || fields[1] == "name=systemd" else { continue }
            for part in fields[2].split(separator: "/").map(String.init) where Self.isUnit(part) {
                unit = part
                app = Self.app(ofUnit: part) ?? app
            }
        }
        self.unit = unit
        self.app = securityLabel.flatMap(Self.app(ofLabel:)) ?? app
    }

    /// `snap.NAME.APP`, and behind a space how strictly it is enforced.
    private static func app(ofLabel label: String) -> String? {
        let parts = label.prefix { $0 != " " }.split(separator: ".")
        return parts.first == "snap" && parts.count > 2 ? String(parts[1]) : nil
    }

    private static func isUnit(_ name: String) -> Bool { name.hasSuffix(".scope") || name.hasSuffix(".service") }

    /// `app-flatpak-ID-PID.scope` and `snap.NAME.APP….scope`, also `….service`.
    private static func app(ofUnit unit: String) -> String? {
        guard let dot = unit.lastIndex(of: ".") else { return nil }
        let name = unit[..<dot]
        if name.hasPrefix("app-flatpak-") {
            let rest = name.dropFirst("app-flatpak-".count)
            return unescape(rest[..<(rest.lastIndex(of: "-") ?? rest.endIndex)])
        }
        guard name.hasPrefix("snap.") else { return nil }
        let parts = name.split(separator: ".")
        return parts.count > 2 ? unescape(parts[1]) : ""
    }

    /// systemd writes a dash within a name as `\x2d`.
    private static func unescape(_ name: Substring) -> String {
        var text = ""
        var rest = name
        while let character = rest.popFirst() {
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard rest.popFirst() == "x", let code = UInt8(rest.prefix(2), radix: 16) else { return "" }
            rest = rest.dropFirst(2)
            text.append(Character(UnicodeScalar(code)))
        }
        return text
    }
}
