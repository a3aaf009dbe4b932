// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The front of modems has a modem that shows the registry to headsets. The bridge of modems must not list its calls
/// again.
@Suite(.daemonLogs)
struct OwnModemTests {
    private static let name = "org.freedesktop.ModemManager1"

    private static func modem(_ device: String) -> DBusValue {
        let interfaces: [String: [String: DBusValue]] = [
            name + ".Modem": ["State": .int32(8), "Device": .string(device), "DeviceIdentifier": .string(device)],
            name + ".Modem.Voice": ["EmergencyOnly": false],
        ]
        let entries = interfaces.map { (DBusValue.string($0), DBusValue.options($1)) }
        return .dictionary(key: "s", value: "a{sv}", Dictionary(uniqueKeysWithValues: entries))
    }

    @Test func `The bridge of modems leaves the modem alone that shows the calls to headsets`() throws {
        let stage = try Stage(configuration: "[Cellular org.monkeycall.Modem.*]\nUser=\(geteuid())\n")
        let modems = try BusClient(address: stage.bus.address)
        try modems.requestName(Self.name)
        let bridge = try ChildProcess([
            try Product.path("monkeycall-bridge"), "--system", "--user=\(geteuid())",
            "--address=\(stage.bus.address)", "--settings=\(stage.bus.directory.url.path)/bridge.conf",
        ])
        let question = try modems.waitForCall("GetManagedObjects")
        let objects: [DBusValue: DBusValue] = [
            .path("/own"): Self.modem("monkeycall"), .path("/other"): Self.modem("/sys/devices/usb1"),
        ]
        try modems.reply(to: question, [.dictionary(key: "o", value: "a{sa{sv}}", objects)])
        #expect(try modems.waitForCall("ListCalls").path == "/other")
        _ = try modems.error(question.sender ?? "", "/", "org.freedesktop.DBus.Peer", "Ping")
        #expect(try !modems.hasCalls(of: "ListCalls"))
        withExtendedLifetime(bridge) {}
    }
}
