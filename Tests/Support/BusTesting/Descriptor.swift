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

/// A D-Bus address that begins with `unix:path=` or `unix:abstract=`, as a socket address.
struct UnixAddress {
    private let path: [UInt8]

    init(_ address: String) throws {
        let prefixes = ["unix:path=": [UInt8](), "unix:abstract=": [0]]
        guard let (prefix, start) = prefixes.first(where: { address.hasPrefix($0.key) }) else {
            throw SupportError("\(address) is no unix:path= or unix:abstract= address")
        }
        let name = address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" }
        path = start + Array(name.utf8)
        guard path.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw SupportError("the path of \(address) is too long for a socket")
        }
    }

    /// A socket, closed on exec.
    static func makeSocket(type: __socket_type = SOCK_STREAM) throws -> Descriptor {
        let number = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SupportError.system("socket") }
        return Descriptor(owning: number)
    }

    /// A socket that is connected to this address.
    func connect() throws -> Descriptor {
        let socket = try Self.makeSocket()
        let result = withSocketAddress { Foundation.connect(socket.number, $0, $1) }
        guard result == 0 else { throw SupportError.system("connect") }
        return socket
    }

    /// A new socket at this address, open to every user.
    func bind(type: __socket_type) throws -> Descriptor {
        let socket = try Self.makeSocket(type: type)
        guard withSocketAddress({ Foundation.bind(socket.number, $0, $1) }) == 0 else {
            throw SupportError.system("bind")
        }
        let name = String(decoding: path, as: UTF8.self)
        guard chmod(name, 0o666) == 0 else { throw SupportError.system("chmod \(name)") }
        return socket
    }

    /// A listening socket at this address, open to every user.
    func listen() throws -> Descriptor {
        let socket = try bind(type: SOCK_STREAM)
        guard Foundation.listen(socket.number, SOMAXCONN) == 0 else { throw SupportError.system("listen") }
        return socket
    }

    /// Passes the address to a system call.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        // An abstract name ends with the given length, a path with its NUL.
        let extra = path.first == 0 ? 0 : 1
        let length = MemoryLayout<sa_family_t>.size + path.count + extra
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }
}
