// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import SDBus

/// The phones that are connected over Bluetooth, as PipeWire lists them.
final class TelephonyPhones: ModemList {
    static let source = SourceName.pipeWireTelephony
    static let bus = TelephonyName.bus

    private(set) var modems: [ObjectPath: TelephonyPhone] = [:]
    private let program: SourceProgram
    private let host: ModemHost
    private var objects: RemoteObjects?

    init(of program: SourceProgram, _ host: ModemHost) { (self.program, self.host) = (program, host) }

    func begin() throws(BusError) {
        let objects = RemoteObjects(
            of: program.remote, at: TelephonyName.path, TelephonyName.phone, [TelephonyName.address]
        ) { [unowned self] path, properties, _ in changed(path, properties) }
        self.objects = objects
        try objects.begin { [host] in host.log("PipeWire does not tell its phones", ["error": $0.name]) }
    }

    private func changed(_ path: ObjectPath, _ properties: [String: Variant]?) {
        guard let properties else { return modems.removeValue(forKey: path)?.end() ?? () }
        // The volume changes, never the address.
        guard modems[path] == nil else { return }
        let phone = TelephonyPhone(path, properties, of: program, host)
        modems[path] = phone
        host.begin(phone)
    }
}

/// A phone that is connected over Bluetooth: its provider, its calls, and how it performs what the service wants.
final class TelephonyPhone: BridgedModem {
    private let path: ObjectPath
    private let address: String
    private let program: SourceProgram
    private let host: ModemHost
    private let methods: OfonoMethods
    private(set) var provider: ModemProvider?
    var calls: RemoteObjects?
    /// The names of the calls, by path. PipeWire uses a path again for the next call.
    private var keys: [ObjectPath: SourceKey] = [:]

    /// Of an address such as `00:11:22:AA:BB:CC`: the hexadecimal digits, and all characters.
    private static let (addressDigits, addressLength) = (12, 17)

    init(_ path: ObjectPath, _ properties: [String: Variant], of program: SourceProgram, _ host: ModemHost) {
        (self.path, self.program, self.host) = (path, program, host)
        // The address is the same whenever the phone is connected.
        let address = properties[TelephonyName.address]?.string ?? ""
        let isAddress = address.count { $0.isHexDigit } == Self.addressDigits && address.count <= Self.addressLength
        self.address = isAddress ? address : path.text.split(separator: "/").last.map(String.init) ?? ""
        methods = OfonoMethods(
            program: program, host: host, path: path, line: TelephonyName.phone, call: TelephonyName.call,
            asksForCallerID: false)
    }

    func begin() throws(BusError) {
        // PipeWire tells no name of the phone. The end of the address tells people which of two phones it is.
        let provider = ModemProvider(address, .phone, name: "Phone " + address.suffix(5), host) { [unowned self] in
            methods.perform($0, path: { [unowned self] key in keys.first { $0.value == key }?.key }, then: $1)
        }
        self.provider = provider
        provider.setUsable(true)
        let calls = RemoteObjects(of: program.remote, at: path, TelephonyName.call, OfonoName.Property.ofCall) {
            [unowned self] path, properties, isOld in show(path, properties, isOld: isOld)
        }
        self.calls = calls
        try calls.begin { [host] in host.log("PipeWire does not tell the calls of a phone", ["error": $0.name]) }
    }

    private func show(_ path: ObjectPath, _ properties: [String: Variant]?, isOld: Bool) {
        guard let properties else {
            if let key = keys.removeValue(forKey: path) { provider?.hide(key) }
            return
        }
        guard let call = ModemCall(ofono: properties, end: .unknown) else { return }
        let key = keys[path] ?? program.nextKey(path)
        keys[path] = key
        provider?.show(key, call, isOld: isOld)
    }
}

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
