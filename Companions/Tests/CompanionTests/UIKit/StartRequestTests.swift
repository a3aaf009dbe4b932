// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The ways in which a request to call reaches an app, each in a process of its own.
@Suite(.daemonLogs)
struct StartRequestTests {
    private static let audio = "+4930123456 audio named class audio-type"
    private static let video = "+4930123456 video named class video-type"

    @Test(arguments: [
        ("provider", "provider"), ("application", "application"), ("swift4", "swift4"), ("scene", "scene"),
        ("connect", "scene"),
    ])
    func `A request reaches the running app by the method that it has`(_ way: String, _ method: String) throws {
        let scene = try StartAppScene(way)
        try scene.runApp()
        #expect(try scene.request("+4930123456") == nil)
        #expect(try scene.nextCall() == "\(method) \(Self.audio)")
    }

    /// The scene of an app that the bus starts appears with the request.
    @Test(arguments: [
        ("provider", "provider"), ("application", "application"), ("swift4", "swift4"), ("scene", "scene"),
        ("connect", "connect"),
    ])
    func `A request reaches the app that it starts by the method that it has`(_ way: String, _ method: String) throws {
        let scene = try StartAppScene(way)
        #expect(try scene.request("+4930123456") == "UnknownProvider")
        try scene.letBusStartApp()
        #expect(try scene.request("+4930123456", video: true) == nil)
        #expect(try scene.nextCall() == "\(method) \(Self.video)")
    }

    @Test func `A request to an app without a method for it is an error, also of monkeycall dial`() throws {
        let scene = try StartAppScene("nothing")
        try scene.runApp()
        #expect(try scene.request("+4930123456") == "StartCallNotHandled")
        let dialed = try scene.run("dial", "+4930123456")
        #expect(!dialed.succeeded && !dialed.output.contains("was asked"))
        #expect(dialed.errors.contains("does not start calls that are requested elsewhere"))
    }
}
