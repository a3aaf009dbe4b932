// SPDX-License-Identifier: MIT

@_spi(Companions) import CallLibrary
import Foundation
import SDBus

/// The app on the session bus: it has the app's name, follows the distributors, and hands messages to the registries.
/// Everything in here happens on the session thread.
final class PushConnector {
    nonisolated(unsafe) private static var shared: PushConnector?

    /// Runs `body` on the session thread, after earlier bodies.
    static func perform(_ body: @escaping @Sendable (PushConnector) -> Void) {
        SessionThread.perform { thread in
            let connector = shared ?? PushConnector(thread)
            shared = connector
            body(connector)
        }
    }

    private let thread: SessionThread
    private var audience = PushAudience()
    private var keeper: RegistrationKeeper?
    private var distributors: RemoteNames?
    private weak var exported: BusConnection?
    private var timers: [ObjectIdentifier: SDBus.Timer] = [:]

    private init(_ thread: SessionThread) {
        self.thread = thread
        thread.onDisconnect { [unowned self] in disconnected() }
    }

    // MARK: Registries

    /// A registry wants pushes.
    func add(_ registry: PKPushRegistry, _ settings: PushSettings) {
        audience.add(registry)
        if keeper == nil { connect(settings) }
        keeper?.handle(.wanted)
    }

    /// A registry wants no pushes any more.
    func remove(_ registry: PKPushRegistry) {
        guard audience.remove(registry), audience.members.isEmpty else { return }
        keeper?.handle(.unwanted)
    }

    // MARK: The bus

    /// Takes the app's name. The bus then delivers the message for which it has started the app; this thread reads it
    /// next.
    private func connect(_ settings: PushSettings) {
        let app = settings.busName ?? AppIdentity.identifier
        do throws(BusError) {
            guard let name = BusName(app) else { throw .invalidArgs("\(app) is no name on the bus") }
            let connection = try thread.connection()
            try export(on: connection)
            let distributors = RemoteNames(below: BusName(trusted: Distributors.namespace), on: connection)
            self.distributors = distributors
            try distributors.begin { [unowned self] name, isThere in
                keeper?.handle(isThere ? .appeared(name) : .vanished(name))
            }
            try connection.requestName(name)
        } catch {
            distributors = nil
            warn("no pushes: \(error.message). PKPushRegistry.busName sets another name of the app on the session bus.")
            return audience.notify(.noToken(.voIP))
        }
        keeper = RegistrationKeeper(app, thread, settings) { [unowned self] news in audience.notify(news) }
    }

    private func export(on connection: BusConnection) throws(BusError) {
        guard exported !== connection else { return }
        let finder = ObjectFinder<PushConnector>(on: connection) { [unowned self] (path, _) throws(BusError) in
            path == UnifiedPush.connectorPath ? self : nil
        }
        try connection.export(
            under: UnifiedPush.connectorPath, nodes: { _, _ in [] },
            [
                ExportedInterface(ConnectorInterface.two, finder) { $0 },
                ExportedInterface(ConnectorInterface.one, finder) { $0 },
            ])
        exported = connection
    }

    /// The session ends. A registry that is set again tries again.
    private func disconnected() {
        guard keeper != nil else { return }
        (keeper, distributors) = (nil, nil)
        audience.notify(.noToken(.voIP))
    }

    // MARK: Messages of the distributor

    func newEndpoint(_ endpoint: String, token: String) {
        guard Endpoint.isValid(endpoint) else { return warn("an endpoint that is not a URL is ignored") }
        keeper?.handle(.endpoint(token: token, endpoint))
    }

    func unregistered(token: String) { keeper?.handle(.unregistered(token: token)) }

    /// A message of the app's server. No log has its contents.
    func message(_ message: [UInt8], token: String) {
        guard let keeper, keeper.accepts(token) else { return warn("a message with an unknown token is dropped") }
        do throws(WebPushMessage.Problem) {
            let text = try WebPushMessage.decrypt(message, with: keeper.keys)
            guard let object = try? JSONSerialization.jsonObject(with: text) as? [String: Any] else {
                return warn("a message that is not a JSON object is dropped")
            }
            for registry in audience.members {
                deliver(PKPushPayload(type: .voIP, dictionaryPayload: object), to: registry)
            }
        } catch {
            warn("a message is dropped: \(error.reason)")
        }
    }

    private func deliver(_ payload: PKPushPayload, to registry: PKPushRegistry) {
        let push = RunningPush { push in PushConnector.perform { $0.timers[ObjectIdentifier(push)] = nil } }
        timers[ObjectIdentifier(push)] = thread.timer(after: RunningPush.limit * 1_000_000) { push.timeOut() }
        registry.receive(.push(payload, push))
    }
}

/// Writes a line to the log of the app. It has no contents of messages, no tokens and no endpoints.
func warn(_ text: String) { NSLog("PushKit: %@", text) }

/// The interfaces that a distributor calls. A call with an unknown token gets the same reply as any other.
enum ConnectorInterface {
    static var two: Interface<PushConnector> {
        Interface(
            UnifiedPush.connector2,
            [
                .method(
                    "Message", takes: ("args", [String: Variant].self), returns: ("result", [String: Variant].self)
                ) { (connector, _, arguments) in
                    if let bytes = arguments[UnifiedPush.Key.message]?.bytes {
                        connector.message(bytes, token: token(arguments))
                    }
                    return arguments.filter { $0.key == UnifiedPush.Key.id }
                },
                .method(
                    "NewEndpoint", takes: ("args", [String: Variant].self), returns: ("result", [String: Variant].self)
                ) { (connector, _, arguments) in
                    connector.newEndpoint(arguments[UnifiedPush.Key.endpoint]?.string ?? "", token: token(arguments))
                    return [:]
                },
                .method(
                    "Unregistered", takes: ("args", [String: Variant].self), returns: ("result", [String: Variant].self)
                ) { (connector, _, arguments) in
                    connector.unregistered(token: token(arguments))
                    return [:]
                },
            ])
    }

    static var one: Interface<PushConnector> {
        Interface(
            UnifiedPush.connector1,
            [
                .method("Message", takes: ("token", String.self), ("message", [UInt8].self), ("id", String.self)) {
                    (connector, _, token, message, _) in
                    connector.message(message, token: token)
                },
                .method("NewEndpoint", takes: ("token", String.self), ("endpoint", String.self)) {
                    (connector, _, token, endpoint) in
                    connector.newEndpoint(endpoint, token: token)
                },
                // An empty token confirms the end that the app wanted.
                .method("Unregistered", takes: ("token", String.self)) { (connector, _, token) in
                    connector.unregistered(token: token)
                },
            ])
    }

    private static func token(_ arguments: [String: Variant]) -> String {
        arguments[UnifiedPush.Key.token]?.string ?? ""
    }
}

/// The registries that want pushes, and what they were told last about the token.
struct PushAudience {
    private struct Member { weak var registry: PKPushRegistry? }

    private var all: [Member] = []
    /// Nil = nothing yet.
    private var latest: PKPushRegistry.Event?

    /// The registries that the app has not released.
    var members: [PKPushRegistry] { all.compactMap(\.registry) }

    /// A new member hears what the others were told.
    mutating func add(_ registry: PKPushRegistry) {
        guard !members.contains(registry) else { return }
        all.removeAll { $0.registry == nil }
        all.append(Member(registry: registry))
        if let latest { registry.receive(latest) }
    }

    /// False if it is no member.
    mutating func remove(_ registry: PKPushRegistry) -> Bool {
        let isMember = members.contains(registry)
        all.removeAll { $0.registry == nil || $0.registry === registry }
        if all.isEmpty { latest = nil }
        return isMember
    }

    mutating func notify(_ news: PKPushRegistry.Event) {
        latest = news
        for registry in members { registry.receive(news) }
    }
}
