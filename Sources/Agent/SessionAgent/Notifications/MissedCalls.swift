// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// A call that was not answered, with the data to call back after its app has gone.
struct MissedCall: Hashable {
    var call: CallRecord
    let icon: String
    /// Starts the app; empty if unknown.
    let desktopEntry: String
    /// What ``CallIndex`` counts as its app.
    let app: String
    /// Why nothing called back when the user asked for it; nil if it did, or was not asked.
    var failure: CallFailure?

    /// What refused the call for the user; nil for a call that rang.
    var filter: CallFilter? { call.filteredBy.word ?? CallFilter(rawValue: call.text(.outcome)) }
}

/// The missed calls that the user has not dismissed. They outlive the notification server and the agent, so that the
/// user sees them.
struct MissedCalls {
    /// More calls are dropped. Some servers never report a dismissal.
    static let limit = 20

    /// Oldest first.
    private(set) var all: [MissedCall] = [] { didSet { if all != oldValue { journal.write(all.map(\.record)) } } }
    private let journal: Journal

    init(_ journal: Journal) {
        self.journal = journal
        all = journal.read().compactMap { MissedCall(record: $0) }
    }

    subscript(call: String) -> MissedCall? { all.first { $0.call.uuid == call } }

    /// A later call with the same UUID takes the place of the earlier one. The app with the most calls loses its oldest
    /// one if they are too many, so no app pushes out the calls of another.
    mutating func append(_ missed: MissedCall) {
        let call = missed.call.uuid
        if let known = self[call]?.call, known.endedAt == 0 || known.endedAt >= missed.call.endedAt { return }
        var calls = all.filter { $0.call.uuid != call } + [missed]
        if calls.count > Self.limit {
            let counts = Dictionary(grouping: calls, by: \.app).mapValues(\.count)
            let most = counts.values.max()
            if let oldest = calls.firstIndex(where: { counts[$0.app] == most }) { calls.remove(at: oldest) }
        }
        all = calls
    }

    @discardableResult
    mutating func remove(_ call: String) -> MissedCall? {
        defer { all.removeAll { $0.call.uuid == call } }
        return self[call]
    }

    mutating func fail(_ call: String, _ failure: CallFailure) {
        if let index = all.firstIndex(where: { $0.call.uuid == call }) { all[index].failure = failure }
    }
}

extension MissedCall {
    fileprivate var record: [String] {
        [
            call.uuid, call.provider, call.providerName, call.handle.type.text, call.handle.value, call.callerName,
            icon, desktopEntry, app, String(call.startedAt), String(call.endedAt), filter?.rawValue ?? "",
            call.text(.formatted),
        ]
    }

    fileprivate init?(record: [String]) {
        // An agent of an earlier version wrote no times, or no app either.
        guard [8, 9, 13].contains(record.count) else { return nil }
        let handle = WireHandle(type: Received(text: record[3]), value: record[4])
        call = CallRecord(
            [String: Variant]([
                .uuid: .string(record[0]), .provider: .string(record[1]), .providerName: .string(record[2]),
                .remoteHandle: handle.variant, .localizedCallerName: .string(record[5]),
            ]))
        if record.count > 9 {
            call.properties[.startedAt] = .uint64(UInt64(record[9]) ?? 0)
            call.properties[.endedAt] = .uint64(UInt64(record[10]) ?? 0)
            if !record[11].isEmpty { call.properties[.filteredBy] = .string(record[11]) }
            call.properties[.formatted] = .string(record[12])
        }
        (icon, desktopEntry, app) = (record[6], record[7], record.count > 8 ? record[8] : record[1])
    }
}

/// The calls that do-not-disturb, or a call of the user, refused. The agent shows each once, when do-not-disturb is off
/// again and the user is in no call.
final class RefusedCalls {
    private let service: CallServiceClient
    /// The last shown call, also of an earlier agent.
    private let journal: Journal
    /// The same, if the journal cannot be written.
    private var lastShown: String?
    private var isAsked = false

    init(_ service: CallServiceClient, _ journal: Journal) {
        self.service = service
        self.journal = journal
    }

    /// Asks the service when do-not-disturb or the call has ended, when this shell becomes primary, and when the
    /// service has restarted.
    func follow(_ state: DesktopState, found: @escaping ([CallRecord]) -> Void) {
        let wasAsked = isAsked
        isAsked = state.isPrimary && !state.refusesCalls
        guard isAsked, !wasAsked else { return }
        service.call(.listEndedCalls) { [unowned self] reply in
            guard let lines = try? reply.get().read([[String: Variant]].self) else { return }
            let new = new(in: lines.map { CallRecord(ended: $0) }.filter(\.isRefusedForNow))
            if !new.isEmpty { found(new) }
        }
    }

    /// The calls after the last shown one. A service that does not know that call started after it.
    private func new(in refused: [CallRecord]) -> [CallRecord] {
        guard let last = refused.last?.uuid else { return [] }
        let shown = journal.read().first?.first ?? lastShown
        lastShown = last
        journal.write([[last]])
        let start = refused.lastIndex { $0.uuid == shown }.map { $0 + 1 } ?? 0
        return Array(refused[start...])
    }
}

extension CallRecord {
    /// Whether do-not-disturb, or a call of the user, refused it. A test call is nothing to call back.
    var isRefusedForNow: Bool { filteredBy.word?.isOfTheMoment == true && !isTest }
}

/// A call to make with a certain app.
struct CallOrder: Hashable {
    /// Identifier of the provider.
    let provider: String
    let handle: WireHandle
    var details = StartCallDetails()
    /// Starts the app; empty if unknown.
    let desktopEntry: String
}

/// Why no app makes a call that the user asked for.
enum CallFailure: Hashable {
    /// No app for it runs, and none could be started.
    case noApp
    /// The app has no code for calls that are requested elsewhere.
    case notHandled
    /// The service does not run, or refused the call.
    case refused

    init(_ error: BusError) {
        self =
            switch error.code {
            case .unknownProvider: .noApp
            case .startCallNotHandled: .notHandled
            default: .refused
            }
    }
}

/// Asks an app to make a call, and starts the app if it is not running.
final class CallBack {
    /// The time in microseconds that an app may take to start. If it starts later, the user opened it for another
    /// purpose.
    private static let startTimeout: UInt64 = 30_000_000

    private let session: BusConnection
    private let service: CallServiceClient
    private let loop: EventLoop
    private var providers: Set<String> = []
    /// The last order, while its app starts and has not registered yet.
    private var waiting: (order: CallOrder, timer: Timer?, completion: (CallFailure?) -> Void)?

    init(_ session: BusConnection, _ service: CallServiceClient, _ loop: EventLoop) {
        self.session = session
        self.service = service
        self.loop = loop
    }

    func follow(_ state: DesktopState) {
        providers = Set(state.registry.providers.values.map(\.identifier))
        guard let (order, _, completion) = waiting, providers.contains(order.provider) else { return }
        waiting = nil
        request(order, completion)
    }

    /// The answer is nil if the app has taken the call.
    func begin(_ order: CallOrder, then completion: @escaping (CallFailure?) -> Void) {
        if providers.contains(order.provider) { return request(order, completion) }
        cancel()
        waiting = (order, nil, completion)
        waiting?.timer = loop.timer(after: Self.startTimeout) { [unowned self] in cancel() }
        open(order.desktopEntry, token: order.details.activationToken) { [unowned self] isOpen in
            if !isOpen, waiting?.order == order { cancel() }
        }
    }

    /// Opens an app that the bus can start. The answer says whether it could.
    func open(_ desktopEntry: String, token: String, then completion: @escaping (Bool) -> Void = { _ in }) {
        guard let name = BusName(desktopEntry) else { return completion(false) }
        let target = CallTarget(name, ObjectPath(ofProgram: name), "org.freedesktop.Application", "Activate")
        session.ask(target, [String: Variant](activationToken: token)) { completion((try? $0.get()) != nil) }
    }

    /// Drops the order whose app has not registered yet.
    func cancel() {
        let completion = waiting?.completion
        waiting = nil
        completion?(.noApp)
    }

    private func request(_ order: CallOrder, _ completion: @escaping (CallFailure?) -> Void) {
        service.startCall(order.provider, order.handle, order.details) { completion($0.map(CallFailure.init)) }
    }
}

extension [String: Variant] {
    /// The platform data of `org.freedesktop.Application`: the token lets the program raise its window. Empty without a
    /// token.
    init(activationToken token: String) {
        self = token.isEmpty ? [:] : ["activation-token": .string(token), "desktop-startup-id": .string(token)]
    }
}
