// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

@testable import ModemFront

/// The name of ModemManager: the front has it only while ModemManager may not start, and never takes it from a program.
@Suite(.needsFrontUser, .needsModemStacks)
struct FrontNameTests {
    private static let unit = "[Service]\n"

    private func owner(_ scene: FrontScene) throws -> String? { try scene.client().nameOwner(FrontScene.modemManager) }

    @Test func `The front has the name while ModemManager is not installed or is masked`() throws {
        let scene = try FrontScene()
        #expect(try scene.client().waitForName(FrontScene.modemManager) == scene.client().nameOwner(FrontScene.name))
        let masked = try FrontScene(unit: "")
        #expect(try masked.client().waitForName(FrontScene.modemManager) == masked.client().nameOwner(FrontScene.name))
    }

    @Test func `Where ModemManager is installed, the front serves by its own name alone`() throws {
        let scene = try FrontScene(unit: Self.unit)
        let gateway = try scene.gateway()
        #expect(try gateway.object.get("State") == "name-taken")
        #expect(try owner(scene) == nil)
        try gateway.set(FrontGateway.call(1, "active"))
        let patched = try scene.wirePlumber(asking: FrontScene.name)
        #expect(try patched.news() == ["Modem/front CallAdded Call/1", "is 4 1 +4930123456"])
    }

    @Test func `A program that has the name keeps it, and the front takes it afterwards`() throws {
        let scene = try FrontScene(unit: Self.unit)
        let other = try scene.client(nil)
        try other.requestName(FrontScene.modemManager)
        try scene.mask()
        // The front hears of the end of that name after this.
        _ = try scene.gateway()
        #expect(try owner(scene) == other.uniqueName)
        try other.releaseName(FrontScene.modemManager)
        let front = try scene.client().nameOwner(FrontScene.name)
        try scene.client().waitForOwner(of: FrontScene.modemManager) { $0 == front }
    }

    @Test func `A forged message that the name is free does not let the front take it`() throws {
        let scene = try FrontScene(unit: Self.unit)
        #expect(try Followers.files(of: .front) == ["ModemFront/StandIn.swift"])
        let other = try scene.client(nil)
        try other.requestName(FrontScene.modemManager)
        _ = try scene.gateway()
        try scene.mask()
        let bus = try BusMonitor(on: scene.bus)
        try Forger(of: FrontScene.modemManager, to: scene.process, on: scene.bus).forge()
        // A request that the bus refuses would be no harm, but the front must not even try.
        try scene.client().callBus("GetId")
        try bus.wait(forCall: "GetId")
        #expect(bus.count(of: "RequestName", from: scene.process) == 0)
        #expect(try owner(scene) == other.uniqueName)
    }

    /// The unit of ModemManager asks by the line of the installed file, which systemd would run.
    @Test func `The front gives up the name before ModemManager starts, during a call, and takes it back afterwards`()
        throws
    {
        let scene = try FrontScene()
        let gateway = try scene.gateway()
        let (stock, patched) = (try scene.wirePlumber(), try scene.wirePlumber(asking: FrontScene.name))
        try gateway.set(FrontGateway.call(1, "active"))
        #expect(try stock.news().last == "is 4 1 +4930123456")
        _ = try patched.news()
        #expect(try gateway.object.get("State") == "shown")

        try scene.install()
        try giveWay(scene)
        #expect(try owner(scene) == nil)
        try besideModemManager(scene) {
            #expect(try owner(scene) != scene.client().nameOwner(FrontScene.name))
            // PipeWire with the patch goes on; the other one forgets the modem with the name, so that it hears no more.
            try gateway.set(FrontGateway.call(1, "held"))
            #expect(try patched.news() == ["Call/1 StateChanged 4 5 0"])
            #expect(try stock.client.signalsUpToNow(from: FrontScene.name).isEmpty)
            try scene.mask()
        }
        let front = try scene.client().nameOwner(FrontScene.name)
        try scene.client().waitForOwner(of: FrontScene.modemManager) { $0 == front }
        // PipeWire asks once, so the front looks for it. The one with the patch has gone on.
        try stock.waitUntilFound()
        #expect(try patched.news().isEmpty)
        #expect(try gateway.object.get("State") == "shown")
        #expect(try stock.news().suffix(2) == ["Modem/front CallAdded Call/1", "is 5 1 +4930123456"])
    }

    /// Runs `body` while the real ModemManager has its name.
    private func besideModemManager(_ scene: FrontScene, _ body: () throws -> Void) throws {
        let polkit = try PolicyKit(on: scene.bus, rules: [])
        let modemManager = try ModemManagerDaemon(on: scene.bus, [])
        try body()
        withExtendedLifetime((polkit, modemManager)) {}
    }

    @Test func `A front that has given up the name does not take it before another program had it`() throws {
        let scene = try FrontScene()
        try scene.client().waitForName(FrontScene.modemManager)
        try giveWay(scene)
        try giveWay(scene)
        _ = try scene.gateway()
        #expect(try owner(scene) == nil)
        let other = try scene.client(nil)
        try other.requestName(FrontScene.modemManager)
        try other.releaseName(FrontScene.modemManager)
        try scene.client().waitForName(FrontScene.modemManager)
    }

    private func giveWay(_ scene: FrontScene) throws {
        let file = try Repository.file("systemd/ModemManager.service.d/monkeycall.conf")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("ExecStartPre=-+") })
        let command = line.dropFirst("ExecStartPre=-+".count).split(separator: " ").map(String.init)
        let result = try ChildProcess.run(command, environment: ["DBUS_SYSTEM_BUS_ADDRESS": scene.bus.address])
        #expect(result.succeeded, "\(result)")
    }

    @Test func `No other user than root and the front's can take either name`() throws {
        let scene = try FrontScene(unit: Self.unit)
        let alice = try scene.client()
        #expect(throws: BusError.self) { try alice.requestName(FrontScene.modemManager) }
        try scene.process.kill9()
        try alice.waitForName(FrontScene.name, owned: false)
        #expect(throws: BusError.self) { try alice.requestName(FrontScene.name) }
    }

    @Test func `The first unit file in the order of systemd's folders says whether ModemManager may start`() throws {
        let (strong, weak) = (try TemporaryDirectory(), try TemporaryDirectory())
        let unit = ModemManagerUnit(folders: [strong, weak].map(\.url.path))
        let name = "ModemManager.service"
        let file = strong.url.appendingPathComponent(name)
        #expect(!unit.mayStart)
        try weak.write(Self.unit, to: name)
        #expect(unit.mayStart)
        for target in ["/dev/null", "/nowhere"] {
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
            #expect(unit.mayStart == (target != "/dev/null"))
            try FileManager.default.removeItem(at: file)
        }
        try strong.write("", to: name)
        #expect(!unit.mayStart)
        try strong.write(Self.unit, to: name)
        try weak.write("", to: name)
        #expect(unit.mayStart)
    }
}
