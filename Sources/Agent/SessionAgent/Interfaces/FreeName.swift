// SPDX-License-Identifier: MIT

import SDBus

/// A name that belongs to another project. The agent takes it only while it has no owner and the bus can start no
/// program for it. The agent never replaces the owner and does not queue.
final class FreeName {
    private let name: RemoteName
    private let log: Log
    private var slot: BusSlot?
    private var isWanted = false
    /// The bus has not answered the last question.
    private var isAsking = false
    /// Something changed while the agent waited for the bus.
    private var isStale = false
    private(set) var isOwned = false

    /// A flag and an answer of `RequestName`, as the D-Bus specification numbers them.
    private static let doNotQueue: UInt32 = 4
    private static let primaryOwner: UInt32 = 1

    init(_ name: BusName, on session: BusConnection, log: Log) {
        (self.name, self.log) = (RemoteName(name, on: session), log)
    }

    func begin() throws(BusError) {
        slot = try name.connection.watchActivatableNames { [unowned self] in look() }
        try name.begin(skipsGaps: true) { [unowned self] owner in if owner == nil { look() } }
    }

    /// Takes the name when it is free, or gives it back.
    func want(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        look()
    }

    private func look() {
        guard !isAsking else { return isStale = true }
        guard isWanted || isOwned else { return }
        guard isWanted else { return release() }
        ask("ListActivatableNames") { [unowned self] reply in
            guard let names = try? reply.read([String].self) else { return }
            switch (names.contains(name.name.text), isOwned) {
            case (true, true): release()
            case (false, false): if isWanted { take() }
            case (true, false), (false, true): break
            }
        }
    }

    private func take() {
        ask("RequestName", name.name.text, Self.doNotQueue) { [unowned self] reply in
            isOwned = (try? reply.read(UInt32.self)) == Self.primaryOwner
        }
    }

    private func release() {
        isOwned = false
        ask("ReleaseName", name.name.text) { _ in }
    }

    /// One question at a time. After it the agent looks again if something changed meanwhile.
    private func ask<each Argument: BusValue>(
        _ member: MemberName, _ arguments: repeat each Argument, then completion: @escaping (Message) -> Void
    ) {
        isAsking = true
        name.connection.ask(.bus(member), repeat each arguments) { [unowned self] reply in
            isAsking = false
            switch reply {
            case .success(let message): completion(message)
            case .failure(let error):
                log("the bus refuses a request", error, ["member": member.text, "name": name.name.text])
            }
            guard isStale, !isAsking else { return }
            isStale = false
            look()
        }
    }
}
