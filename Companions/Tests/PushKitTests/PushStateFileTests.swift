// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

@testable import PushKit

/// The file with the keys of an app.
struct PushStateFileTests {
    private let home: TemporaryDirectory
    private let file: PushStateFile

    init() throws {
        home = try TemporaryDirectory()
        file = try #require(PushStateFile(app: "org.example.Phone", environment: ["XDG_STATE_HOME": home.url.path]))
    }

    private func permissions(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func read() -> PushState? {
        guard case .state(let state) = file.read() else { return nil }
        return state
    }

    @Test func `The file is in the app's folder of the state folder, which is below the home by default`() {
        #expect(file.path == home.url.path + "/org.example.Phone/push.json")
        let usual = PushStateFile(
            app: "org.example.Phone", environment: ["HOME": "/home/ada", "XDG_STATE_HOME": "state"])
        #expect(usual?.path == "/home/ada/.local/state/org.example.Phone/push.json")
        #expect(PushStateFile(app: "org.example.Phone", environment: [:]) == nil)
    }

    @Test func `A state is read as it was written, and only the user can read it`() throws {
        guard case .nothing = file.read() else { throw SupportError("there is a file") }
        var state = PushState()
        state.distributor = "org.unifiedpush.Distributor.test"
        #expect(file.write(state))
        let kept = try #require(read())
        #expect(kept.contents == state.contents)
        #expect(kept.keys.publicKey == state.keys.publicKey)
        #expect(try permissions(file.path) == 0o600)
        #expect(try permissions(home.url.path + "/org.example.Phone") == 0o700)
    }

    @Test func `A state replaces the file, and a draft of a crash is no obstacle`() throws {
        #expect(file.write(PushState()))
        try home.write("half", to: "org.example.Phone/push.json.new")
        let state = PushState()
        #expect(file.write(state))
        #expect(read()?.token == state.token)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.url.path + "/org.example.Phone") == ["push.json"])
    }

    @Test(arguments: ["", "{}", "null", #"{"token": "x", "privateKey": "", "auth": ""}"#])
    func `A damaged file is no state`(_ text: String) throws {
        #expect(file.write(PushState()))
        try home.write(text, to: "org.example.Phone/push.json")
        guard case .damaged = file.read() else { throw SupportError("the file counts") }
    }

    @Test func `A link is no state, because another program may have made it`() throws {
        #expect(file.write(PushState()))
        let moved = home.url.path + "/moved.json"
        try FileManager.default.moveItem(atPath: file.path, toPath: moved)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: moved)
        guard case .damaged = file.read() else { throw SupportError("the link counts") }
    }

    @Test func `The token of PushKit has the endpoint and both keys`() throws {
        let state = PushState()
        let token = state.credentials(endpoint: "https://push.example.org/a?b=c/d")
        let values = try JSONDecoder().decode([String: String].self, from: token)
        #expect(values["endpoint"] == "https://push.example.org/a?b=c/d")
        #expect(values["p256dh"]?.count == 87)
        #expect(values["auth"]?.count == 22)
        #expect(values.count == 3)
    }
}
