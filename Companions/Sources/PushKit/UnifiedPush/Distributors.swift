// SPDX-License-Identifier: MIT

/// The distributors of pushes on the session bus, and the choice between them.
struct Distributors: Equatable, Sendable {
    /// The part that the names of all distributors have.
    static let namespace = "org.unifiedpush.Distributor"

    private let running: Set<String>
    private let activatable: Set<String>

    /// The distributors among the names that have owners, and among the names of programs that the bus can start.
    init(running: [String], activatable: [String]) {
        self.running = Set(running.filter(Self.isName))
        self.activatable = Set(activatable.filter(Self.isName))
    }

    private static func isName(_ name: String) -> Bool { name.hasPrefix(namespace + ".") }

    func isRunning(_ name: String) -> Bool { running.contains(name) }

    /// The one that this app uses; nil if there is none. With several it is the one that the user names in the
    /// environment, or the one that the app used last, or the first one that runs.
    ///
    /// - Parameters:
    ///   - wish: the end of the name in `UNIFIEDPUSH_DISTRIBUTOR`, e.g. `kde`; nil or empty = no wish. Then no other
    ///     one counts
    ///   - last: the one that the app used last
    func choice(wish: String?, last: String?) -> String? {
        let all = running.union(activatable)
        if let wish, !wish.isEmpty {
            let name = Self.namespace + "." + wish
            return all.contains(name) ? name : nil
        }
        if let last, all.contains(last) { return last }
        return running.min() ?? activatable.min()
    }
}
