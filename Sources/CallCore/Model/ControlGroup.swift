// SPDX-License-Identifier: MIT

/// What a process's control group says of it: the kernel's word, which the process cannot change.
public struct ControlGroup: Hashable, Sendable {
    /// The innermost systemd unit; empty = none.
    public let unit: String
    /// The app whose sandbox it runs in, as Flatpak and Snap name their units; nil = outside any sandbox; empty = nobody
    /// knows, which must never count as outside: an app can let the process end that made its connection.
    public let app: String?

    /// Reads the text of `/proc/PID/cgroup`. Every hierarchy is looked at: in hybrid set-ups only one of them names units.
    public init(_ text: String) {
        var unit = ""
        var app = text.isEmpty ? "" : nil
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[1].isEmpty || fields[1] == "name=systemd" else { continue }
            for part in fields[2].split(separator: "/").map(String.init) where Self.isUnit(part) {
                unit = part
                app = Self.app(ofUnit: part) ?? app
            }
        }
        self.unit = unit
        self.app = app
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
