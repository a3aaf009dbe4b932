// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryDatabase
import SDBus

extension DirectoryTables {
    /// The interface of `dbus/org.monkeycall.Directory.Load.xml`.
    static func load(_ loads: RunningLoads) -> Interface<RunningLoad> {
        // A call may have as much as may wait for replies, and its header.
        let members: [Member<RunningLoad>] =
            [
                .deferredMethod(.addBlocked, takes: ("numbers", [Int64].self)) { (load, _, reply, numbers) in
                    load.change(size(numbers), reply) { (load) throws(ListError) in try load.addBlocked(numbers) }
                },
                .deferredMethod(.addIdentified, takes: ("entries", [IdentifiedNumber].self)) {
                    (load, _, reply, entries) in
                    let size = entries.reduce(0) { $0 + MemoryLayout<IdentifiedNumber>.stride + $1.label.utf8.count }
                    load.change(size, reply) { (load) throws(ListError) in
                        try load.addIdentified(entries.map { ($0.number, $0.label) })
                    }
                },
                .deferredMethod(.addHandles, takes: ("entries", [WireAddress].self)) {
                    (load, _, reply, wires) throws(BusError) in
                    let entries = try load.checking { () throws(BusError) in try handles(wires) }
                    load.change(wires.reduce(0) { $0 + $1.size }, reply) { (load) throws(ListError) in
                        try load.addHandles(entries)
                    }
                },
                .deferredMethod(.removeBlocked, takes: ("numbers", [Int64].self)) { (load, _, reply, numbers) in
                    load.change(size(numbers), reply) { (load) throws(ListError) in try load.removeBlocked(numbers) }
                },
                .deferredMethod(.removeIdentified, takes: ("numbers", [Int64].self)) { (load, _, reply, numbers) in
                    load.change(size(numbers), reply) { (load) throws(ListError) in
                        try load.removeIdentified(numbers)
                    }
                },
                .deferredMethod(.removeAllEntries, takes: ("list", String.self)) {
                    (load, _, reply, word) throws(BusError) in
                    let kind = try load.checking { () throws(BusError) in try ListKind.parse(word, "The list") }
                    load.change(0, reply) { (load) throws(ListError) in try load.removeAll(kind) }
                },
                .deferredMethod(.commitLoad) { [unowned loads] (load, _, reply) in
                    loads.remove(load)
                    load.commit(reply)
                },
                .deferredMethod(.abortLoad) { [unowned loads] (load, _, reply) in
                    loads.remove(load)
                    load.abort { reply.succeed() }
                },
            ]
        return Interface(DirectoryName.load, members.map { $0.upTo(bytes: RunningLoad.bytesAhead + (1 << 20)) })
    }

    private static func handles(_ wires: [WireAddress]) throws(BusError) -> [(handle: Handle, label: String)] {
        let limits = Limits()
        var entries: [(handle: Handle, label: String)] = []
        for wire in wires {
            let handle = WireHandle(type: Received(text: wire.type), value: wire.value)
            guard let handle = try Handle.parse(handle, "A handle", limits) else {
                throw .invalidArgs("A handle is empty; give each a type and a value.")
            }
            entries.append((handle, wire.label))
        }
        return entries
    }

    private static func size(_ numbers: [Int64]) -> Int { numbers.count * MemoryLayout<Int64>.stride }
}

/// A handle and its label, (sss).
private struct WireAddress: BusValue, Sendable {
    let type: String
    let value: String
    let label: String

    var size: Int { MemoryLayout<Self>.stride + type.utf8.count + value.utf8.count + label.utf8.count }

    static var signature: String { "(sss)" }

    init(from reader: inout MessageReader) throws(BusError) {
        (type, value, label) = try reader.structure(String.self, String.self, String.self)
    }

    func write(to writer: inout MessageWriter) throws(BusError) { try writer.structure(type, value, label) }
}
