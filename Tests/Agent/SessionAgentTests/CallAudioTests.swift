// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The real client of callaudiod, and programs that speak to it directly, with the agent in place of callaudiod.
struct CallAudioTests {
    private static let name = "org.mobian_project.CallAudio"
    let desktop: Desktop
    private let phone: Provider

    init() throws {
        desktop = try Desktop()
        phone = try desktop.phone()
    }

    /// A program that follows the properties.
    private final class Program {
        let client: BusClient
        let object: BusObject
        private var properties: [String: DBusValue]

        init(_ client: BusClient) throws {
            self.client = client
            try client.addMatch("type='signal',path='/org/mobian_project/CallAudio',member='PropertiesChanged'")
            try client.waitForName(CallAudioTests.name)
            object = client.object(CallAudioTests.name, "/org/mobian_project/CallAudio", CallAudioTests.name)
            properties = try object.getAll()
        }

        /// Waits until the announced values are these.
        func expect(mode: UInt32, microphone: UInt32, speaker: UInt32 = 255) throws {
            let expected: [String: DBusValue] = [
                "AudioMode": .uint32(mode), "MicState": .uint32(microphone), "SpeakerState": .uint32(speaker),
            ]
            while properties != expected {
                let change = try client.waitForSignal("PropertiesChanged")
                properties.merge(change.arguments[1].entries ?? [:]) { $1 }
            }
            #expect(try object.getAll() == expected)
        }

        /// The answer to a request.
        func ask(_ member: String, _ argument: DBusValue) throws -> Bool? {
            try object.call(member, argument).first?.bool
        }
    }

    private func program() throws -> Program { try Program(try BusClient(address: desktop.bus.address)) }

    private func owner() throws -> String? {
        try BusClient(address: desktop.bus.address).nameOwner(Self.name)
    }

    /// `callaudiocli`, which comes with callaudiod.
    private func command(_ options: String...) throws -> CommandResult {
        try ChildProcess.run(
            ["callaudiocli"] + options,
            environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.bus.address, "LC_ALL": "C.UTF-8"])
    }

    // MARK: Requests

    @Test func `The client of callaudiod mutes and unmutes the call that has the audio`() throws {
        try desktop.startAgent()
        let watcher = try program()
        try phone.activeCall("A")
        try watcher.expect(mode: 1, microphone: 1)
        #expect(try command("--mute-mic", "1").succeeded)
        try phone.fulfill(after: "PerformSetMutedCallAction")
        try watcher.expect(mode: 1, microphone: 0)
        #expect(try phone.actor.property("Muted", of: "A") == true)
        #expect(try command("--status").output.contains("CALL_AUDIO_MIC_OFF"))
        #expect(try command("--mute-mic", "0").succeeded)
        try phone.fulfill(after: "PerformSetMutedCallAction")
        try watcher.expect(mode: 1, microphone: 1)
    }

    @Test func `Programs see a mute of another client of the service, and a mode unmutes nothing`() throws {
        try desktop.startAgent()
        let watcher = try program()
        try phone.activeCall("A")
        try phone.actor.request([.mute("A")])
        try phone.fulfill(after: "PerformSetMutedCallAction")
        try watcher.expect(mode: 1, microphone: 0)
        for mode: UInt32 in [1, 0, 1] { #expect(try watcher.ask("SelectMode", .uint32(mode)) == (mode == 1)) }
        #expect(try phone.actor.property("Muted", of: "A") == true)
        try phone.end("A")
        try watcher.expect(mode: 0, microphone: 255)
    }

    @Test func `Without a call the requests do not succeed, and an unknown mode is an error`() throws {
        try desktop.startAgent()
        let program = try program()
        #expect(try program.ask("SelectMode", .uint32(1)) == false)
        #expect(try program.ask("EnableSpeaker", true) == false)
        #expect(try program.ask("MuteMic", true) == false)
        #expect(try program.object.error("SelectMode", .uint32(2))?.shortName == "InvalidArgs")
        try program.expect(mode: 0, microphone: 255)
    }

    @Test func `A mute that the app refuses leaves the microphone on`() throws {
        try desktop.startAgent()
        let program = try program()
        try phone.activeCall("A")
        try program.expect(mode: 1, microphone: 1)
        // The service has accepted the request.
        #expect(try program.ask("MuteMic", true) == true)
        _ = try phone.actor.client.waitForSignal("PerformSetMutedCallAction")
        try phone.fail()
        #expect(try phone.actor.property("Muted", of: "A") == false)
        try program.expect(mode: 1, microphone: 1)
    }

    @Test func `The speaker button changes the route of the call`() throws {
        let sound = try SoundServer(on: desktop.bus)
        for (name, form) in [("loud", "speaker"), ("worn", "headset")] {
            try sound.pactl(
                "load-module", "module-null-sink", "sink_name=\(name)",
                "sink_properties=\"device.form_factor=\(form) device.bus=usb device.serial=\(name)\"")
        }
        try desktop.startAgent(["--settings", "/dev/null"], environment: sound.environment)
        let watcher = try program()
        try phone.activeCall("A")
        try watcher.expect(mode: 1, microphone: 1, speaker: 0)
        #expect(try command("--enable-speaker", "1").succeeded)
        try watcher.expect(mode: 1, microphone: 1, speaker: 1)
        #expect(try watcher.ask("EnableSpeaker", false) == true)
        try watcher.expect(mode: 1, microphone: 1, speaker: 0)
        #expect(try phone.actor.audioProperty("Route") == "worn")
    }

    // MARK: Sandboxes

    @Test(.needsRoot) func `An app in a sandbox mutes its own call, but neither unmutes it nor touches another one`()
        throws
    {
        try desktop.startAgent()
        let boxed = try BusClient(
            address: desktop.bus.address, controlGroup: .flatpak("org.example.Boxed", uid: getuid()))
        let app = try Program(boxed)
        try boxed.manager.call("RegisterProvider", "org.example.Boxed", [:])
        func fulfill(_ action: String) throws {
            try boxed.manager.call("FulfillAction", boxed.waitForSignal(action).arguments[1], [:])
        }
        try phone.activeCall("A")
        try app.expect(mode: 1, microphone: 1)
        #expect(try app.ask("MuteMic", true) == false)
        #expect(try app.ask("EnableSpeaker", true) == false)
        try phone.end("A")
        try app.expect(mode: 0, microphone: 255)
        try boxed.manager.call("ReportNewIncomingCall", "org.example.Boxed", UUIDs.value("B"), [:])
        try phone.actor.ask("Answer", "B")
        try fulfill("PerformAnswerCallAction")
        try app.expect(mode: 1, microphone: 1)
        #expect(try app.ask("MuteMic", true) == true)
        try fulfill("PerformSetMutedCallAction")
        try app.expect(mode: 1, microphone: 0)
        #expect(try app.ask("MuteMic", false) == false)
        #expect(try phone.actor.property("Muted", of: "B") == true)
    }

    // MARK: The name

    @Test func `The agent takes the name when its owner leaves, and never replaces it`() throws {
        let other = try BusClient(address: desktop.bus.address)
        try other.requestName(Self.name)
        try desktop.startAgent()
        // The agent has answered, so it has asked for its other names.
        _ = try AgentClient(on: desktop.bus)
        #expect(try owner() == other.uniqueName)
        #expect(try other.callBus("ListQueuedOwners", .string(Self.name)).first?.strings == [other.uniqueName])
        try other.releaseName(Self.name)
        let client = try BusClient(address: desktop.bus.address)
        #expect(try client.processID(of: client.waitForName(Self.name)) == desktop.agent?.processID)
    }

    @Test func `The agent gives the name back when it ends or when its setting is off`() throws {
        try desktop.startAgent()
        let client = try BusClient(address: desktop.bus.address)
        try client.waitForName(Self.name)
        try desktop.set("[Audio]\nCallAudio=no\n")
        try client.waitForName(Self.name, owned: false)
        try desktop.set("[Audio]\nCallAudio=yes\n")
        try client.waitForName(Self.name)
        desktop.agent?.terminate()
        try client.waitForName(Self.name, owned: false)
    }

    @Test func `Of two agents the primary one has the name`() throws {
        try desktop.startAgent()
        let client = try BusClient(address: desktop.bus.address)
        let first = try client.waitForName(Self.name)
        let second = try desktop.secondAgent()
        try client.waitForOwner(of: Self.name) { $0 != nil && $0 != first }
        try second.kill9()
        try client.waitForOwner(of: Self.name) { $0 == first }
    }

    @Test func `The agent leaves the name to an installed callaudiod`() throws {
        let client = try BusClient(address: desktop.bus.address)
        func install() throws {
            try desktop.bus.install(Self.name, service: "[D-BUS Service]\nName=\(Self.name)\nExec=/bin/false\n")
        }
        try install()
        let monitor = try BusMonitor(on: desktop.bus)
        try desktop.startAgent()
        let agent = try #require(desktop.agent)
        // For this name, for org.gnome.Calls and for the window.
        try monitor.wait(forCalls: "ListActivatableNames", 3, from: agent)
        // All its names: if it had asked for this one already, the bus would see four requests.
        try desktop.bus.uninstall(Self.name)
        try client.waitForName(Self.name)
        try monitor.wait(forCalls: "RequestName", 3, from: agent)
        #expect(monitor.count(of: "RequestName", from: agent) == 3)
        try install()
        try client.waitForName(Self.name, owned: false)
    }
}
