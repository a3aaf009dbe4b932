// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

extension Desktop {
    /// An app that uses the bus directly, so that it can do more than users of the library.
    func phone(icon: [UInt8]? = nil, desktopEntry: String? = nil) throws -> Provider {
        var configuration: [String: DBusValue] = ["LocalizedName": "Phone"]
        if let icon { configuration["Icon"] = .descriptor(try .memory(icon)) }
        if let desktopEntry { configuration["DesktopEntry"] = .string(desktopEntry) }
        return try stage.app("Phone", configuration)
    }
}

extension Provider {
    /// One white pixel.
    static let png = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==")
            ?? Data())

    func ring(_ call: String = "A", name: String = "Ada", number: String = "+4930123456") throws {
        try ring(
            call, ["LocalizedCallerName": .string(name), "RemoteHandle": .tuple("phone-number", .string(number))])
    }

    func rename(_ name: String) throws {
        try actor.call("ReportCallUpdated", UUIDs.value("A"), ["LocalizedCallerName": .string(name)])
    }

    func end(_ call: String = "A") throws { try reportEnded(call, "unanswered") }
}
