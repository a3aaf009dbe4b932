// SPDX-License-Identifier: MIT

import SDBus

/// One life of a program that drives modems. Its methods go to its unique name, so that no call starts another one.
struct ModemProgram {
    let bus: BusConnection
    let owner: String
    /// Tells this life from the next one, which uses the same paths again.
    let life: String

    init(_ owner: String, on bus: BusConnection) throws(BusError) {
        (self.owner, self.bus) = (owner, bus)
        life = "\(try bus.busID) \(owner)"
    }

    /// Calls a method. `body` is called once.
    func call<each Argument: BusValue>(
        _ path: String, _ interface: String, _ member: String, _ arguments: repeat each Argument,
        then body: @escaping (Result<Message, BusError>) -> Void
    ) {
        do throws(BusError) {
            try bus.callAsync(CallTarget(owner, path, interface, member), repeat each arguments, completion: body)
        } catch {
            body(.failure(error))
        }
    }
}
