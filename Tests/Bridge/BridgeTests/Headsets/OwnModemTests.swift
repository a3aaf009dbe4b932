// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The front of modems has a modem that shows the registry to headsets. The bridge of modems must not list its calls
/// again.
@Suite(.daemonLogs)
struct OwnModemTests {
    private static let name = "org.freedesktop.ModemManager1"

    private static func modem(_ device: String) -> DBusValue {
        ForgedSignalTests.interfaces([
            name + ".Modem": ["State": .int32(8), "Device": .string(device), "DeviceIdentifier": .string(device)],
            name + ".Modem.Voice": ["EmergencyOnly": false],
        ])
    }

    @Test func `The bridge of modems leaves the modem alone that shows the calls to headsets`() throws {
        let stage = try ModemStage(Self.name)
        let objects: [DBusValue: DBusValue] = [
            .path("/own"): Self.modem("monkeycall"), .path("/other"): Self.modem("/sys/devices/usb1"),
        ]
        try stage.answer("GetManagedObjects", .dictionary(key: "o", value: "a{sa{sv}}", objects))
        let question = try stage.modems.waitForCall("ListCalls")
        #expect(question.path == "/other")
        _ = try stage.modems.error(question.sender ?? "", "/", "org.freedesktop.DBus.Peer", "Ping")
        #expect(try !stage.modems.hasCalls(of: "ListCalls"))
        withExtendedLifetime(stage) {}
    }
}
