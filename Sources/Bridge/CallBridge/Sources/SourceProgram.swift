// SPDX-License-Identifier: MIT

import BridgeCore
import SDBus

/// One life of a program whose calls are carried.
final class SourceProgram {
    let remote: RemoteLife
    /// Tells this life from the next one, which uses the same paths again.
    private let life: String
    /// How many calls each path has named.
    private var uses: [ObjectPath: Int] = [:]

    init(_ owner: String, on bus: BusConnection) throws(BusError) {
        remote = RemoteLife(owner, on: bus)
        life = "\(try bus.busID) \(owner)"
    }

    /// The name of the call with that path, for a program that uses no path again.
    func key(_ path: ObjectPath) -> SourceKey { SourceKey(life: life, object: path.text) }

    /// A name for a new call with that path, for a program that uses a path again after the call.
    func nextKey(_ path: ObjectPath) -> SourceKey {
        let use = uses[path, default: 0]
        uses[path] = use + 1
        return use == 0 ? key(path) : SourceKey(life: life, object: "\(path) \(use)")
    }
}

extension SourceKey {
    /// The object of the call, for a program that uses no path again.
    var path: ObjectPath { ObjectPath(trusted: object) }
}
