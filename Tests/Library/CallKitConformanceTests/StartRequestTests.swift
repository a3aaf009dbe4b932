// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// A request to call that comes from another program, which waits until the app has answered.
@Suite(.daemonLogs)
struct StartRequestTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    private func ask(_ requester: Actor) throws -> [DBusValue] {
        try requester.call(
            "RequestStartCall", "org.example.Phone", .tuple("phone-number", "+4930123456"), ["AwaitAnswer": true])
    }

    @Test func `A request that the delegate of the provider handles succeeds`() throws {
        _ = try scene.app("Phone")
        #expect(try ask(scene.shell()) == ["org.example.Phone"])
        try scene.expect(["Phone": ["asked to call +4930123456"]])
    }

    @Test func `A request that no code of the app handles is an error, and the log of the app says what is missing`()
        throws
    {
        let phone = try scene.player("Phone")
        try phone.does("provider", "delegate minimal")
        try scene.settle()
        #expect(try scene.shell().refusal { try ask($0) } == "StartCallNotHandled")
        #expect(try phone.waitForLog("the app handles no request to call. Implement provider(_:continue:)") == 1)
    }

    @Test func `A request that the delegate of a conversation manager handles succeeds`() throws {
        _ = try scene.begun("Phone", "lc manager")
        #expect(try ask(scene.shell()) == ["org.example.Phone"])
        try scene.expect(["Phone": ["asked to call +4930123456"]])
    }
}
