// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The app that `monkeycall new-app` makes does what its parts are for, each of which the bus starts.
@Suite(.daemonLogs)
struct NewAppTests {
    private let scene: NewAppScene

    init() throws { scene = try NewAppScene() }

    @Test func `A push starts the closed app, which rings and can be answered`() throws {
        let distributor = try TestDistributor(on: scene.bus)
        try scene.startApp()
        let registration = try distributor.accept()
        try scene.killApp()
        let push = try scene.sender().encrypt(
            #"{"call": "11111111-2222-4333-8444-555555555555", "caller": "+4930123456"}"#)
        try distributor.send(push, to: registration)
        let call = try scene.nextCall()
        #expect(call.number == "+4930123456" && call.isOutgoing == false)
        #expect(call.path.hasSuffix("/calls/11111111_2222_4333_8444_555555555555"))
        try scene.answer(call.path)
    }

    @Test func `A link starts the closed app, which calls the number`() throws {
        try scene.open("tel:+49-30-123456;phone-context=example.org")
        let call = try scene.nextCall()
        #expect(call.number == "+4930123456" && call.isOutgoing == true)
    }

    @Test func `The app calls the number that the user chose elsewhere, after the desktop has started it`() throws {
        try scene.activate()
        try scene.waitForProvider()
        try scene.requestCall("+4930123457")
        let call = try scene.nextCall()
        #expect(call.number == "+4930123457" && call.isOutgoing == true)
    }

    @Test func `The command dial starts the installed app, which never registered before`() throws {
        let dialed = try scene.run("dial", NewAppScene.app, "+4930123458")
        #expect(dialed.succeeded, "\(dialed)")
        let call = try scene.nextCall()
        #expect(call.number == "+4930123458" && call.isOutgoing == true)
    }

    @Test func `The directory loads the list of the app`() throws {
        #expect(try scene.run("lists", "enable", NewAppScene.list).succeeded)
        try scene.waitForList()
        #expect(try scene.run("contact", "+4930111").output.contains("is blocked"))
        #expect(try scene.run("contact", "+4930333").output.contains("Bank"))
    }
}
