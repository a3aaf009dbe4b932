// SPDX-License-Identifier: MIT

import Foundation

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
