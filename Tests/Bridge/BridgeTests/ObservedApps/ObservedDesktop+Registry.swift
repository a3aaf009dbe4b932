// SPDX-License-Identifier: MIT

import BusTesting

/// The calls of observed apps in the registry, as the service signals and lists them.
extension ObservedDesktop {
    /// The live calls, as the service has signalled them.
    func calls() -> [[String: DBusValue]] { journal.calls }

    /// The live calls by their names. A call that is listed twice is under a name that no test expects.
    func callsByName() -> [String: [String: DBusValue]] {
        let calls = calls().map { ($0["LocalizedCallerName"]?.string ?? "", $0) }
        return Dictionary(calls) { $0.merging(["State": "listed again"]) { $1 }.merging($1) { first, _ in first } }
    }

    // MARK: Waits

    /// Waits until exactly one observed app has a call, which is like this. Returns the call.
    @discardableResult
    func waitForCall(_ purpose: String, where fits: ([String: DBusValue]) -> Bool) throws -> [String: DBusValue] {
        try wait(for: purpose) { calls().count == 1 && fits(calls()[0]) }
        return calls().first ?? [:]
    }

    /// Waits until the calls fit, and returns them.
    @discardableResult
    func waitForCalls(
        _ purpose: String, where fit: ([String: [String: DBusValue]]) -> Bool
    ) throws -> [String: [String: DBusValue]] {
        try wait(for: purpose) { fit(callsByName()) }
        return callsByName()
    }

    func waitUntilNoCall() throws { try wait(for: "no call") { calls().isEmpty } }

    /// Looks again after each signal of the service. In the end the service must list what it has signalled.
    private func wait(for purpose: String, until isTrue: () -> Bool) throws {
        while true {
            if isTrue() {
                try compareWithList()
                if isTrue() { return }
            }
            do { journal.note(try watcher.nextSignal()) } catch {
                throw SupportError(
                    "waited in vain for \(purpose): \(calls()); the bridge: \(bridge.text(of: .error))")
            }
        }
    }

    /// The list and the signals may cross, so this tries again.
    private func compareWithList() throws {
        let deadline = Deadline()
        while true {
            try noteSignals()
            let listed = try listedCalls()
            try noteSignals()
            if Self.facts(listed) == Self.facts(calls()) { return }
            guard !deadline.hasPassed else {
                throw SupportError("the service lists \(listed), but it has signalled \(calls())")
            }
        }
    }

    private static func facts(_ calls: [[String: DBusValue]]) -> Set<[DBusValue?]> {
        Set(calls.map { call in ["UUID", "State", "Muted", "HasAudio"].map { call[$0] } })
    }

    private func listedCalls() throws -> [[String: DBusValue]] {
        try watcher.managedObjects().values.compactMap { $0.entries?[CallName.call]?.entries }
            .filter(CallJournal.isObserved)
    }

    // MARK: The signals

    /// Notes each signal that was sent to the watcher up to now.
    func noteSignals() throws {
        _ = try watcher.callBus("GetId")
        for signal in watcher.takeSignals() { journal.note(signal) }
    }

    /// The service crashed, and continues with its state.
    func serviceContinues() throws {
        try noteSignals()
        journal.serviceContinues()
    }

    /// A service without its state does not know who watches.
    func subscribeAgain() throws {
        try noteSignals()
        journal.serviceForgot()
        try watcher.subscribe()
        let objects = try watcher.managedObjects()
        try noteSignals()
        journal.found(objects.compactMapValues { $0.entries?[CallName.call]?.entries })
        endedUnseen = Set(Self.ended(try watcher.manager.call("ListEndedCalls")))
    }

    /// The ids in the reply of ListEndedCalls.
    static func ended(_ reply: [DBusValue]) -> [String] {
        reply.first?.elements?.compactMap { $0["Call"]?.string } ?? []
    }
}
