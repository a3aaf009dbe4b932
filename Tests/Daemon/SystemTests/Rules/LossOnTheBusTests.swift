// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 9: the apps are processes, and the tests kill them during a call.
@Suite(.daemonLogs)
struct LossOnTheBusTests {
    @Test func `An app that is killed loses its calls at once, and the audio is free`() throws {
        let desk = try Desk()
        let softphone = try Program("Softphone", on: desk.stage.bus)
        try desk.dial("A", at: softphone)
        try softphone.die()
        try desk.wait(for: "A", toBe: "ended")
        try desk.expect([], moved: ["A ended -audio provider-lost"])
        #expect(try desk.user.owners() == [])
        #expect(try desk.user.states() == [:])
    }

    @Test func `A call that waits for an app that hangs is answered when the app is killed`() throws {
        let desk = try Desk()
        let softphone = try Program("Softphone", on: desk.stage.bus)
        try desk.dial("A", at: softphone)
        try softphone.hang()
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.forget()
        try softphone.die()
        try desk.wait(for: "B", toBe: "connecting")
        try desk.chat.fulfill()
        try desk.expect(
            ["chat: perform Answer B by shell 0/1", "chat: activated B", "user: completed"],
            moved: ["A ended -audio provider-lost", "B connecting", "B active +audio answered"])
    }

    @Test func `The held call resumes when an app is killed while it dials`() throws {
        let desk = try Desk()
        let softphone = try Program("Softphone", on: desk.stage.bus)
        try desk.talk("A", at: desk.phone)
        try softphone.hang()
        try desk.user.request([softphone.start("B")])
        try desk.phone.fulfill()
        try desk.forget()
        try softphone.die()
        _ = try desk.phone.actor.client.waitForSignal("PerformSetHeldCallAction") { $0.arguments[3] == false }
        try desk.phone.fulfill()
        try desk.expect(
            [
                "phone: perform SetHeld A false by system 0/1", "user: failed start-call provider-lost B",
                "phone: activated A",
            ], moved: ["B ended provider-lost", "A active +audio resumed"])
    }

    @Test func `Each colliding request is completed once when two apps are killed`() throws {
        let desk = try Desk()
        let softphone = try Program("Softphone", on: desk.stage.bus)
        let video = try Program("Video", on: desk.stage.bus)
        try desk.dial("A", at: softphone)
        try softphone.hang()
        try video.hang()
        try desk.chat.ring("B")
        let requests: [[[String: DBusValue]]] = [
            [.answer("B")], [video.start("C")], [.hold("A"), desk.radio.start("D")], [.mute("A")], [.end("A")],
        ]
        let accepted = try requests.map { try desk.user.request($0) }
        try softphone.die()
        try video.die()
        for call in ["A", "C"] { try desk.wait(for: call, toBe: "ended") }
        try desk.finish()
        #expect(try desk.user.completed().sorted() == accepted.sorted())
        #expect(try desk.user.states() == ["D": "dialing"])
        #expect(try desk.user.owners() == ["D"])
    }

    @Test func `The daemon watches sixty clients with the match rules of one client`() throws {
        let stage = try Stage()
        func matches() throws -> Int? {
            let watcher = try BusClient(address: stage.bus.address)
            let bus = watcher.object(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Debug.Stats")
            let statistics = try bus.call("GetConnectionStats", .string(stage.daemon.uniqueName))
            return statistics.first?["MatchRules"]?.int
        }
        // With the first client the service learns that dbus 1.16 tells processes by a handle, and needs one rule less.
        let first = try stage.app("App0")
        let before = try #require(try matches())
        let clients = try (1...60).map { try stage.app("App\($0)") }
        #expect(try matches() == before && !clients.isEmpty)
        withExtendedLifetime(first) {}
    }
}

extension Desk {
    /// An active outgoing call of a program.
    fileprivate func dial(_ call: String, at program: Program) throws {
        try forget()
        try user.request([program.start(call)])
        try wait(for: call, toBe: "active")
        try forget()
    }
}
