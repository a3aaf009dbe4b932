// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// An app in a process of its own, a distributor, a session bus, and the service.
@Suite(.daemonLogs)
struct PushedAppTests {
    private let scene: PushScene
    private static let call = "11111111-2222-4333-8444-555555555555"
    private static let ring = #"{"call": "\#(call)", "caller": "+4930123456"}"#

    init() throws { scene = try PushScene() }

    /// An app that is registered, and its server.
    private func registered(_ distributor: TestDistributor) throws -> (TestDistributor.Request, Sender) {
        try scene.startApp()
        let app = try distributor.accept()
        return (app, try Sender(token: scene.token()))
    }

    private func expectRinging() throws {
        #expect(try scene.said() == "push +4930123456")
        #expect(try scene.said() == "reported")
        #expect(try scene.state(of: Self.call) == "incoming")
        #expect(try scene.alert() == "ring")
    }

    // MARK: Pushes

    @Test func `A push starts a closed app, which rings and can be answered`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        let (app, sender) = try registered(distributor)
        #expect(app.service == PushScene.app)
        try scene.killApp()
        try distributor.send(sender.encrypt(Self.ring), to: app)
        try expectRinging()
        try scene.answer(Self.call)
        #expect(try scene.said() == "answer")
    }

    @Test func `An app that starts again registers with the same token and has the same keys`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        try scene.startApp()
        let (app, token) = (try distributor.accept(), try scene.token())
        try scene.killApp()
        try scene.startApp()
        #expect(try distributor.accept() == app)
        #expect(try scene.token() == token)
        let attributes = try FileManager.default.attributesOfItem(atPath: scene.keyFile)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `A push rings in an app that runs, and the distributor gets the id of the message back`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        let (app, sender) = try registered(distributor)
        let answer = try distributor.answer(to: sender.encrypt(Self.ring), for: app, id: "message 1")
        #expect(answer?.entries == ["id": "message 1"])
        try expectRinging()
    }

    @Test func `A push during a restart of the service rings in an app that runs`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        let (app, sender) = try registered(distributor)
        try scene.tell("begun")
        #expect(try scene.said() == "begun")
        try scene.stopService()
        try scene.letTheBusStartTheService()
        try distributor.send(sender.encrypt(Self.ring), to: app)
        try expectRinging()
    }

    @Test func `A push during a restart of the service starts a closed app, and it rings`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        let (app, sender) = try registered(distributor)
        try scene.killApp()
        try scene.stopService()
        try scene.letTheBusStartTheService()
        try distributor.send(sender.encrypt(Self.ring), to: app)
        try expectRinging()
    }

    @Test func `A distributor of the older specification starts the app too`() throws {
        let distributor = try TestDistributor(on: scene.bus, version: 1)
        let (app, sender) = try registered(distributor)
        try scene.killApp()
        try distributor.send(sender.encrypt(Self.ring), to: app)
        try expectRinging()
    }

    @Test func `Forged messages do not reach the app, and no log has their contents`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        let child = try scene.startChild()
        let app = try distributor.accept()
        let sender = try Sender(token: scene.token())
        let secret = "Secret-4711"
        let text = #"{"caller": "\#(secret)", "padding": "\#(String(repeating: "x", count: 100))"}"#
        var changed = try sender.encrypt(text)
        changed[changed.count - 1] ^= 1
        let stranger = TestDistributor.Request(service: app.service, token: UUID().uuidString)
        try distributor.send(sender.encrypt(text), to: stranger)
        try distributor.send(Array(text.utf8), to: app)
        try distributor.send(changed, to: app)
        try distributor.send([], to: app)
        try distributor.send([UInt8](repeating: 0, count: 5_000), to: app)
        try distributor.send(sender.encrypt("[1, 2]"), to: app)
        try distributor.send(sender.encrypt(text + "}"), to: app)
        try distributor.send(sender.encrypt(Self.ring), to: app)
        try expectRinging()
        try child.kill9()
        let log = child.text(of: .error)
        #expect(log.split(separator: "dropped").count == 8)
        for text in [secret, app.token ?? "", TestDistributor.endpoint] { #expect(!log.contains(text)) }
    }

    // MARK: Distributors

    @Test func `An app without a distributor is told, and registers when one comes`() throws {
        try scene.startApp()
        #expect(try scene.said() == "no token")
        let distributor = try TestDistributor(on: scene.bus)
        _ = try distributor.accept()
        _ = try scene.token()
    }

    @Test func `A distributor that the bus cannot start is none, until it runs`() throws {
        try scene.installBrokenDistributor()
        try scene.startApp()
        #expect(try scene.said() == "no token")
        _ = try TestDistributor(on: scene.bus).accept()
        _ = try scene.token()
    }

    @Test func `An app registers again with the same token when its distributor comes back`() throws {
        let first = try TestDistributor(on: scene.bus)
        let (app, _) = try registered(first)
        first.stop()
        #expect(try scene.said() == "no token")
        let second = try TestDistributor(on: scene.bus)
        #expect(try second.accept() == app)
        let sender = try Sender(token: scene.token())
        try second.send(sender.encrypt(Self.ring), to: app)
        try expectRinging()
    }

    @Test func `An app hears of another endpoint`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        _ = try registered(distributor)
        distributor.stop()
        #expect(try scene.said() == "no token")
        _ = try TestDistributor(on: scene.bus).accept(endpoint: "https://push.example.org/other")
        #expect(try scene.token().contains("https://push.example.org/other"))
    }

    @Test func `An app hears that its registration is over, and may begin another one`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        let (app, _) = try registered(distributor)
        try distributor.unregister(app)
        #expect(try scene.said() == "no token")
        try scene.tell("tell")
        #expect(try scene.said() == "has no token")
        try scene.tell("start")
        #expect(try distributor.accept() == app)
        _ = try scene.token()
        try scene.tell("tell")
        #expect(try scene.said() == "has a token")
    }

    @Test func `An app that wants no more pushes ends its registration and gets another token later`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        let (app, sender) = try registered(distributor)
        try scene.tell("stop")
        #expect(try distributor.endedToken() == app.token)
        try distributor.unregister(app)
        try distributor.send(sender.encrypt(Self.ring), to: app)
        try scene.tell("start")
        let again = try distributor.accept()
        #expect(again.token != app.token)
        _ = try scene.token()
    }

    @Test func `A distributor that refuses the app is no distributor for it`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        try scene.startApp()
        try distributor.refuse("VAPID_REQUIRED")
        #expect(try scene.said() == "no token")
    }

    // MARK: The process

    @Test func `The log says that an app reported no call for a push`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        let child = try scene.startChild()
        let app = try distributor.accept()
        let sender = try Sender(token: scene.token())
        try distributor.send(sender.encrypt(Self.ring), to: app)
        try expectRinging()
        try distributor.send(sender.encrypt(#"{"caller": "silent"}"#), to: app)
        #expect(try scene.said() == "push silent")
        _ = try child.waitForLine(of: .error) { $0.contains("has reported no call for a push") }
        #expect(child.text(of: .error).split(separator: "has reported no call").count == 2)
    }

    @Test func `An app whose main function ends lives until it has handled its push`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        let child = try scene.startChild()
        let app = try distributor.accept()
        let sender = try Sender(token: scene.token())
        try distributor.send(sender.encrypt(#"{"caller": "late", "wait": 1, "leave": 1}"#), to: app)
        #expect(try scene.said() == "push late")
        #expect(try scene.said() == "exiting")
        // Without the library the process would be gone long before.
        for _ in 0..<100 { try scene.pingApp() }
        try scene.tell("complete")
        #expect(try scene.said() == "completes")
        #expect(try child.waitForExit() == .exited(0))
    }

    @Test func `A second process of the app is told that it gets no pushes`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        _ = try registered(distributor)
        let second = try scene.startChild()
        #expect(try scene.said() == "no token")
        second.terminate()
    }
}
