// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The whole way between an app and PipeWire: the real service, the real bridge of the user and the real front on a
/// private system bus. The test plays the apps, the agent and WirePlumber.
@Suite(.needsFrontUser, .needsServiceUser, .needsModemStacks, .daemonLogs)
struct GatewayToFrontTests {
    private static let ada = "+4930123456"
    private static let bob = "+4940"

    @Test func `Headsets get an app's calls, also after another gateway, and after a crash of the front`() throws {
        let root = try #require(TestUser.named("root"))
        let front = try FrontScene(user: root, policies: [Repository.file("dbus/org.monkeycall.CallManager.conf")])
        let stage = try Stage(on: front.bus, service: .service)
        let agent = try SessionAgentStandIn()
        let (phone, other) = (try stage.app("Phone"), try stage.app("Talk"))
        let headset = Headset(try front.wirePlumber(of: root))
        let bridge = try UserBridge(stage, agent.session)
        try agent.answer()

        try phone.ring("A", from: Self.ada)
        try headset.expect([Self.ada: .ringing])
        try headset.call(Self.ada).call("Accept")
        try phone.fulfill(after: "PerformAnswerCallAction")
        try headset.expect([Self.ada: .active])

        // The bridge learns from its next calls that it is the gateway no more.
        let second = try front.gateway(of: root)
        try headset.expect([:])
        try other.ring("B", from: Self.bob)
        try headset.expect([Self.ada: .active, Self.bob: .ringing])
        try headset.call(Self.bob).call("Hangup")
        try other.fulfill(after: "PerformEndCallAction")
        try headset.expect([Self.ada: .active])
        #expect(try second.presses().isEmpty)

        try front.process.kill9()
        try headset.wirePlumber.client.waitForName(FrontScene.name, owned: false)
        try front.start()
        try headset.wirePlumber.client.waitForName(FrontScene.modemManager)
        try headset.askAgain()
        try agent.answer()
        try headset.expect([Self.ada: .active])
        try headset.call(Self.ada).call("Hangup")
        try phone.fulfill(after: "PerformEndCallAction")
        try headset.expect([:])
        withExtendedLifetime(bridge) {}
    }
}

/// What a headset knows, by PipeWire, which follows the calls.
private final class Headset {
    /// The numbers of ModemManager.
    enum State: Int {
        case ringing = 3
        case active = 4
    }

    let wirePlumber: WirePlumber
    /// By their ids.
    private var calls: [Int: (number: String, state: Int)] = [:]

    init(_ wirePlumber: WirePlumber) { self.wirePlumber = wirePlumber }

    /// Another program has the name: PipeWire forgets all, and asks it.
    func askAgain() throws {
        calls = [:]
        wirePlumber.client.forgetSignals()
        try wirePlumber.ask()
    }

    func call(_ number: String) throws -> BusObject {
        guard let id = calls.first(where: { $0.value.number == number })?.key else {
            throw SupportError("the headset has no call of \(number)")
        }
        return wirePlumber.call(id)
    }

    /// Reads what the front tells until the headset has these calls.
    func expect(_ expected: [String: State]) throws {
        let wanted = expected.map { "\($0) \($1.rawValue)" }.sorted()
        while calls.values.map({ "\($0.number) \($0.state)" }).sorted() != wanted {
            do { follow(try wirePlumber.client.nextSignal()) } catch {
                throw SupportError("waited in vain for \(wanted), the headset has \(calls): \(error)")
            }
        }
    }

    private func follow(_ signal: BusMessage) {
        let first = signal.arguments.first?.string
        switch signal.member {
        case "CallAdded": if let first { learn(Self.id(first)) }
        case "CallDeleted": if let first { calls[Self.id(first)] = nil }
        case "StateChanged": calls[Self.id(signal.path ?? "")]?.state = signal.arguments[1].int ?? -1
        // Of the modem.
        default: break
        }
    }

    /// A call that has gone meanwhile is unknown to PipeWire too.
    private func learn(_ id: Int) {
        guard let facts = try? wirePlumber.call(id).getAll() else { return }
        calls[id] = (facts["Number"]?.string ?? "", facts["State"]?.int ?? -1)
    }

    private static func id(_ path: String) -> Int { path.split(separator: "/").last.flatMap { Int($0) } ?? -1 }
}

/// The agent of a session without a lock, as far as the bridge asks it.
private final class SessionAgentStandIn {
    let session: BusDaemon
    private let client: BusClient

    init() throws {
        session = try BusDaemon.session()
        client = try BusClient(address: session.address)
        try client.requestName(HeadsetScene.agentName)
    }

    /// Tells a gateway that has attached what headsets may show and do.
    func answer() throws {
        try client.reply(to: client.waitForCall("Subscribe"))
        try client.reply(to: client.waitForCall("GetAll"), [.options(HeadsetScene.unlocked)])
    }
}
