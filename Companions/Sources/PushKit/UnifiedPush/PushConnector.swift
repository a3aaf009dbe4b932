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
            return audience.tell(.noToken(.voIP))
        }
        keeper = RegistrationKeeper(app, thread, settings) { [unowned self] news in audience.tell(news) }
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
        audience.tell(.noToken(.voIP))
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
