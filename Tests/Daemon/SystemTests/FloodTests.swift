// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Clients send more than the service can handle at once, or do not read. It answers others, and its memory recovers.
@Suite(.daemonLogs, .serialized)
struct FloodTests {
    @Test(.needsServiceUser)
    func `Two clients that do not read 380 MB of replies do not block the service for others`() throws {
        try expectAnswers(on: .system(policyFiles: [Scene.policy()]))
    }

    @Test(.needsServiceUser, .needsBroker)
    func `On dbus-broker two clients that do not read 380 MB of replies do not block the service for others`() throws {
        try expectAnswers(on: .broker(policyFiles: [Scene.policy()]))
    }

    @Test(.needsServiceUser) func `A client that has read its replies gets new replies`() throws {
        let bus = try BusDaemon.system(policyFiles: [Scene.policy()])
        let daemon = try DaemonUnderTest(on: bus, user: .service)
        let phone = try fill(daemon)
        let greedy = try RawClient(address: bus.address)
        let serials = try flood(greedy)
        try catchUp(phone)
        let errors = try serials.compactMap { serial in
            do {
                _ = try greedy.reply(to: serial)
                return nil as String?
            } catch let error as BusError {
                return error.shortName
            }
        }
        #expect(Set(errors) == ["LimitsExceeded"] && errors.count < serials.count)
        let call = request(greedy)
        try greedy.send(call)
        #expect(try greedy.reply(to: call.serial).kind == .methodReturn)
    }

    @Test(.needsServiceUser) func `A client that reads its replies is never refused`() throws {
        // 60 MB of replies. The client may leave 2.7 MB unread.
        try expectReplies(to: 40, on: .system(policyFiles: [Scene.policy()]))
    }

    @Test(.needsServiceUser, .needsBroker)
    func `On dbus-broker a client that answers questions only between its calls is never refused`() throws {
        try expectReplies(to: 20, on: .broker(policyFiles: [Scene.policy()]))
    }

    /// A client reads the reply to each call before the next one, and answers the questions that came before the reply.
    private func expectReplies(to calls: Int, on bus: BusDaemon) throws {
        let daemon = try DaemonUnderTest(on: bus, user: .service)
        let phone = try fill(daemon)
        let reader = try RawClient(address: bus.address)
        for _ in 1...calls {
            let call = request(reader)
            try reader.send(call)
            for question in try questions(before: call.serial, at: reader) { try answer(question, from: reader) }
        }
        phone.close()
    }

    /// The calls that a client gets before a reply.
    private func questions(before reply: UInt32, at client: RawClient) throws -> [BusMessage] {
        var questions: [BusMessage] = []
        while case .message(let message) = try client.next() {
            if message.kind == .methodCall { questions.append(message) }
            guard message.replySerial == reply else { continue }
            #expect(message.kind == .methodReturn)
            return questions
        }
        throw SupportError("the bus closed the connection instead of replying")
    }

    private func answer(_ question: BusMessage, from client: RawClient) throws {
        var answer = RawMessage(kind: .methodReturn, serial: client.nextSerial())
        answer.destination = Array((question.sender ?? "").utf8)
        answer.replySerial = question.serial
        try client.send(answer)
    }

    @Test(.needsServiceUser)
    func `Subscribers that do not read a flood of changes do not block the service for others`() throws {
        let bus = try BusDaemon.system(policyFiles: [Scene.policy()])
        let daemon = try DaemonUnderTest(on: bus, user: .service)
        let (phone, call) = (try daemon.client(), UUID().uuidString)
        let manager = phone.manager
        try manager.call("RegisterProvider", "org.example.Phone", [:])
        try manager.call("ReportNewIncomingCall", "org.example.Phone", .string(call), [:])
        // One app has half of the subscribers of a user.
        let subscribers = try (1...64).map { _ in try RawClient(address: bus.address) }
        for subscriber in subscribers {
            let subscribe = message("Subscribe", serial: subscriber.nextSerial())
            try subscriber.send(subscribe)
            _ = try subscriber.reply(to: subscribe.serial)
        }
        // 190 MB of changes. The sockets hold 20 MB, and a bus stops reading from the service at 133 MB.
        let names = ["x", "y"].map { DBusValue.string(String(repeating: $0, count: 1_000)) }
        for number in 1...2_200 {
            try manager.call("ReportCallUpdated", .string(call), ["LocalizedCallerName": names[number % 2]])
        }
        try catchUp(daemon.client())
        withExtendedLifetime(subscribers) {}
    }

    @Test func `A flood leaves no memory and no descriptor behind`() throws {
        let stage = try Stage()
        let watcher = try stage.subscriber()
        let before = try stage.daemon.usage()
        var guest: RawClient? = try RawClient(address: stage.bus.address)
        stage.daemon.process.send(signal: SIGSTOP)
        let first = silent("RegisterProvider", "org.example.Guest", [:]) + silent("RegisterShell", "", [:])
        try guest?.send(first + Array(repeatElement(silent("ListCalls"), count: 20_000).joined()))
        stage.daemon.process.send(signal: SIGCONT)
        _ = try watcher.client.waitForSignal("InterfacesAdded")
        guest = nil
        _ = try watcher.client.waitForSignal("InterfacesRemoved")
        try watcher.catchUp()
        let after = try stage.daemon.usage()
        #expect(after.descriptors <= before.descriptors)
        #expect(after.anonymousKiB < before.anonymousKiB + 3 * 1_024)
    }

    /// A call that wants no reply, so that all of them may have the same serial.
    private func silent(_ member: String, _ arguments: DBusValue...) -> [UInt8] {
        var message = message(member, serial: 2, arguments)
        message.flags = 1
        return message.bytes
    }

    private func message(_ member: String, serial: UInt32, _ arguments: [DBusValue] = []) -> RawMessage {
        var message = RawMessage(kind: .methodCall, serial: serial, arguments: arguments)
        message.destination = Array(DaemonUnderTest.busName.utf8)
        message.path = Array(DaemonUnderTest.managerPath.utf8)
        message.interface = Array(DaemonUnderTest.busName.utf8)
        message.member = Array(member.utf8)
        return message
    }

    private func expectAnswers(on bus: BusDaemon) throws {
        let daemon = try DaemonUnderTest(on: bus, user: .service)
        let phone = try fill(daemon)
        let greedy = try [RawClient(address: bus.address), RawClient(address: bus.address)]
        for client in greedy { _ = try flood(client) }
        // Each call waits for its turn, so the service sends far more than two of the unread replies meanwhile.
        for _ in 1...128 { try catchUp(phone) }
        withExtendedLifetime(greedy) {}
    }

    /// A phone with as many calls as it may have, each with long texts.
    private func fill(_ daemon: DaemonUnderTest) throws -> BusClient {
        let phone = try daemon.client()
        let manager = phone.manager
        try manager.call("RegisterProvider", "org.example.Phone", ["MaximumCallGroups": .uint32(256)])
        let text = DBusValue.string(String(repeating: "x", count: 1_000))
        for _ in 1...256 {
            let state: [String: DBusValue] = [
                "State": "held", "LocalizedCallerName": text, "ContactIdentifier": text,
                "RemoteHandle": .tuple("generic", text),
            ]
            try manager.call("ReportExistingCall", "org.example.Phone", .string(UUID().uuidString), .options(state))
        }
        return phone
    }

    private func catchUp(_ client: BusClient) throws {
        try client.manager.call("ListProviders")
    }

    /// Sends as many requests as a stock bus lets a client have unanswered. Returns their serials.
    private func flood(_ client: RawClient) throws -> [UInt32] {
        let requests = (1...128).map { _ in request(client) }
        try client.send(requests.flatMap(\.bytes))
        return requests.map(\.serial)
    }

    private func request(_ client: RawClient) -> RawMessage {
        RawMessage(
            serial: client.nextSerial(), destination: DaemonUnderTest.busName, path: DaemonUnderTest.managerPath,
            interface: CallName.objectManager, member: "GetManagedObjects")
    }
}
