// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Where the sound of a call goes: the real agent on a real sound server, asked by the window.
@Suite(.serialized)
struct RouteTests {
    @Test func `The window lists the devices with their kinds, and the chosen one gets the sound of the call`() throws {
        let window = try PhoneWindow(width: 360)
        let sound = try SoundServer(on: window.desktop.bus, .pulseAudio)
        for (name, kind) in [("usb", "headset"), ("ears", "headphone")] {
            try sound.pactl([
                "load-module", "module-null-sink", "sink_name=\(name)",
                "sink_properties=\"device.form_factor=\(kind) device.description=Model-\(name)\"",
            ])
        }
        try sound.setDefault("speaker")
        try window.desktop.startAgent(environment: sound.environment)
        try window.open()
        let app = try CallingApp(window)
        try app.talk(in: window)
        let audio = try BusClient(address: window.desktop.bus.address).audio()
        for (row, route) in [("Headphones – Model-ears", "ears"), ("Headset – Model-usb", "usb")] {
            try window.press("Audio")
            try window.waitForButton(row)
            try window.screen.keepPicture("routes")
            try window.press(row)
            _ = try window.wait("the route \(route)") { try audio.get("Route") == .string(route) ? true : nil }
            // The popover has gone, and says the next time which one is in use.
            try window.waitUntilGone(row)
            try window.press("Audio")
            try window.waitForButton(row + ", in use")
            try window.screen.type("Escape")
            try window.waitUntilGone(row)
        }
    }

    @Test func `The settings list the outputs of the sound server by their names for people`() throws {
        let window = try PhoneWindow()
        let sound = try SoundServer(on: window.desktop.bus, .pulseAudio)
        func plug(_ name: String, _ description: String) throws -> String {
            try sound.pactl([
                "load-module", "module-null-sink", "sink_name=\(name)",
                "sink_properties=device.description=\(description)",
            ])
        }
        _ = try plug("bell", "Doorbell")
        let gong = try plug("gong", "Gong").filter(\.isNumber)
        try window.desktop.set("")
        window.useSettingsOfDesktop()
        try window.desktop.startAgent(environment: sound.environment)
        try window.open()
        try window.screen.type("ctrl+comma")
        try window.waitFor("Outputs That Keep Their Volume")
        func expectFile(_ line: String) throws {
            _ = try window.wait("the line \(line)") {
                try String(contentsOf: window.desktop.settings, encoding: .utf8).contains(line) ? true : nil
            }
        }
        // The devices that ring are above these outputs.
        try window.toggle("Doorbell", at: 1)
        try expectFile("LeaveOutput=bell")
        try window.toggle("Doorbell")
        try expectFile("Device=bell")
        try window.toggle("Gong")
        try expectFile("Device=bell\nDevice=gong\n")
        try window.screen.keepPicture("settings-outputs")
        // A device that is unplugged stays chosen until the user removes it.
        try sound.pactl(["unload-module", gong])
        try window.waitForButton("Remove gong")
        try expectFile("Device=gong")
        try window.press("Remove gong")
        try window.waitUntilGone("Remove gong")
        withExtendedLifetime(sound) {}
    }
}
