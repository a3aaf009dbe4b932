// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

@testable import SessionAgent

/// How long the agent keeps the icon files of apps.
struct IconTests {
    private let desktop: Desktop
    private let server: ServerStandIn

    init() throws {
        desktop = try Desktop()
        server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
    }

    @Test func `The icon file of an app that has left is removed, also that of a missed call later`() throws {
        let phone = try desktop.phone(icon: Provider.png)
        try phone.ring()
        try phone.end()
        let missed = try server.next { $0.summary.contains("Missed") && $0.icon.hasPrefix("file://") }
        let chat = try app("Chat", icon: Provider.png + [0])
        try waitForIcons(2)
        try chat.actor.call("InvalidateProvider", .string(chat.identifier))
        try waitForIcons(1)
        try phone.actor.call("InvalidateProvider", .string(phone.identifier))
        let talk = try app("Talk", icon: Provider.png + [1])
        try waitForIcons(2)
        try server.dismiss(missed)
        try talk.actor.call("InvalidateProvider", .string(talk.identifier))
        try waitForIcons(0)
    }

    @Test func `An app without an icon has that of MonkeyCall where that is installed`() throws {
        let share = try TemporaryDirectory()
        #expect(Banner.productIcon(in: share.url.path) == "call-start")
        let icon = try Repository.file("desktop/icons/org.monkeycall.Phone.svg")
        let folder = share.url.appendingPathComponent("icons/hicolor/scalable/apps")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: icon, to: folder.appendingPathComponent(icon.lastPathComponent))
        #expect(Banner.productIcon(in: share.url.path) == "org.monkeycall.Phone")
        withExtendedLifetime(share) {}
    }

    @Test func `Two apps with the same icon file have it until the second one has left`() throws {
        let apps = try ["Phone", "Chat"].map { try app($0, icon: Provider.png) }
        _ = try app("Talk", icon: Provider.png + [0])
        try waitForIcons(2)
        try apps[0].actor.call("InvalidateProvider", .string(apps[0].identifier))
        // The agent has followed that when it has fetched the next file.
        _ = try app("Meet", icon: Provider.png + [1])
        try waitForIcons(3)
        try apps[1].actor.call("InvalidateProvider", .string(apps[1].identifier))
        try waitForIcons(2)
    }

    @Test func `An agent removes the pictures of agents that were killed, and no other file`() throws {
        let desktop = try Desktop()
        let folder = desktop.bus.directory.url.appendingPathComponent("monkeycall")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // No process of Linux has that number.
        let old = ["icon-1.png", "icon-1-4194305.png", "picture-1-4194305.jpg"]
        let kept = ["icon-1-\(getpid()).png", "icons", "my-icon-1.png"]
        for name in old + kept { try Data().write(to: folder.appendingPathComponent(name)) }
        try desktop.startAgent()
        try waitForFiles(in: desktop) { $0.isDisjoint(with: old) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(kept.contains).count == 3)
    }

    private func app(_ name: String, icon: [UInt8]) throws -> Provider {
        try desktop.stage.app(name, ["Icon": .descriptor(try .memory(icon))])
    }

    private func waitForIcons(_ count: Int) throws {
        try waitForFiles(in: desktop) { files in files.count { $0.hasPrefix("icon-") } == count }
    }

    /// Waits until the files of the agent in the runtime folder fit.
    private func waitForFiles(in desktop: Desktop, _ fit: (Set<String>) -> Bool) throws {
        let folder = desktop.bus.directory.url.appendingPathComponent("monkeycall").path
        let deadline = Deadline()
        while true {
            let files = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            if fit(files) { return }
            guard !deadline.hasPassed else { throw SupportError("the files are \(files)") }
        }
    }
}
