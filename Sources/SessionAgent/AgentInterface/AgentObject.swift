// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallLinks
package import SDBus

/// `org.monkeycall.Agent` on the session bus: whether there are calls, without their callers, and do-not-disturb.
package final class AgentObject: Neighbour {
    private let session: BusConnection
    private let service: CallServiceClient
    private let doNotDisturb: DoNotDisturb
    private let questions: CallQuestions
    private let table: Interface<AgentFacts>
    private var facts = AgentFacts()
    private let log: (String) -> Void

    package init(
        _ session: BusConnection, _ service: CallServiceClient, _ doNotDisturb: DoNotDisturb,
        _ questions: CallQuestions, log: @escaping (String) -> Void
    ) {
        (self.session, self.service, self.doNotDisturb, self.log) = (session, service, doNotDisturb, log)
        self.questions = questions
        table = Self.table(service, doNotDisturb, questions)
    }

    /// Exports the object. Of several agents in a session the last one has the name, because it is the one that acts.
    package func begin() throws(BusError) {
        try session.export(table, at: AgentName.path) { [unowned self] in facts }
        try session.shareName(AgentName.bus) { [doNotDisturb] in doNotDisturb.reload() }
    }

    package func follow(_ state: DesktopState) {
        show {
            $0.isInCall = state.presence.isInCall
            $0.isRinging = state.presence.isRinging
            $0.isPrimary = state.isPrimary
            $0.unenforced = state.unenforced
        }
    }

    /// Do-not-disturb has changed. The properties show it when the service acts on it.
    package func update() {
        service.afterRequests { [unowned self] in
            show {
                $0.quietReason = doNotDisturb.reason
                $0.quietUntil = doNotDisturb.until
            }
        }
    }

    /// Logs once when the problem begins, and once when it ends.
    package func report(_ problem: Problem, _ isThere: Bool) {
        guard facts.problems.contains(problem) != isThere else { return }
        log(isThere ? problem.beginning : problem.end)
        show { _ = isThere ? $0.problems.insert(problem).memberAfterInsert : $0.problems.remove(problem) }
    }

    private func show(_ change: (inout AgentFacts) -> Void) {
        let before = facts
        change(&facts)
        session.announce(table, from: before, to: facts, path: AgentName.path)
    }

    /// The interface of `dbus/org.monkeycall.Agent.xml`.
    private static func table(
        _ service: CallServiceClient, _ doNotDisturb: DoNotDisturb, _ questions: CallQuestions
    ) -> Interface<AgentFacts> {
        Interface(
            AgentName.bus,
            [
                .property(.inCall) { $0.isInCall },
                .property(.ringing) { $0.isRinging },
                .property(.doNotDisturb) { $0.quietReason != nil },
                .property(.doNotDisturbReason) { $0.quietReason?.rawValue ?? "" },
                .property(.doNotDisturbUntil) { $0.quietUntil },
                .property(.unenforced) { $0.unenforced.sorted() },
                .property(.problems) { $0.problems.map(\.rawValue).sorted() },
                .property(.primary) { $0.isPrimary },
                .deferredMethod(AgentName.setDoNotDisturb, takes: ["on", "until"]) {
                    [unowned service, unowned doNotDisturb]
                    (_, _, reply: PendingReply<>, isOn: Bool, until: UInt64) throws(BusError) in
                    try doNotDisturb.set(isOn, until: until)
                    service.afterRequests { reply.succeed() }
                },
                .deferredMethod(AgentName.confirmCall, takes: ["link", "options"]) {
                    [unowned questions]
                    (_, call, reply: PendingReply<>, text: String, _: [String: Variant]) throws(BusError) in
                    let link = try parse(text)
                    // An app in a sandbox, or a process that may have left one, learns nothing of the user's desktop.
                    if try !call.peer().isOutsideSandbox { reply.succeed() }
                    questions.ask(link) { error in
                        if let error { reply.fail(error) } else { reply.succeed() }
                    }
                },
            ])
    }

    private static func parse(_ text: String) throws(BusError) -> CallLink {
        do throws(CallLinkError) { return try CallLink(text) } catch { throw .invalidArgs(error.message + ".") }
    }
}
