// SPDX-License-Identifier: MIT

import BridgeCore
import SDBus

/// One life of a program whose calls are carried. Its methods go to its unique name, so that no call starts another one.
final class SourceProgram {
    let bus: BusConnection
    let owner: String
    /// Tells this life from the next one, which uses the same paths again.
    private let life: String
    /// How many calls each path has named.
    private var uses: [String: Int] = [:]

    init(_ owner: String, on bus: BusConnection) throws(BusError) {
        (self.owner, self.bus) = (owner, bus)
        life = "\(try bus.busID) \(owner)"
    }

    /// The name of the call with that path, for a program that uses no path again.
    func key(_ path: String) -> SourceKey { SourceKey(life: life, object: path) }

    /// A name for a new call with that path, for a program that uses a path again after the call.
    func nextKey(_ path: String) -> SourceKey {
        let use = uses[path, default: 0]
        uses[path] = use + 1
        return key(use == 0 ? path : "\(path) \(use)")
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
