// SPDX-License-Identifier: MIT

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
