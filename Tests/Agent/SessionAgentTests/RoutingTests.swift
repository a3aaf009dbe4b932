// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The routes of calls, measured on both sound servers. The devices are null sinks with the properties of real devices.
/// To plug a device in, the test loads its sink.
@Suite(.serialized)
struct RoutingTests {
    /// Root mean squares of the tone and of silence.
    private static let heard = 0.2..<0.4
    private static let silence = 0.0..<0.0005

    /// A desktop that plays on its loudspeaker, an app, and an agent.
    private final class Scene {
        let desktop: Desktop
        let sound: SoundServer
        let app: App
        private let kind: SoundServer.Kind
        private let shell: BusClient
        private var modules: [String: [String]] = [:]

        init(_ kind: SoundServer.Kind, _ plugged: String..., settings: String = "") throws {
            self.kind = kind
            desktop = try Desktop()
            sound = try SoundServer(on: desktop.bus, kind)
            app = try desktop.app()
            shell = try BusClient(address: desktop.bus.address)
            // As on a usual desktop, the server remembers the default devices.
            if kind == .pulseAudio { try sound.pactl("load-module", "module-default-device-restore") }
            for device in plugged { try plug(device) }
            try sound.setDefault("speaker")
            let file = folder + "/agent.conf"
            // The measured stream belongs to no call, so the agent would make it quieter.
            try (settings + "[Audio]\nDuckOthers=100%\n").write(toFile: file, atomically: true, encoding: .utf8)
            try desktop.startAgent(["--settings", file], environment: sound.environment)
            // GetAll subscribes to later changes.
            _ = try audio.getAll()
        }

        var audio: BusObject { shell.audio() }

        /// Plugs in a USB headset with its microphone.
        func plug(_ name: String) throws {
            let properties =
                "device.form_factor=headset device.bus=usb device.serial=\(name) device.description=\(name)"
            let microphone =
                kind == .pipeWire
                ? [
                    "module-null-sink", "media.class=Audio/Source/Virtual", "sink_name=\(name)-mic",
                    "sink_properties=\"\(properties)\"",
                ]
                : [
                    "module-pipe-source", "file=\(folder)/\(name)", "source_name=\(name)-mic",
                    "source_properties=\"\(properties)\"",
                ]
            // The sink comes last, so its microphone exists already.
            modules[name] = [
                try sound.pactl(["load-module"] + microphone),
                try sound.pactl([
                    "load-module", "module-null-sink", "sink_name=\(name)", "sink_properties=\"\(properties)\"",
                ]),
            ]
        }

        func unplug(_ name: String) throws {
            for module in modules.removeValue(forKey: name) ?? [] { try sound.pactl("unload-module", module) }
        }

        private var folder: String { sound.environment["XDG_RUNTIME_DIR"] ?? "" }

        func expectRoute(_ route: String) throws { try wait { try audio.get("Route") == .string(route) } }

        /// The route of that name; nil = there is none.
        func route(_ name: String) throws -> [String: DBusValue]? {
            try audio.get("Routes").elements?.compactMap(\.entries).first { $0["Name"]?.string == name }
        }

        /// Waits until the condition holds. It is checked after each change of the service's properties.
        func wait(_ condition: () throws -> Bool) throws {
            while try !condition() { _ = try shell.waitForSignal("PropertiesChanged") }
        }

        /// Waits for the devices. The route alone may be announced before the call: then nothing has been switched yet.
        func expectDefaults(_ sink: String, _ source: String? = nil) throws {
            let deadline = Deadline()
            while true {
                let found = (try sound.pactl("get-default-sink"), try sound.pactl("get-default-source"))
                if found.0 == sink, source == nil || found.1 == source { return }
                guard !deadline.hasPassed else { throw SupportError("the defaults are \(found)") }
            }
        }

        /// Waits until the agent has undone its changes, and has removed their journal.
        func waitUntilPutBack() throws {
            let journal = folder + "/monkeycall/routes"
            let deadline = Deadline()
            while FileManager.default.fileExists(atPath: journal) {
                guard !deadline.hasPassed else { throw SupportError("the journal stays") }
            }
        }

        /// Waits until the tone is on one sink, and the other one is silent.
        func expectTone(on sink: String, not other: String) throws {
            try sound.waitForLevel(on: sink, RoutingTests.heard)
            try sound.waitForLevel(on: other, RoutingTests.silence, lasting: 3)
        }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A call rings on the speakers and talks on the headset, and later music is on the speakers`(
        _ kind: SoundServer.Kind
    ) throws {
        let scene = try Scene(kind, "usb", settings: "[Ringing]\nDevice=speaker\n")
        let source = try scene.sound.pactl("get-default-source")
        try scene.app.type("incoming ada Ada")
        try scene.sound.waitForLevel(on: "speaker", 0.005..<0.6)
        try scene.sound.waitForLevel(on: "usb", Self.silence, lasting: 3)
        try scene.app.type("answer")
        try scene.app.expect("answered")
        try scene.expectRoute("usb")
        try scene.expectDefaults("usb", "usb-mic")
        let voice = try scene.sound.play(on: nil)
        try scene.expectTone(on: "usb", not: "speaker")
        voice.terminate()
        try scene.app.hangUp()
        try scene.waitUntilPutBack()
        try scene.expectDefaults("speaker", source)
        // The same program again: the server has remembered no device for it.
        let music = try scene.sound.play(on: nil)
        try scene.expectTone(on: "speaker", not: "usb")
        music.terminate()
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A requested route is used and then reported`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind, "usb")
        try scene.app.talk()
        try scene.expectRoute("usb")
        let voice = try scene.sound.play(on: nil)
        try scene.expectTone(on: "usb", not: "speaker")
        for (route, other) in [("speaker", "usb"), ("usb", "speaker")] {
            try scene.audio.call("SetRoute", .string(route))
            try scene.expectRoute(route)
            #expect(try scene.audio.get("RequestedRoute") == "")
            try scene.expectTone(on: route, not: other)
        }
        // A request for the current route is completed too.
        try scene.audio.call("SetRoute", "usb")
        try scene.wait { try scene.audio.get("RequestedRoute") == "" }
        voice.terminate()
        let error = try #require(try scene.audio.error("SetRoute", "nowhere"))
        #expect(error.name.hasSuffix("InvalidArgs"))
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A headset that is plugged in takes the call, and returns it when it is pulled out`(
        _ kind: SoundServer.Kind
    ) throws {
        let scene = try Scene(kind)
        try scene.app.talk()
        try scene.expectRoute("speaker")
        let voice = try scene.sound.play(on: nil)
        try scene.expectTone(on: "speaker", not: "headset")
        try scene.plug("usb")
        try scene.expectTone(on: "usb", not: "speaker")
        try scene.expectRoute("usb")
        try scene.plug("second")
        try scene.expectTone(on: "second", not: "usb")
        try scene.unplug("second")
        try scene.expectTone(on: "usb", not: "speaker")
        try scene.unplug("usb")
        try scene.expectTone(on: "speaker", not: "headset")
        try scene.expectRoute("speaker")
        try scene.app.hangUp()
        try scene.waitUntilPutBack()
        try scene.expectDefaults("speaker")
        voice.terminate()
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The user's choice of a route stays when a headset is plugged in`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind, "usb")
        try scene.app.talk()
        try scene.expectRoute("usb")
        try scene.expectDefaults("usb")
        try scene.audio.call("SetRoute", "headset")
        try scene.expectRoute("headset")
        let voice = try scene.sound.play(on: nil)
        try scene.plug("second")
        try scene.wait { try scene.route("second") != nil }
        try scene.expectTone(on: "headset", not: "second")
        #expect(try scene.audio.get("Route") == "headset")
        voice.terminate()
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A choice in the desktop's mixer during a call stays during and after the call`(
        _ kind: SoundServer.Kind
    ) throws {
        let scene = try Scene(kind, "usb")
        try scene.app.talk()
        try scene.expectRoute("usb")
        try scene.expectDefaults("usb")
        try scene.sound.setDefault("headset")
        try scene.expectRoute("headset")
        try scene.app.hangUp()
        try scene.waitUntilPutBack()
        try scene.expectDefaults("headset")
    }

    @Test(arguments: SoundServer.Kind.allCases, [true, false])
    func `The next agent restores the defaults of a crashed agent after the call`(
        _ kind: SoundServer.Kind, endsBefore: Bool
    ) throws {
        let scene = try Scene(kind, "usb")
        let source = try scene.sound.pactl("get-default-source")
        try scene.app.talk()
        try scene.expectRoute("usb")
        try scene.expectDefaults("usb", "usb-mic")
        try scene.desktop.killAgent()
        if endsBefore { try scene.app.hangUp() }
        try scene.desktop.startAgent(environment: scene.sound.environment)
        if !endsBefore {
            try scene.expectRoute("usb")
            try scene.expectDefaults("usb", "usb-mic")
            try scene.app.hangUp()
        }
        try scene.waitUntilPutBack()
        try scene.expectDefaults("speaker", source)
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `Without a call the agent reports the routes and changes nothing`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind)
        try scene.expectRoute("speaker")
        let music = try scene.sound.play(on: nil)
        try scene.plug("usb")
        try scene.sound.setDefault("speaker")
        try scene.wait { try scene.route("usb") != nil }
        let route = try scene.route("usb")
        #expect(route == ["Name": "usb", "LocalizedName": "usb", "Kind": "headset", "Available": .bool(true)])
        try scene.expectTone(on: "speaker", not: "usb")
        try scene.unplug("usb")
        try scene.wait { try scene.route("usb") == nil }
        music.terminate()
    }
}
