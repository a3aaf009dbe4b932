// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// `--describe`, which needs no desktop.
struct DescriptionTests {
    @Test func `The description prints all changes and needs no session bus`() throws {
        let desktop = try Desktop()
        try desktop.set("[Ringing]\nDevice=speaker")
        try desktop.startAgent(["--describe"], environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        let agent = try #require(desktop.agent)
        let app = try desktop.app()
        func expect(_ line: String) throws { _ = try agent.waitForLine { $0 == line } }
        try app.type("incoming +4930123456 Ada")
        try expect("shows: Incoming call from Ada, +4930123456, through Phone [Decline] [Silence] [Answer]")
        try expect("stays awake")
        try expect("rings: phone-incoming-call on speaker")
        try app.type("answer")
        try expect("is silent")
        try expect("pauses: players")
        try expect("ducks: others to 30%")
        try app.type("mute")
        try expect("mutes: microphone of org.example.Phone")
        try app.type("unmute")
        try expect("unmutes: microphone of org.example.Phone")
        try app.type("remote-end")
        try expect("hides: Call with Ada")
        try expect("resumes: players")
        try expect("restores: others")
        try app.type("incoming bob Bob")
        try expect("shows: Incoming call from Bob, bob, through Phone [Decline] [Silence] [Answer]")
        try app.type("remote-end")
        _ = try agent.waitForLine {
            $0.hasPrefix("shows: Missed call from Bob, ") && $0.hasSuffix(", bob, through Phone [Call Back]")
        }
    }
}
