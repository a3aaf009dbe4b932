// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A distributor of the tests.
final class TestDistributor {
    static let name = "org.unifiedpush.Distributor.test"
    static let endpoint = "https://push.example.org/up?token=7"
    /// 1 is the specification 0.2.0, 2 is 0.3.0.
    let version: Int
    private let client: BusClient

    /// It has its name, and answers no call yet.
    init(on bus: BusDaemon, version: Int = 2) throws {
        self.version = version
        client = try BusClient(address: bus.address)
        try client.requestName(Self.name)
    }

    /// Leaves the bus.
    func stop() { client.close() }

    /// What an app registers with.
    struct Request: Equatable {
        let service: String?
        let token: String?
    }

    /// Waits until an app registers, and accepts it. Version 1 does not have the interface of version 2.
    func accept(endpoint: String = endpoint) throws -> Request {
        let request = try nextRequest()
        let success = "REGISTRATION_SUCCEEDED"
        if version == 2 {
            try client.reply(to: request.call, [["success": .string(success)]])
        } else {
            try client.reply(to: request.call, [.string(success), ""])
        }
        try tell(request.app, "NewEndpoint", ["token": request.app.token ?? "", "endpoint": endpoint])
        return request.app
    }

    /// Waits until an app registers, and refuses it.
    func refuse(_ reason: String) throws {
        try client.reply(
            to: nextRequest().call, [["success": "REGISTRATION_FAILED", "reason": .string(reason)]])
    }

    private func nextRequest() throws -> (app: Request, call: BusMessage) {
        var call = try client.waitForCall("Register")
        if version == 1 {
            try client.reply(
                to: call, error: BusError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "not here"))
            call = try client.waitForCall("Register")
        }
        #expect(call.interface == "org.unifiedpush.Distributor\(version)")
        #expect(call.path == "/org/unifiedpush/Distributor")
        let arguments = call.arguments
        return version == 2
            ? (Request(service: arguments[0]["service"]?.string, token: arguments[0]["token"]?.string), call)
            : (Request(service: arguments[0].string, token: arguments[1].string), call)
    }

    /// The token of the registration that the app ends.
    func endedToken() throws -> String? { try client.waitForCall("Unregister").arguments.first?["token"]?.string }

    /// Tells the app that its registration is over.
    func unregister(_ app: Request) throws { try tell(app, "Unregistered", ["token": app.token ?? ""]) }

    /// Sends a message. The bus starts the app if it does not run.
    func send(_ message: [UInt8], to app: Request, id: String = "") throws {
        let bytes = DBusValue.array(of: "y", message.map { .byte($0) })
        if version == 2 {
            try tell(
                app, "Message", [.options(["token": .string(app.token ?? ""), "message": bytes, "id": .string(id)])])
        } else {
            try tell(app, "Message", [.string(app.token ?? ""), bytes, .string(id)])
        }
    }

    /// The answer to a message with that id.
    func answer(to message: [UInt8], for app: Request, id: String) throws -> DBusValue? {
        try client.call(
            app.service ?? "", Self.connectorPath, "org.unifiedpush.Connector2", "Message",
            [
                .options([
                    "token": .string(app.token ?? ""), "message": .array(of: "y", message.map { .byte($0) }),
                    "id": .string(id),
                ])
            ]
        ).first
    }

    private static let connectorPath = "/org/unifiedpush/Connector"

    private func tell(_ app: Request, _ method: String, _ facts: KeyValuePairs<String, String>) throws {
        try tell(
            app, method,
            version == 2
                ? [.options(Dictionary(uniqueKeysWithValues: facts.map { ($0, DBusValue.string($1)) }))]
                : facts.map { .string($1) })
    }

    private func tell(_ app: Request, _ method: String, _ arguments: [DBusValue]) throws {
        try client.send(
            app.service ?? "", Self.connectorPath, "org.unifiedpush.Connector\(version)", method, arguments,
            expectsReply: false)
    }
}
