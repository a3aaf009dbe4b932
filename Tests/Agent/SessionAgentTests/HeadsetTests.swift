// SPDX-License-Identifier: MIT

import AgentSettings
import BusTesting
import Foundation
import HeadsetReports
import HeadsetTesting
import Testing

/// The real agent with a headset of umockdev.
struct HeadsetTests {
    let desktop: Desktop
    private let phone: Provider
    private let folder: TemporaryDirectory

    init() throws {
        desktop = try Desktop()
        phone = try desktop.phone()
        folder = try TemporaryDirectory()
    }

    private static let muted: Set<HeadsetLight> = [.offHook, .mute, .microphone]

    /// Starts the agent with a headset, and waits until it is the primary shell.
    private func startAgent(_ script: MockHeadset.Step..., descriptor: String = MockHeadset.descriptor) throws
        -> ChildProcess
    {
        let headset = try MockHeadset(script, descriptor: descriptor, in: folder)
        let address = desktop.bus.address
        let agent = try ChildProcess(
            headset.command([
                Product.path("monkeycall-agent"), "--call-bus", address, "--settings", desktop.settings.path,
            ]),
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address,
                "XDG_RUNTIME_DIR": folder.url.path, "XDG_STATE_HOME": folder.url.path, "LC_ALL": "C.UTF-8",
            ])
        try AgentClient(on: desktop.bus).expect(["Primary": true])
        return agent
    }

    // MARK: Presses

    @Test func `A press answers the call that rings`() throws {
        let agent = try startAgent(.lights([]), .lights([.ring]), .buttons(1), .lights([.offHook]))
        try phone.ring("A")
        try phone.fulfill(after: "PerformAnswerCallAction")
        #expect(try phone.actor.states() == ["A": "active"])
        agent.terminate()
    }

    // The agent starts during the calls of these tests, because the lights do not show when a call gets the audio.

    @Test func `A headset that falls back on the hook right after its light ends no call, and a later press ends it`()
        throws
    {
        try phone.activeCall("A")
        let agent = try startAgent(
            .lights([.offHook]), .buttons(1), .buttons(0), .buttons(4), .lights(Self.muted), .hookUntilItActs)
        // The press on mute comes after the echo of the hook, which must not end the call.
        _ = try phone.actor.client.waitForSignal("PerformSetMutedCallAction")
        #expect(try phone.actor.states() == ["A": "active"])
        try phone.fulfill()
        try phone.fulfill(after: "PerformEndCallAction")
        #expect(try phone.actor.states() == [:])
        agent.terminate()
    }

    @Test func `A press during a call holds it and answers the waiting call`() throws {
        let other = try desktop.stage.app("Other")
        try phone.activeCall("A")
        let agent = try startAgent(.lights([.offHook]), .lights([.offHook, .ring]), .buttons(2))
        try other.ring("B")
        try phone.fulfill(after: "PerformSetHeldCallAction")
        try other.fulfill(after: "PerformAnswerCallAction")
        #expect(try other.actor.states() == ["A": "held", "B": "active"])
        agent.terminate()
    }

    @Test func `The mute button requests a mute, and the light shows the state of the service`() throws {
        try phone.activeCall("A")
        let agent = try startAgent(
            .lights([.offHook]), .buttons(4), .buttons(0), .lights(Self.muted), .lights([.offHook]), .buttons(4),
            .buttons(0), .lights(Self.muted))
        try phone.fulfill(after: "PerformSetMutedCallAction")
        #expect(try phone.actor.property("Muted", of: "A") == true)
        // Another program unmutes the call: the light goes out, and the button then mutes again.
        try phone.actor.ask("SetMuted", "A", false)
        try phone.fulfill(after: "PerformSetMutedCallAction")
        let again = try phone.actor.client.waitForSignal("PerformSetMutedCallAction")
        #expect(again.arguments.contains(true))
        try phone.fulfill()
        #expect(try phone.actor.property("Muted", of: "A") == true)
        agent.terminate()
    }

    @Test func `A headset gets its lights again after a press that means nothing`() throws {
        // Flash would hold the call.
        try phone.activeCall("A", ["SupportsHolding": false])
        let agent = try startAgent(.lights([.offHook]), .buttons(2), .lights([.offHook]), .buttons(0), .buttons(4))
        _ = try phone.actor.client.waitForSignal("PerformSetMutedCallAction")
        #expect(try phone.actor.states() == ["A": "active"])
        agent.terminate()
    }

    @Test func `A headset gets its lights again after a request that the app refuses`() throws {
        try phone.activeCall("A")
        let agent = try startAgent(.lights([.offHook]), .buttons(4), .lights([.offHook]), .buttons(0), .buttons(2))
        _ = try phone.actor.client.waitForSignal("PerformSetMutedCallAction")
        try phone.fail()
        _ = try phone.actor.client.waitForSignal("PerformSetHeldCallAction")
        agent.terminate()
    }

    // MARK: Devices

    @Test func `The agent stops using headsets when the setting is off, and switches their lights off`() throws {
        try phone.activeCall("A")
        let agent = try startAgent(
            .lights([.offHook]), .lights([]), .lights([.offHook]), .hookUntilItActs)
        let device = try Device(of: folder)
        try device.wait(isOpen: true)
        try desktop.set("[Headsets]\nButtons=no\n")
        try device.wait(isOpen: false)
        try desktop.set("")
        try phone.fulfill(after: "PerformEndCallAction")
        agent.terminate()
    }

    @Test func `A headset that is unplugged is closed, and works when it is plugged in again`() throws {
        let agent = try startAgent(.lights([]), .lights([]), .lights([.ring]), .buttons(1))
        let device = try Device(of: folder)
        try device.wait(isOpen: true)
        let object = try AgentClient(on: desktop.bus)
        try object.expect(["Headsets": .strings([MockHeadset.name])])
        let away = device.node.deletingLastPathComponent().appendingPathComponent("away")
        try FileManager.default.moveItem(at: device.node, to: away)
        try device.wait(isOpen: false)
        try object.expect(["Headsets": .strings([])])
        try FileManager.default.moveItem(at: away, to: device.node)
        try device.wait(isOpen: true)
        try phone.ring("A")
        try phone.fulfill(after: "PerformAnswerCallAction")
        agent.terminate()
    }

    @Test func `A device that is also a keyboard is never opened`() throws {
        let agent = try startAgent(
            .lights([]), .lights([.ring]), .buttons(1), descriptor: MockHeadset.descriptor + "05010906A101C0")
        let device = try Device(of: folder)
        try phone.ring("A")
        // The agent has followed the call.
        try AgentClient(on: desktop.bus).expect(["Ringing": true])
        #expect(try !device.isOpen())
        agent.terminate()
    }

    /// The device of a running agent.
    private final class Device {
        private let agent: String
        /// The file in the folder that the agent sees as `/dev`.
        let node: URL
        /// The pseudo terminal that umockdev has in its place.
        private let terminal: String
        /// umockdev gives up if the agent closes the terminal and no other program has it open.
        private let holder: FileHandle

        /// Finds the agent by a folder in its environment.
        init(of folder: TemporaryDirectory) throws {
            for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
                guard let text = try? String(contentsOfFile: "/proc/\(process)/environ", encoding: .utf8),
                    text.contains(folder.url.path),
                    let root = text.split(separator: "\0").first(where: { $0.hasPrefix("UMOCKDEV_DIR=") })
                else { continue }
                agent = process
                node = URL(fileURLWithPath: root.dropFirst("UMOCKDEV_DIR=".count) + "/dev/hidraw0")
                terminal = try FileManager.default.destinationOfSymbolicLink(atPath: node.path)
                let descriptor = open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC)
                guard descriptor >= 0 else { throw SupportError("cannot open \(terminal)") }
                holder = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                return
            }
            throw SupportError("there is no agent with a device")
        }

        func isOpen() throws -> Bool {
            let folder = "/proc/\(agent)/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)) == terminal
            }
        }

        func wait(isOpen: Bool) throws {
            let deadline = Deadline()
            while try self.isOpen() != isOpen {
                guard !deadline.hasPassed else { throw SupportError("the device is \(isOpen ? "not " : "")open") }
            }
        }
    }

    // MARK: The rule of udev

    @Test(arguments: [(MockHeadset.descriptor, true), (MockHeadset.descriptor + "05010906A101C0", false), ("", false)])
    func `The program of the udev rule names headsets only`(_ descriptor: String, _ isHeadset: Bool) throws {
        let device = folder.url.appendingPathComponent("device")
        try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
        let bytes = stride(from: 0, to: descriptor.count, by: 2).compactMap { place in
            UInt8(descriptor.dropFirst(place).prefix(2), radix: 16)
        }
        try Data(bytes).write(to: device.appendingPathComponent("report_descriptor"))
        let result = try ChildProcess.run([Product.path("monkeycall-headset-id"), folder.url.path])
        #expect(result.succeeded == isHeadset)
        #expect(result.output == (isHeadset ? "ID_CALL_HEADSET=1\n" : ""))
    }
}
