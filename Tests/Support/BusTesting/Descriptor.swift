// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// A file descriptor that is closed when its last reference goes.
public final class Descriptor: Hashable, CustomStringConvertible, Sendable {
    /// The descriptor's number in this process.
    public let number: Int32

    /// Takes over an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    /// A sealed memory file with `bytes`, the form of icons and ringtones; `sealed: false` leaves out the seals.
    public static func memory(_ bytes: [UInt8], sealed: Bool = true) throws -> Descriptor {
        let number = memfd_create("bus-testing", UInt32(MFD_CLOEXEC | MFD_ALLOW_SEALING))
        guard number >= 0 else { throw SupportError.system("memfd_create") }
        let descriptor = Descriptor(owning: number)
        try descriptor.write(bytes)
        lseek(number, 0, SEEK_SET)
        if sealed, bus_testing_seal(number) != 0 { throw SupportError.system("F_ADD_SEALS") }
        return descriptor
    }

    /// Both ends of a pipe, closed on exec.
    public static func pipe() throws -> (read: Descriptor, write: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SupportError.system("pipe2") }
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    /// Writes all of `bytes`. Throws if the reader has closed its end; SIGPIPE would end the test run.
    public func write(_ bytes: [UInt8]) throws {
        Self.ignoreBrokenPipes
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw SupportError.system("write") }
            rest = rest.dropFirst(written)
        }
    }

    /// The whole content of the file. The file offset does not matter, which another process may have moved.
    public func contents() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = pread(number, &chunk, chunk.count, off_t(bytes.count))
            guard count >= 0 else { throw SupportError.system("pread") }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    private static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    /// Waits until the descriptor is readable or at its end; false when the deadline passes first.
    package func waitReadable(until deadline: Deadline) -> Bool {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&entry, 1, deadline.milliseconds)
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }

    deinit { close(number) }

    /// Two values are equal when they are the same descriptor.
    public static func == (left: Descriptor, right: Descriptor) -> Bool { left.number == right.number }
    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
    /// The number, for messages.
    public var description: String { "fd \(number)" }
}
