// SPDX-License-Identifier: MIT

package import SDBus

/// The D-Bus names of GNOME Calls.
package enum GnomeCallsName {
    package static let bus: BusName = "org.gnome.Calls"
    package static let path: ObjectPath = "/org/gnome/Calls"
    /// The folder of the calls.
    package static let calls: ObjectPath = "/org/gnome/Calls/Call"
    package static let call: InterfaceName = "org.gnome.Calls.Call"
    package static let application: InterfaceName = "org.freedesktop.Application"

    package enum Method: String, CaseIterable, MemberNaming {
        case accept = "Accept"
        case hangup = "Hangup"
        case sendDtmf = "SendDtmf"
        case silence = "Silence"
    }

    package enum Property: String, CaseIterable, MemberNaming {
        case inbound = "Inbound"
        case state = "State"
        case id = "Id"
        case displayName = "DisplayName"
        case imagePath = "ImagePath"
        case `protocol` = "Protocol"
        case encrypted = "Encrypted"
        case canDtmf = "CanDtmf"
    }

    /// The numbers are those of ModemManager's first version, which GNOME Calls took over.
    package enum State: UInt32, CaseIterable {
        case active = 1
        case held = 2
        case dialing = 3
        case alerting = 4
        case incoming = 5
        /// Comes in while another call goes on.
        case waiting = 6
        case disconnected = 7
    }
}

extension [String: Variant] {
    package subscript(gnome property: GnomeCallsName.Property) -> Variant? { self[property.rawValue] }
}
