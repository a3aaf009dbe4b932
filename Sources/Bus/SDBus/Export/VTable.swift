// SPDX-License-Identifier: MIT

internal import CSystemd

/// The C table of an interface. Owns the strings and rows that the table points to.
final class VTable {
    /// A row. `names` are the names of the arguments, then of the results.
    enum Entry {
        case method(String, _ arguments: String, _ results: String, _ names: [String])
        case property(String, _ signature: String, PropertyChange)
        case signal(String, _ signature: String, _ names: [String])
    }

    let raw: UnsafeMutablePointer<sd_bus_vtable>
    private let rows: [ExportedRow]
    private var strings: [UnsafeMutablePointer<CChar>] = []

    init(_ rows: [ExportedRow]) {
        self.rows = rows
        raw = .allocate(capacity: rows.count + 2)
        raw.initialize(to: csystemd_vtable_start())
        for (index, row) in rows.enumerated() { (raw + index + 1).initialize(to: entry(row)) }
        (raw + rows.count + 1).initialize(to: csystemd_vtable_end())
    }

    deinit {
        raw.deallocate()
        for string in strings { string.deallocate() }
    }

    private func entry(_ row: ExportedRow) -> sd_bus_vtable {
        switch row.entry {
        case .method(let name, let arguments, let results, let names):
            csystemd_vtable_method(
                string(name), string(arguments), string(results), list(names), answerMethod, unretained(row))
        case .property(let name, let signature, let emits):
            csystemd_vtable_property(string(name), string(signature), emits.flag, writeProperty, unretained(row))
        case .signal(let name, let signature, let names):
            csystemd_vtable_signal(string(name), string(signature), list(names))
        }
    }

    /// The names with a NUL after each, and another NUL at the end.
    private func list(_ names: [String]) -> UnsafePointer<CChar> { string(names.map { $0 + "\0" }.joined()) }

    private func string(_ text: String) -> UnsafePointer<CChar> {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
        for (index, byte) in text.utf8.enumerated() { copy[index] = CChar(bitPattern: byte) }
        copy[text.utf8.count] = 0
        strings.append(copy)
        return UnsafePointer(copy)
    }
}

/// A row of the table that sd-bus reads, and the code that it runs: `answer` for a method, `write` for a property.
final class ExportedRow {
    let entry: VTable.Entry
    /// The largest call of the method, in bytes.
    let mostBytes: Int
    let answer: (_ message: OpaquePointer) -> Void
    let write: (inout MessageWriter) throws(BusError) -> Void

    /// What a call needs at most, unless its row says more.
    static let mostBytes = 64 << 10

    init(
        _ entry: VTable.Entry, mostBytes: Int = ExportedRow.mostBytes,
        answer: @escaping (OpaquePointer) -> Void = { _ in },
        write: @escaping (inout MessageWriter) throws(BusError) -> Void = { (_: inout MessageWriter) in }
    ) {
        self.entry = entry
        self.mostBytes = mostBytes
        self.answer = answer
        self.write = write
    }
}

private func answerMethod(
    _ message: OpaquePointer?, _ row: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let row = object(row, ExportedRow.self) else { return 0 }
    row.answer(message)
    return 1
}

private func writeProperty(
    _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
    _ reply: OpaquePointer?, _ row: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let reply, let row = object(row, ExportedRow.self) else { return 0 }
    do throws(BusError) {
        var writer = MessageWriter(message: reply)
        try row.write(&writer)
        return 1
    } catch let failure {
        return sd_bus_error_set(error, failure.name, failure.message)
    }
}

/// The announcement of a property's changes, as introspection describes it.
public enum PropertyChange: Sendable {
    /// Announced with the new value.
    case change
    /// Announced without the value.
    case invalidates
    /// Never changes.
    case const
    /// Changes silently.
    case none

    var flag: UInt64 {
        switch self {
        case .change: UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
        case .invalidates: UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_INVALIDATION)
        case .const: UInt64(SD_BUS_VTABLE_PROPERTY_CONST)
        case .none: 0
        }
    }
}
