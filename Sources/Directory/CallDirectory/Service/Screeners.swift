// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryCore
import SDBus

/// The apps that screen calls for the user. Those that are registered and enabled are asked about a call that no rule
/// and no list is about, each with its own deadline.
final class Screeners {
    private let session: BusConnection
    private let store: DirectoryStore
    private let loop: EventLoop
    /// In the order of registration: one for each identifier, and one for each connection.
    private var registrations: [ScreenerRegistration] = []
    /// The identifiers that asked to register and are not enabled, the last one at the end.
    private var applicants: [String] = []
    private var questions: [String: Question] = [:]
    /// Called when ``list`` has changed, except because the user enabled or disabled a screener.
    var changed: () -> Void = {}
    /// Called when the time that the screeners may need together changes, in microseconds; nil = none is asked.
    var deadlineChanged: (UInt64?) -> Void = { _ in }
    private var deadline: UInt64?
    private static let applicantLimit = 16

    /// The question about one call, by its UUID.
    private struct Question {
        var round: ScreenerRound
        var labels: [String: String] = [:]
        var timers: [Timer] = []
        let completion: (ScreeningDecision, _ label: String?) -> Void
    }

    init(_ session: BusConnection, _ store: DirectoryStore, _ loop: EventLoop) {
        (self.session, self.store, self.loop) = (session, store, loop)
    }

    func begin() throws(BusError) {
        try session.onPeerLost { [unowned self] peer in remove { $0.connection == peer.name } }
    }

    // MARK: The screeners

    /// Takes the place of an earlier registration of the identifier or of the connection.
    func register(_ new: ScreenerRegistration) throws(BusError) {
        guard store.data.screeners.contains(new.identifier) else {
            let isNew = !applicants.contains(new.identifier)
            applicants.removeAll { $0 == new.identifier }
            applicants = applicants.suffix(Self.applicantLimit - 1) + [new.identifier]
            if isNew { changed() }
            throw .accessDenied(
                "The user has not enabled the screener \(new.identifier); "
                    + "ask the user to run: monkeycall screeners enable \(new.identifier)")
        }
        remove { $0.identifier == new.identifier || $0.connection == new.connection }
        registrations.append(new)
        changed()
        update()
    }

    /// The user may have enabled or disabled screeners.
    func update() {
        applicants.removeAll(where: store.data.screeners.contains)
        remove { !store.data.screeners.contains($0.identifier) }
        let new = registrations.map(\.deadline).max()
        guard new != deadline else { return }
        deadline = new
        deadlineChanged(new)
    }

    private func remove(where isGone: (ScreenerRegistration) -> Bool) {
        let gone = registrations.filter(isGone)
        guard !gone.isEmpty else { return }
        registrations.removeAll(where: isGone)
        changed()
        for screener in gone {
            for call in questions.keys { change(call) { $0.round.giveUp(screener.identifier) } }
        }
        update()
    }

    /// Every screener that is enabled, is registered, or has asked to be.
    var list: [(identifier: String, isEnabled: Bool, isRegistered: Bool)] {
        let registered = Set(registrations.map(\.identifier))
        return store.data.screeners.union(applicants).sorted().map { identifier in
            (identifier, store.data.screeners.contains(identifier), registered.contains(identifier))
        }
    }

    // MARK: The calls

    /// Asks all screeners. The completion gets the decision, and the label of the screener that decided.
    func ask(
        _ call: String, _ handle: Handle?, _ details: [String: Variant],
        then completion: @escaping (ScreeningDecision, _ label: String?) -> Void
    ) {
        var question = Question(
            round: ScreenerRound(asking: registrations.map(\.identifier)), completion: completion)
        for screener in registrations {
            let timer = loop.timer(after: screener.deadline) { [unowned self] in
                change(call) { $0.round.giveUp(screener.identifier) }
            }
            if let timer { question.timers.append(timer) } else { question.round.giveUp(screener.identifier) }
        }
        questions[call] = question
        for screener in registrations {
            let signal = BusSignal(DirectoryName.path, DirectoryName.screening, "Screen")
            session.signal(signal, to: BusName(trusted: screener.connection)) { (writer) throws(BusError) in
                try writer.append(call)
                try writer.append(handle?.wire ?? .none)
                try writer.append(details)
            }
        }
        change(call) { _ in }
    }

    /// A late answer, or one about another call, changes nothing.
    func answer(_ call: String, _ verdict: Verdict, label: String?, from connection: String) throws(BusError) {
        guard let screener = registrations.first(where: { $0.connection == connection }) else {
            throw .accessDenied("This connection is not registered as a screener; call RegisterScreener first.")
        }
        change(call) { question in
            question.round.answer(verdict, from: screener.identifier)
            if question.labels[screener.identifier] == nil { question.labels[screener.identifier] = label }
        }
    }

    private func change(_ call: String, _ body: (inout Question) -> Void) {
        guard var question = questions[call] else { return }
        body(&question)
        guard let answers = question.round.answers else { return questions[call] = question }
        questions[call] = nil
        let decision = ScreeningDecision(screeners: answers)
        guard case .screener(let name) = decision.reason else { return question.completion(decision, nil) }
        question.completion(decision, question.labels[name])
    }
}

/// A screener on the session bus.
struct ScreenerRegistration {
    let identifier: String
    /// Its unique name.
    let connection: String
    /// How long the directory waits for its answer, in microseconds.
    let deadline: UInt64

    /// With the time of the directory itself, one second.
    private static let defaultDeadline: UInt64 = 900_000
    /// With the time of the directory itself, the longest deadline that the service allows.
    private static let longestDeadline = UInt64(Limits().screeningDeadline) - DirectoryRegistration.defaultTime

    /// `app` is the sandboxed app of the caller, nil = no sandbox.
    init(_ identifier: String, _ options: Options, app: String?, connection: String) throws(BusError) {
        let limits = Limits()
        guard limits.allowsIdentifier(identifier) else {
            throw .invalidArgs(
                """
                The identifier must have 1 to \(limits.textLength) of the characters A-Z a-z 0-9 . - _ and not begin with \
                . or -
                """)
        }
        if let app, !SandboxName.owns(identifier, app: app) {
            throw .accessDenied(
                "This app may not use the name \(identifier). It owns \(SandboxName.owned(by: app))")
        }
        let deadline = try options.time(.deadline) ?? Self.defaultDeadline
        guard 1...Self.longestDeadline ~= deadline else {
            throw .invalidArgs("Deadline must be 1 to \(Self.longestDeadline) microseconds.")
        }
        (self.identifier, self.connection, self.deadline) = (identifier, connection, deadline)
    }
}
