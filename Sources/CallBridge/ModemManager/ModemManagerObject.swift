// SPDX-License-Identifier: MIT

import SDBus

/// One life of ModemManager on the bus. Its methods go to its unique name, so that none starts another one.
struct ModemManagerObject {
    let bus: BusConnection
    let owner: String
    /// Tells this life from the next one, which uses the same paths again.
    let life: String

    /// Calls a method. `then` is called once.
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
