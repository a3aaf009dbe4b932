// SPDX-License-Identifier: MIT

/// The unit and the app of a process, as the kernel and the security module report them. A process cannot change
/// either.
package struct ProcessIdentity: Hashable, Sendable {
    /// The innermost systemd unit; empty = none.
    package let unit: String
    /// The app of the sandbox that the process runs in; nil = no sandbox, empty = a sandbox whose app cannot be read.
    package let app: String?

    /// An identity that was read before.
    package init(unit: String, app: String?) { (self.unit, self.app) = (unit, app) }

    /// Reads the text of `/proc/PID/cgroup`, and the label of the security module if there is one. All hierarchies of
    /// control groups are read, because on a hybrid system only one of them names units.
    package init(controlGroup: String, securityLabel: String?) {
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

    /// The identity of the process that opened a connection. `seen` is a time at which the connection existed: a
    /// process that started later is another one with the same number. In an uncertain case it is a sandbox whose app
    /// is unknown.
    package init(_ facts: ProcessFacts, securityLabel: String?, seen: UInt64?, in surroundings: Surroundings) {
        let named = ProcessIdentity(controlGroup: facts.controlGroup, securityLabel: securityLabel)
        let isOther = if let start = facts.start, let seen { start > seen } else { facts.start == nil }
        guard !isOther else {
            self.init(unit: "", app: "")
            return
        }
        let isUncertain = Self.hasEnded(facts) || Self.isConfined(facts, named.unit, surroundings)
        self.init(unit: named.unit, app: named.app ?? (isUncertain ? "" : nil))
    }

    /// A process that has ended keeps its number until its parent asks for it, but not always its control group. The
    /// kernel marks a control group that was removed, which only such a process can be in.
    private static func hasEnded(_ facts: ProcessFacts) -> Bool {
        guard let state = facts.state, !"ZXx".contains(state) else { return true }
        return facts.controlGroup.split(separator: "\n").contains { $0.hasSuffix(" (deleted)") }
    }

    /// Whether the process sees other files or other users than the machine has.
    private static func isConfined(_ facts: ProcessFacts, _ unit: String, _ surroundings: Surroundings) -> Bool {
        guard !facts.hasFlatpakInfo else { return true }
        guard !surroundings.isToolbox(unit) else { return false }
        guard surroundings.hasRoot(facts) else { return true }
        return !surroundings.hasUserNamespace(facts) && !isConfinedBySystemd(unit)
    }

    /// systemd gives a service a user namespace for `PrivateUsers=`, and in a user's session for `ProtectSystem=` and
    /// others. That does not make it a foreign app. Desktops start apps as services, too, whose names begin as below.
    private static func isConfinedBySystemd(_ unit: String) -> Bool {
        let ofApps = ["app-", "dbus-:"]
        return unit.hasSuffix(".service") && !unit.hasPrefix("user@") && !ofApps.contains { unit.hasPrefix($0) }
    }

    /// Snap labels a process `snap.NAME.APP`; AppArmor adds a space and the mode of enforcement.
    private static func app(ofLabel label: String) -> String? {
        let parts = label.prefix { $0 != " " }.split(separator: ".")
        return parts.first == "snap" && parts.count > 2 ? String(parts[1]) : nil
    }

    private static func isUnit(_ name: String) -> Bool { name.hasSuffix(".scope") || name.hasSuffix(".service") }

    /// Flatpak names its units `app-flatpak-ID-PID.scope`; Snap names its units `snap.NAME.APP….scope` or `….service`.
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

    /// systemd writes a dash within a name as `\x2d`. Returns an empty name for any other escape.
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

/// What a process outside of every sandbox has: the root and the user namespace of the machine, or of the container in
/// which the whole system runs.
package struct Surroundings: Hashable, Sendable {
    /// The roots that count: that of the first process, and that of this one.
    package var roots: Set<String>
    /// The texts of the user namespaces that count.
    package var userNamespaces: Set<String>
    /// The units of containers whose programs count as programs of the user, by the administrator's word. A `*` at the
    /// end stands for any rest.
    package var toolboxes: [String]

    package init(roots: Set<String>, userNamespaces: Set<String>, toolboxes: [String] = []) {
        (self.roots, self.userNamespaces, self.toolboxes) = (roots, userNamespaces, toolboxes)
    }

    /// Those of this machine.
    package static let machine: Surroundings = {
        // systemd may confine this process, and another user may not be allowed to see the first one.
        let known = ["1", "self"].compactMap(ProcessFacts.init(of:))
        return Surroundings(roots: Set(known.compactMap(\.root)), userNamespaces: Set(known.map(\.userNamespace)))
    }()

    func isToolbox(_ unit: String) -> Bool {
        toolboxes.contains { $0.hasSuffix("*") ? unit.hasPrefix($0.dropLast()) : unit == $0 }
    }

    /// Whether the root of a process is that of the machine.
    func hasRoot(_ facts: ProcessFacts) -> Bool { facts.root.map(roots.contains) ?? roots.isEmpty }

    /// The user namespace of a whole machine maps all numbers.
    func hasUserNamespace(_ facts: ProcessFacts) -> Bool {
        let fields = facts.userNamespace.split(whereSeparator: \.isWhitespace)
        let isWhole = fields.count == 3 && fields[0] == "0" && fields[2] == "4294967295"
        return isWhole || userNamespaces.contains(facts.userNamespace)
    }
}
