// SPDX-License-Identifier: MIT

import SDBus

/// The D-Bus names of PipeWire's telephony service (1.4). The properties of a call have the names and words of oFono's.
enum TelephonyName {
    static let bus: BusName = "org.pipewire.Telephony"
    static let path: ObjectPath = "/org/pipewire/Telephony"
    /// A phone, which is the audio gateway of the hands-free profile. It lists its calls as an object manager of its
    /// own.
    static let phone: InterfaceName = "org.pipewire.Telephony.AudioGateway1"
    static let call: InterfaceName = "org.pipewire.Telephony.Call1"

    /// The Bluetooth address of a phone.
    static let address = "Address"
}
