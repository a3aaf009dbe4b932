// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// An app that uses the bus directly, so that it can do more than users of the library.
final class Provider {
    static let call = "00000000-0000-4000-8000-00000000000a"

    /// One white pixel.
    static let png = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==")
            ?? Data())

    let client: BusClient
    private let manager: BusObject

    init(_ desktop: Desktop, icon: [UInt8]? = nil, desktopEntry: String? = nil) throws {
        client = try desktop.daemon.client()
        manager = client.manager
        var configuration: [String: DBusValue] = ["LocalizedName": "Phone"]
        if let icon { configuration["Icon"] = .descriptor(try .memory(icon)) }
        if let desktopEntry { configuration["DesktopEntry"] = .string(desktopEntry) }
        try manager.call("RegisterProvider", "org.example.Phone", .options(configuration))
    }

    func ring(_ call: String = Provider.call, name: String = "Ada", number: String = "+4930123456") throws {
        try manager.call(
            "ReportNewIncomingCall", "org.example.Phone", .string(call),
            ["LocalizedCallerName": .string(name), "RemoteHandle": .tuple("phone-number", .string(number))])
    }

    func rename(_ name: String, _ call: String = Provider.call) throws {
        try manager.call("ReportCallUpdated", .string(call), ["LocalizedCallerName": .string(name)])
    }

    func end(_ call: String = Provider.call) throws {
        try manager.call("ReportCallEnded", .string(call), .uint64(0), "unanswered", .options([:]))
    }

    /// Waits for the user's action and fulfils it.
    func fulfil(_ signal: String) throws {
        let action = try client.waitForSignal(signal).arguments[1]
        try manager.call("FulfillAction", action, .options([:]))
    }
}
