// SPDX-License-Identifier: MIT

import Foundation
import StateFile
import Testing

private typealias Record = (key: [UInt8], value: [UInt8]?)

extension StateFile {
    fileprivate func begin(_ records: some Sequence<Record>) throws { try begin(Self.bytes(of: records)) }
    fileprivate func append(_ records: some Sequence<Record>) throws { try append(Self.bytes(of: records)) }

    private static func bytes(of records: some Sequence<Record>) -> [UInt8] {
        var bytes: [UInt8] = []
        for (key, value) in records {
            for length in [UInt32(key.count), value.map { UInt32($0.count) } ?? .max] {
                withUnsafeBytes(of: length.littleEndian) { bytes += $0 }
            }
            bytes += key + (value ?? [])
        }
        return bytes
    }
}

/// The file that keeps the state for the next service.
struct StateFileTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private typealias Values = [[UInt8]: [UInt8]]

    private static func record(_ key: UInt8, _ value: UInt8?, length: Int = 3) -> Record {
        ([key], value.map { Array(repeating: $0, count: length) })
    }

    @Test func `The next process finds the values of the last one`() throws {
        #expect(StateFile(in: folder, format: 7).read()?.values == nil)
        let file = StateFile(in: folder, format: 7)
        try file.begin([Self.record(1, 1), Self.record(2, 2)])
        try file.append([Self.record(1, 3), Self.record(2, nil)])
        try file.append([Self.record(3, 4, length: 0)])
        let contents = StateFile(in: folder, format: 8).read()
        #expect(contents?.values == [[1]: [3, 3, 3], [3]: []])
        #expect(contents?.format == 7)
        let mode = try FileManager.default.attributesOfItem(atPath: folder + "/state")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        file.remove()
        #expect(StateFile(in: folder, format: 7).read()?.values == nil)
    }

    @Test func `A file that ends at any byte has the values before or after an event`() throws {
        let file = StateFile(in: folder, format: 7)
        try file.begin([Self.record(1, 1)])
        let path = folder + "/state"
        var states: [(length: Int, values: Values)] = []
        var values: Values = [[1]: [1, 1, 1]]
        let events: [[Record]] = [
            [Self.record(2, 2), Self.record(3, 3)], [Self.record(2, nil), Self.record(1, 4)], [], [Self.record(3, 5)],
        ]
        for event in [[]] + events {
            if !states.isEmpty {
                try file.append(event)
                for (key, value) in event { values[key] = value }
            }
            states.append((try Data(contentsOf: URL(fileURLWithPath: path)).count, values))
        }
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in 0...whole.count {
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            #expect(StateFile(in: folder, format: 7).read()?.values == states.last { $0.length <= length }?.values)
        }
    }

    @Test func `A damaged byte costs the events from there on, and never more`() throws {
        let file = StateFile(in: folder, format: 7)
        try file.begin([Self.record(1, 1)])
        try file.append([Self.record(1, 2)])
        try file.append([Self.record(1, 3)])
        let path = URL(fileURLWithPath: folder + "/state")
        let whole = try Data(contentsOf: path)
        // The word of the progress stands alone between the format and the values.
        for place in whole.indices where !(16..<32).contains(place) {
            var damaged = whole
            damaged[place] ^= 0x10
            try damaged.write(to: path)
            let found = StateFile(in: folder, format: 7).read()?.values
            #expect(found == nil || found == [[1]: [1, 1, 1]] || found == [[1]: [2, 2, 2]])
        }
    }

    @Test func `A file of old values asks for a new one, which is short again`() throws {
        let file = StateFile(in: folder, format: 7)
        try file.begin([Self.record(1, 1)])
        var events = 0
        while !file.isLong {
            events += 1
            try file.append([Self.record(1, UInt8(events % 256), length: 1_000)])
        }
        #expect((60...80).contains(events))
        try file.begin([Self.record(1, 9)])
        #expect(!file.isLong)
        try file.append([Self.record(2, 8)])
        #expect(StateFile(in: folder, format: 7).read()?.values == [[1]: [9, 9, 9], [2]: [8, 8, 8]])
    }

    @Test func `A file that cannot be written is an error, and the next one is whole`() throws {
        let file = StateFile(in: folder, format: 7)
        try file.begin([Self.record(1, 1)])
        try FileManager.default.removeItem(atPath: folder)
        #expect(throws: StateFileError.self) { try file.begin([Self.record(1, 2)]) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try file.begin([Self.record(1, 3)])
        #expect(StateFile(in: folder, format: 7).read()?.values == [[1]: [3, 3, 3]])
    }
}
