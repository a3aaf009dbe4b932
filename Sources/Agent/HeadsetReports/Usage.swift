// SPDX-License-Identifier: MIT

/// A usage of the HID usage tables: what a control or a light of a device is for.
package struct Usage: Hashable, Sendable {
    package let page: UInt16
    package let id: UInt16

    package init(page: UInt16, id: UInt16) { (self.page, self.id) = (page, id) }
}

/// The pages of the HID usage tables that decide about a device.
enum UsagePage {
    static let desktop: UInt16 = 0x01
    static let keyboard: UInt16 = 0x07
    static let light: UInt16 = 0x08
    static let telephony: UInt16 = 0x0B
    /// Systems on a chip: the transfer of firmware.
    static let firmware: UInt16 = 0x11
    static let securityKey: UInt16 = 0xF1D0
    /// The page that Microsoft's protocol for updates of components uses.
    static let componentFirmware: UInt16 = 0xFF0B
}

/// A button of a headset.
package enum HeadsetButton: UInt16, CaseIterable, Sendable {
    case hookSwitch = 0x20
    case flash = 0x21
    case phoneMute = 0x2F

    var usage: Usage { Usage(page: UsagePage.telephony, id: rawValue) }
}

/// A light of a headset, or what the headset does in place of it: it plays a sound, or mutes its microphone.
package enum HeadsetLight: UInt16, CaseIterable, Sendable {
    case mute = 0x09
    case offHook = 0x17
    case ring = 0x18
    case hold = 0x20
    /// Headsets take it as *muted*, like `mute`.
    case microphone = 0x21

    var usage: Usage { Usage(page: UsagePage.light, id: rawValue) }
}

extension Usage {
    /// Whether a device with this usage may see what the user types, is a key to accounts, or takes new firmware.
    var isForbidden: Bool {
        switch page {
        case UsagePage.keyboard, UsagePage.securityKey, UsagePage.firmware, UsagePage.componentFirmware: true
        case UsagePage.desktop: id == 0x06 || id == 0x07  // Keyboard, keypad.
        default: false
        }
    }
}
