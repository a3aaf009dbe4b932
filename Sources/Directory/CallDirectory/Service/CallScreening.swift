// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import DirectoryCore
import SDBus

/// Answers the service's questions whether reported calls ring.
final class CallScreening {
    private let client: CallClient
    private let callers: Callers
    private let screeners: Screeners

    init(_ client: CallClient, _ callers: Callers, _ screeners: Screeners) {
        (self.client, self.callers, self.screeners) = (client, callers, screeners)
    }

    func begin() throws(BusError) {
        try client.listen(to: CallManagerName.manager) { [unowned self] signal in
            guard signal.member == SignalName.screenCall.rawValue,
                let (call, _, handle, details) = try? signal.read(
                    String.self, String.self, WireHandle.self, [String: Variant].self)
            else { return }
            screen(call, handle.handle, details)
        }
    }

    private func screen(_ call: String, _ handle: Handle?, _ details: [String: Variant]) {
        let caller = callers.caller(handle)
        var details = details
        // Only the rules know the app: a screener need not.
        let app = details[.appID]?.string ?? ""
        details[.appID] = nil
        callers.decide(about: caller, in: app) { [unowned self] decision, record in
            if let decision { return answer(call, caller, decision, label: record?.label) }
            screeners.ask(call, handle, details) { [unowned self] decision, label in
                answer(call, caller, decision, label: record?.label ?? label)
            }
        }
    }

    /// A service that restarts asks again, so this answer is not repeated.
    private func answer(_ call: String, _ caller: Caller, _ decision: ScreeningDecision, label: String?) {
        var details = caller.identification(label: label).wire
        details[.filteredBy] = decision.filter.map { .string($0.rawValue) }
        client.call(.answerScreening, call, decision.verdict.rawValue, details) { _ in }
    }
}

/// Names the other sides of calls that go on: of outgoing calls, of calls that were not screened, and again when the
/// handle of a call or a contact changes.
final class CallNames {
    private let client: CallClient
    private let callers: Callers

    init(_ client: CallClient, _ callers: Callers) { (self.client, self.callers) = (client, callers) }

    func name(_ calls: some Sequence<CallRecord>) {
        for call in calls where call.state != .ended { name(call) }
    }

    /// `isOther`: the call has another handle than before, so the label that a screener gave is not about it.
    func name(_ call: CallRecord, isOther: Bool = false) {
        let caller = callers.caller(call.handle.handle)
        callers.record(of: caller) { [unowned self] record in
            let identification = caller.identification(label: record.label ?? (isOther ? "" : nil))
            // An answer about the handle that the call had before may be on its way.
            guard isOther || identification.differs(from: call) else { return }
            client.report(.identifyCall, call.uuid, identification.wire)
        }
    }
}

extension Identification {
    fileprivate func differs(from call: CallRecord) -> Bool {
        wire.contains { key, value in (call.properties[key] ?? .string("")) != value }
    }
}

/// The registration of this connection as the user's directory. A service that comes back with its state still has it.
final class DirectoryRegistration {
    private let client: CallClient
    private let log: Log
    /// The state of the service that this directory is registered in, see ``CallClient/generation``; nil = none.
    private var generation: Int?
    /// Whether another program is the user's directory.
    private var isRefused = false
    /// How long the service waits for an answer about a call, in microseconds.
    private var deadline: UInt64
    /// The apps that the user switched off; nil = not known, so the service keeps what it knows.
    private var disabled: Set<String>?
    /// How long this process may need for an answer of its own, in microseconds.
    private let ownTime: UInt64
    /// The service's default.
    static let defaultTime: UInt64 = 100_000
    /// Called when the service has this connection as the user's directory.
    var registered: () -> Void = {}

    init(_ client: CallClient, ownTime: UInt64, log: Log) {
        (self.client, self.log) = (client, log)
        (self.ownTime, deadline) = (ownTime, ownTime)
    }

    func begin() {
        client.onPropertiesChanged { [unowned self] change in
            guard change.interface == CallManagerName.manager, change.properties[.hasDirectory]?.bool == false,
                isRefused
            else { return }
            (isRefused, generation) = (false, nil)
            serviceRuns()
        }
    }

    /// Registers with the service, unless its state has the registration.
    func serviceRuns() {
        guard generation != client.generation else { return }
        let new = client.generation
        (generation, isRefused) = (new, false)
        client.report(.registerDirectory, update.wire) { [unowned self] error in
            guard generation == new else { return }
            guard let error else { return registered() }
            isRefused = true
            log("calls are not screened", error)
        }
    }

    /// The screeners may take so long in addition; nil = none is asked.
    func allow(_ screenersTime: UInt64?) {
        deadline = min(ownTime + (screenersTime ?? 0), UInt64(Limits().screeningDeadline))
        tell()
    }

    /// The user may have switched apps off or on.
    func switchOff(_ apps: Set<String>?) {
        guard let apps, apps != disabled else { return }
        disabled = apps
        tell()
    }

    private func tell() {
        guard generation != nil, generation == client.generation, !isRefused else { return }
        client.report(.setDirectoryState, update.wire)
    }

    private var update: DirectoryUpdate {
        var update = DirectoryUpdate()
        update.deadline = deadline
        update.disabledProviders = disabled
        return update
    }
}
