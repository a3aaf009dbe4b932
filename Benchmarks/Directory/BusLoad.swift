// SPDX-License-Identifier: MIT

internal import CallInterface
internal import Foundation
internal import SDBus

/// A real directory on a private bus, which a client fills as a program does: calls of 10,000 numbers, of which 32 wait
/// for replies.
final class BusLoad {
    private let bus: Process
    private let directory: Process
    private let connection: BusConnection
    private let loop: EventLoop
    private let data: URL
    private var waiting = 0
    private var failure: BusError?
    private static let source = "org.monkeycall.Benchmark"
    private static let (batch, window) = (10_000, 32)

    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts the bus and the directory.
    init(_ program: String, in folder: URL) throws {
        let address = "unix:path=\(folder.path)/bus"
        data = folder.appendingPathComponent("data")
        bus = try Self.start("/usr/bin/env", "dbus-daemon", "--session", "--nofork", "--address=\(address)")
        try Self.wait { FileManager.default.fileExists(atPath: folder.path + "/bus") }
        directory = try Self.start(
            program, "--address=\(address)", "--session-address=\(address)", "--data=\(data.path)")
        loop = try EventLoop()
        connection = try BusConnection(.address(address), description: "benchmark", loop: loop)
        let name = RemoteName(DirectoryName.bus, on: connection)
        try Self.wait { name.isOnBus }
    }

    func end() {
        for process in [directory, bus] {
            process.terminate()
            process.waitUntilExit()
        }
    }

    /// Loads the numbers, from the begin of the load to the reply to its commit.
    func load(_ numbers: [Int64]) throws -> Duration {
        // The first load adds the source.
        _ = try? connection.call(target(.beginLoad), Self.source, false, [String: Variant]())
        try connection.call(target(.setSourceEnabled), Self.source, true)
        return try ContinuousClock().measure {
            let begun = try connection.call(target(.beginLoad), Self.source, false, [String: Variant]())
            let path = try begun.read(ObjectPath.self)
            for start in stride(from: 0, to: numbers.count, by: Self.batch) {
                try send(Array(numbers[start..<min(start + Self.batch, numbers.count)]), to: path)
            }
            try wait(for: 0)
            try connection.call(target(.commitLoad, path))
        }
    }

    /// Whether the directory blocks the number.
    func blocks(_ number: Int64) throws -> Bool {
        let handle = Handle(kind: .phoneNumber, value: "+\(number)").wire
        let reply = try connection.call(target(.lookup), handle, [String: Variant]())
        return try reply.read([String: Variant].self)[Key.verdict.rawValue]?.string == "reject"
    }

    /// The bytes of the database.
    var size: Double {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: data.path)) ?? []
        return files.filter { $0.hasPrefix("directory.sqlite") && !$0.hasSuffix("-shm") }.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: data.appendingPathComponent(name).path)
            return sum + Double(attributes?[.size] as? Int ?? 0)
        }
    }

    private func send(_ numbers: [Int64], to path: ObjectPath) throws(BusError) {
        waiting += 1
        try connection.callAsync(target(.addBlocked, path), numbers, timeout: .max) { [self] result in
            waiting -= 1
            if case .failure(let error) = result { failure = error }
        }
        try wait(for: Self.window - 1)
    }

    private func wait(for count: Int) throws(BusError) {
        while waiting > count {
            try loop.turn { descriptor in
                var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&events, 1, -1)
            }
        }
        if let failure { throw failure }
    }

    private func target(_ method: DirectoryMethod, _ path: ObjectPath = DirectoryName.path) -> CallTarget {
        CallTarget(DirectoryName.bus, path, method.interface, method.member)
    }

    private static func start(_ program: String, _ arguments: String...) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private static func wait(_ isReady: () -> Bool) throws {
        for _ in 0..<1_000 {
            if isReady() { return }
            usleep(10_000)
        }
        throw Problem(description: "The bus or the directory does not start.")
    }
}
