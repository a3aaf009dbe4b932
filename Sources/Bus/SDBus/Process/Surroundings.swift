// SPDX-License-Identifier: MIT

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
