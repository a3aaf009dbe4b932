// SPDX-License-Identifier: MIT

/// The apps that the user switched off, as a directory told them last. They stay when the directory leaves the bus, and
/// across a restart, so that no app rings while another directory starts.
struct SwitchedOffApps: Hashable, Sendable {
    /// Identifiers of providers, and ids of sandboxed apps.
    private(set) var names: Set<String> = []
    /// What the names cost.
    private(set) var cost = 0
    /// Whether they changed since `takeChange`.
    private var isUnwritten = false

    /// Whether an app with these names is switched off. `app` is that of its sandbox; nil = no sandbox.
    func contains(_ identifier: String, app: String? = nil) -> Bool {
        names.contains(identifier) || app.map(names.contains) ?? false
    }

    mutating func replace(by names: Set<String>) {
        guard names != self.names else { return }
        (self.names, cost, isUnwritten) = (names, Self.cost(of: names), true)
    }

    /// Whether they changed since the last call of this function.
    mutating func takeChange() -> Bool {
        defer { isUnwritten = false }
        return isUnwritten
    }

    static func cost(of names: Set<String>) -> Int { names.reduce(0) { $0 + Cost.entry + $1.cost } }
}

extension SwitchedOffApps: Kept {
    package func write(to writer: inout StateWriter) { writer.write(names) }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        names = try reader.read()
        cost = Self.cost(of: names)
    }
}
