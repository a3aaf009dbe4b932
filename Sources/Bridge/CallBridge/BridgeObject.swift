// SPDX-License-Identifier: MIT

import CallInterface
import Glibc
import SDBus

/// `org.monkeycall.Bridge`: the sources and their states, for the command line.
final class BridgeObject {
    /// What calls that wait, and replies that are not read, may take in all, in bytes.
    private static let mostBytes = 1 << 20

    private let bus: BusConnection
    private let sources: () -> [(source: any CallSource, isOn: Bool)]
    /// Those who have asked since the sources began to be updated, with the users whose calls they see.
    private var askers: [(uid: UInt32, reply: PendingReply<[[String: Variant]]>)] = []

    init(on bus: BusConnection, sources: @escaping () -> [(source: any CallSource, isOn: Bool)]) {
        (self.bus, self.sources) = (bus, sources)
    }

    /// Exports the object and takes the name. Two bridges would list every call twice, so a second one fails.
    /// `forAllUsers`: others than this process's user may call, so it asks the bus for each caller.
    func begin(forAllUsers: Bool) throws(BusError) {
        try bus.export(interface(forAllUsers: forAllUsers), at: BridgeName.path) { () }
        try bus.serve(waitingBytes: Self.mostBytes, unreadBytes: Self.mostBytes, unanswered: 8)
        try bus.requestName(BridgeName.bus)
    }

    /// The interface of `dbus/org.monkeycall.Bridge.xml`.
    func interface(forAllUsers: Bool) -> Interface<Void> {
        Interface(
            BridgeName.interface,
            [
                .deferredMethod(BridgeName.listSources, returns: ("sources", [[String: Variant]].self)) {
                    [unowned self] (_, call, reply) throws(BusError) in
                    let uid = forAllUsers ? try call.peer().uid : geteuid()
                    askers.append((uid, reply))
                    if askers.count == 1 { update(sources().map(\.source)[...]) { [unowned self] in answer() } }
                }
            ])
    }

    private func answer() {
        for asker in askers { asker.reply.succeed(lines(for: asker.uid)) }
        askers = []
    }

    /// Updates one source after another.
    private func update(_ sources: ArraySlice<any CallSource>, then body: @escaping () -> Void) {
        guard let source = sources.first else { return body() }
        source.update { [unowned self] in update(sources.dropFirst(), then: body) }
    }

    /// A user sees the providers and the number of calls that are their own, and root those of all users: whether
    /// another user talks is none of a user's business.
    private func lines(for uid: UInt32) -> [[String: Variant]] {
        sources().map { source, isOn in
            let state: SourceWord = isOn ? source.isPresent ? .present : .absent : .off
            let own = source.providers.filter { uid == 0 || $0.user == uid }
            return [String: Variant]([
                .source: .string(source.name), .state: .string(state.rawValue),
                .providers: .strings(own.map(\.identifier)),
                .count: .uint32(UInt32(clamping: own.reduce(0) { $0 + $1.callCount })),
            ])
        }
    }
}
