// SPDX-License-Identifier: MIT

import SDBus

/// The D-Bus names of GNOME Calls.
enum GnomeCallsName {
    static let bus = "org.gnome.Calls"
    static let path = "/org/gnome/Calls"
    static let call = "org.gnome.Calls.Call"
    static let application = "org.freedesktop.Application"

    enum Method: String {
        case accept = "Accept"
        case hangup = "Hangup"
        case sendDtmf = "SendDtmf"
        case silence = "Silence"
    }

    enum Property: String {
        case inbound = "Inbound"
        case state = "State"
        case id = "Id"
        case displayName = "DisplayName"
        case `protocol` = "Protocol"
        case encrypted = "Encrypted"
        case canDtmf = "CanDtmf"
    }
}

extension [String: Variant] {
    subscript(gnome property: GnomeCallsName.Property) -> Variant? { self[property.rawValue] }
}
