// SPDX-License-Identifier: MIT

import CallService
import Foundation
import Testing

private typealias Record = (key: [UInt8], value: [UInt8]?)

extension StateFile {
    fileprivate func begin(_ batches: [Record]...) throws {
        try begin { append in
            for batch in batches { Self.bytes(of: batch).withUnsafeBytes { append($0) } }
        }
    }

    fileprivate func append(_ records: some Sequence<Record>) throws {
        try Self.bytes(of: records).withUnsafeBytes { try append($0) }
    }

    /// The values in the file; nil if there is no file, or a damaged one.
    fileprivate var values: [[UInt8]: [UInt8]]? { (try? read())?.values }

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

extension StateContents {
    fileprivate var values: [[UInt8]: [UInt8]] {
        Dictionary(uniqueKeysWithValues: records.map { (Array($0.key), Array($0.value)) })
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
        #expect(StateFile(in: folder, format: 7).values == nil)
        let file = StateFile(in: folder, format: 7)
        try file.begin([Self.record(1, 1), Self.record(2, 2)])
        try file.append([Self.record(1, 3), Self.record(2, nil)])
        try file.append([Self.record(3, 4, length: 0)])
        let contents = try StateFile(in: folder, format: 8).read()
        #expect(contents?.values == [[1]: [3, 3, 3], [3]: []])
        #expect(contents?.format == 7)
        let mode = try FileManager.default.attributesOfItem(atPath: folder + "/state")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        file.remove()
        #expect(StateFile(in: folder, format: 7).values == nil)
    }

    private var file: URL { URL(fileURLWithPath: folder + "/state") }
    /// The place of the number of committed bytes, and of the first batch.
    private static let (committedPlace, batchesPlace) = (32, 64)

    @Test func `A process that is killed at any byte of a batch leaves the values before or after an event`() throws {
        let kept = StateFile(in: folder, format: 7)
        try kept.begin([Self.record(1, 1)])
        var states: [(length: Int, values: Values)] = []
        var values: Values = [[1]: [1, 1, 1]]
        let events: [[Record]] = [
            [Self.record(2, 2), Self.record(3, 3)], [Self.record(2, nil), Self.record(1, 4)], [], [Self.record(3, 5)],
        ]
        for event in [[]] + events {
            if !states.isEmpty {
                try kept.append(event)
                for (key, value) in event { values[key] = value }
            }
            states.append((try Data(contentsOf: file).count, values))
        }
        let whole = try Data(contentsOf: file)
        for length in states[0].length...whole.count {
            let last = try #require(states.last { $0.length <= length })
            var left = whole.prefix(length)
            // The number of committed bytes is stored behind the batch, or not any more.
            let committed = try #require(states.last { $0.length < length } ?? states.first).length
            withUnsafeBytes(of: UInt64(committed).littleEndian) {
                left.replaceSubrange(Self.committedPlace..<Self.committedPlace + 8, with: $0)
            }
            try left.write(to: file)
            #expect(StateFile(in: folder, format: 7).values == last.values)
        }
    }

    @Test func `A file that lacks a committed event, or has a damaged one, is damaged`() throws {
        let kept = StateFile(in: folder, format: 7)
        try kept.begin([Self.record(1, 1)], [Self.record(2, 1)])
        try kept.append([Self.record(1, 2)])
        try kept.append([Self.record(1, 3)])
        let whole = try Data(contentsOf: file)
        for place in Self.batchesPlace..<whole.count {
            var damaged = whole
            damaged[place] ^= 0x10
            for left in [damaged, whole.prefix(place)] {
                try left.write(to: file)
                let error = #expect(throws: StateFileError.self) { try StateFile(in: folder, format: 7).read() }
                #expect(error?.message.contains("\(folder)/state is damaged") == true)
            }
        }
        for place in (0..<16).map({ $0 }) + [17] {
            var damaged = whole
            damaged[place] ^= 0x10
            try damaged.write(to: file)
            #expect(throws: StateFileError.self) { try StateFile(in: folder, format: 7).read() }
        }
    }

    @Test func `A file with the head of the first versions is read up to its last whole batch`() throws {
        let kept = StateFile(in: folder, format: 7)
        try kept.begin([Self.record(1, 1)])
        try kept.append([Self.record(1, 2)])
        var old = try Data(contentsOf: file)
        old.removeSubrange(32..<Self.batchesPlace)
        old[17] = 0
        try old.write(to: file)
        #expect(StateFile(in: folder, format: 7).values == [[1]: [2, 2, 2]])
        try old.dropLast().write(to: file)
        #expect(StateFile(in: folder, format: 7).values == [[1]: [1, 1, 1]])
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
        #expect(StateFile(in: folder, format: 7).values == [[1]: [9, 9, 9], [2]: [8, 8, 8]])
    }

    @Test func `A file that cannot be written is an error, and the next one is whole`() throws {
        let file = StateFile(in: folder, format: 7)
        try file.begin([Self.record(1, 1)])
        try FileManager.default.removeItem(atPath: folder)
        _ = FileManager.default.createFile(atPath: folder, contents: nil)
        let error = #expect(throws: StateFileError.self) { try file.begin([Self.record(1, 2)]) }
        #expect(error?.message.hasSuffix(": Not a directory") == true)
        try FileManager.default.removeItem(atPath: folder)
        try file.begin([Self.record(1, 3)])
        #expect(StateFile(in: folder, format: 7).values == [[1]: [3, 3, 3]])
    }

    @Test func `The words of the last process are there for the next one, and begin at 0`() {
        let words = MappedWords(folder + "/words", count: 3)
        #expect(words.indices == 0..<3 && words.indices.allSatisfy { words[$0] == 0 })
        words[1] = .max
        words[2] = 7
        let next = MappedWords(folder + "/words", count: 3)
        #expect(next.indices.map { next[$0] } == [0, .max, 7])
        #expect(MappedWords(folder + "/words", count: 4).indices.count == 4)
        let nowhere = MappedWords("/dev/null/words", count: 3)
        nowhere[1] = 1
        #expect(nowhere.indices.isEmpty && nowhere[1] == 0)
    }
}

/// A file system takes a part of a write, and says why only at the next one. A limit of the size of files does the same
/// as a full file system, and needs no rights. The kernel applies it to a process, so a process of its own has it.
struct FullFileSystemTests {
    @Test func `A write that the system takes by half fails with the reason of the system`() async throws {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let file = StateFile(in: folder, format: 7)
            let records = [UInt8](repeating: 0, count: 1_000)
            try file.begin { append in records.withUnsafeBytes { append($0) } }
            var limit = rlimit(rlim_cur: 1_500, rlim_max: 1_500)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            // What an earlier call of the system left there is no reason.
            errno = EAGAIN
            let error = #expect(throws: StateFileError.self) {
                try records.withUnsafeBytes { try file.append($0) }
            }
            #expect(error?.message == "writing \(folder)/state: File too large")
            #expect(!file.isKept && !FileManager.default.fileExists(atPath: folder + "/state"))
        }
    }
}
