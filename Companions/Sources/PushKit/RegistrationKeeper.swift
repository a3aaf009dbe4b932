// SPDX-License-Identifier: MIT

@_spi(Companions) import CallLibrary
import Foundation
import SDBus

/// Does what follows from the events of the ``Registration``: calls the distributor, keeps the state, tells the
/// registries.
final class RegistrationKeeper {
    private let app: String
    private let thread: SessionThread
    private let serverKey: String?
    private let notify: (PKPushRegistry.Event) -> Void
    private let file: PushStateFile?
    private var state: PushState
    private var registration: Registration
    private var timer: SDBus.Timer?
    /// Counts the requests to the distributor: the answer to an older one means nothing.
    private var requests = 0
    /// The reason of the registration, which a distributor may show.
    private static let description = "Calls"

    /// `app` is the app's name on the bus.
    init(
        _ app: String, _ thread: SessionThread, _ settings: PushSettings,
        notify: @escaping (PKPushRegistry.Event) -> Void
    ) {
        (self.app, self.thread, self.notify) = (app, thread, notify)
        serverKey = settings.serverKey
        file = PushStateFile(app: app)
        state = Self.state(in: file)
        registration = Registration(
            token: state.token, distributor: state.distributor,
            preferred: ProcessInfo.processInfo.environment["UNIFIEDPUSH_DISTRIBUTOR"], makeToken: PushState.makeToken)
    }

    private static func state(in file: PushStateFile?) -> PushState {
        guard let file else {
            warn("there is no folder for the keys, so they are new at each start; set HOME")
            return PushState()
        }
        switch file.read() {
        case .state(let kept): return kept
        case .nothing: return PushState()
        case .damaged:
            warn("cannot read \(file.path), so the app gets new keys and a new token")
            return PushState()
        }
    }

    var keys: WebPushKeys { state.keys }

    /// Whether a message with that token is for this app.
    func accepts(_ token: String) -> Bool { registration.accepts(token) }

    func handle(_ event: Registration.Event) {
        for effect in registration.handle(event) { perform(effect) }
    }

    private func perform(_ effect: Registration.Effect) {
        switch effect {
        case .list: list()
        case .register(let distributor, let token, let version): register(distributor, token, version)
        case .unregister(let distributor, let token): unregister(distributor, token)
        case .save: save()
        case .notify(let endpoint):
            notify(.token(PKPushCredentials(type: .voIP, token: state.credentials(endpoint: endpoint))))
        case .notifyNone: notify(.noToken(.voIP))
        case .startTimer(let seconds):
            timer = thread.timer(after: seconds * 1_000_000) { [unowned self] in handle(.timeCame) }
        case .stopTimer: timer = nil
        case .log(let text): warn(text)
        }
    }

    private func save() {
        (state.token, state.distributor) = (registration.token, registration.distributor)
        guard let file, !file.write(state) else { return }
        warn("cannot write \(file.path), so the keys are new at the next start: \(String(cString: strerror(errno)))")
    }

    // MARK: Calls

    /// The list of the names that have owners is the later one, so it has every change before it.
    private func list() {
        thread.call(.bus("ListActivatableNames")) { [weak self] activatable in
            self?.thread.call(.bus("ListNames")) { running in
                let names = { (reply: Result<Message, BusError>) in (try? reply.get().read([String].self)) ?? [] }
                self?.handle(.listed(Distributors(running: names(running), activatable: names(activatable))))
            }
        }
    }

    private func register(_ distributor: String, _ token: String, _ version: Registration.Version) {
        requests += 1
        let request = requests
        let target = UnifiedPush.target(distributor, version, "Register")
        let answered: (Result<Message, BusError>) -> Void = { [weak self] reply in
            guard let self, request == requests else { return }
            handle(.answered(UnifiedPush.answer(reply, version)))
        }
        switch version {
        case .two:
            var arguments: [String: Variant] = [
                UnifiedPush.Key.service: .string(app), UnifiedPush.Key.token: .string(token),
                UnifiedPush.Key.description: .string(Self.description),
            ]
            arguments[UnifiedPush.Key.vapid] = serverKey.map { Variant.string($0) }
            thread.call(target, arguments, then: answered)
        case .one: thread.call(target, app, token, Self.description, then: answered)
        }
    }

    /// The distributor may have either interface. Nothing depends on the answer: messages with the old token are
    /// dropped.
    private func unregister(_ distributor: String, _ token: String) {
        let arguments = [UnifiedPush.Key.token: Variant.string(token)]
        thread.call(UnifiedPush.target(distributor, .two, "Unregister"), arguments) { [thread] reply in
            guard case .failure(let error) = reply, UnifiedPush.saysNoInterface(error) else { return }
            thread.call(UnifiedPush.target(distributor, .one, "Unregister"), token) { _ in }
        }
    }
}

/// The words of UnifiedPush on D-Bus: the specification 0.3.0 (`Connector2`, `Distributor2`), and 0.2.0 (`…1`).
enum UnifiedPush {
    static let connectorPath: ObjectPath = "/org/unifiedpush/Connector"
    static let connector1: InterfaceName = "org.unifiedpush.Connector1"
    static let connector2: InterfaceName = "org.unifiedpush.Connector2"
    private static let distributorPath: ObjectPath = "/org/unifiedpush/Distributor"
    private static let distributor1: InterfaceName = "org.unifiedpush.Distributor1"
    private static let distributor2: InterfaceName = "org.unifiedpush.Distributor2"

    enum Key {
        static let token = "token"
        static let message = "message"
        static let id = "id"
        static let endpoint = "endpoint"
        static let service = "service"
        static let description = "description"
        static let vapid = "vapid"
        static let success = "success"
        static let reason = "reason"
    }

    /// A method of the distributor.
    static func target(_ distributor: String, _ version: Registration.Version, _ member: MemberName) -> CallTarget {
        let interface = version == .two ? distributor2 : distributor1
        return CallTarget(BusName(trusted: distributor), distributorPath, interface, member)
    }

    /// The distributor's answer to Register. Older texts of the specification have another word for success.
    static func answer(
        _ reply: Result<Message, BusError>, _ version: Registration.Version
    ) -> Registration.Answer {
        switch reply {
        case .failure(let error): return saysNoInterface(error) ? .noInterface : .unreachable
        case .success(let message):
            let (success, reason) = words(message, version)
            return ["REGISTRATION_SUCCEEDED", "NEW_ENDPOINT"].contains(success) ? .accepted : .refused(reason: reason)
        }
    }

    private static func words(_ message: Message, _ version: Registration.Version) -> (String, String) {
        switch version {
        case .two:
            let facts = (try? message.read([String: Variant].self)) ?? [:]
            return (facts[Key.success]?.string ?? "", facts[Key.reason]?.string ?? "")
        case .one: return (try? message.read(String.self, String.self)) ?? ("", "")
        }
    }

    static func saysNoInterface(_ error: BusError) -> Bool {
        [StandardErrorName.unknownMethod, StandardErrorName.unknownInterface, StandardErrorName.unknownObject]
            .contains(error.name)
    }
}

extension Variant {
    /// `ay`
    var bytes: [UInt8]? {
        guard case .array(of: "y", let elements) = self else { return nil }
        return elements.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
    }
}

/// The URL that the app's server posts messages to.
enum Endpoint {
    /// Bytes, of the specification of UnifiedPush.
    static let maximumSize = 1000

    /// Whether the text is one. A distributor's text that is none is ignored.
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= maximumSize, let url = URL(string: text), let host = url.host() else { return false }
        return ["http", "https"].contains(url.scheme) && !host.isEmpty
    }
}
