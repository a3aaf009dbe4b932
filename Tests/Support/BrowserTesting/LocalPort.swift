// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// TCP ports of the loopback interface.
enum LocalPort {
    /// A socket that listens on a free port.
    static func listen() throws -> (socket: Descriptor, port: UInt16) {
        let listener = try makeSocket()
        var port: UInt16 = 0
        let isBound = withAddress(0) { address, length in
            guard bind(listener.number, address, length) == 0, Foundation.listen(listener.number, 16) == 0 else {
                return false
            }
            var own = sockaddr_in()
            var size = length
            let isKnown = withUnsafeMutablePointer(to: &own) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener.number, $0, &size) }
            }
            port = UInt16(bigEndian: own.sin_port)
            return isKnown == 0
        }
        guard isBound else { throw SupportError.system("cannot listen on a port") }
        return (listener, port)
    }

    static func connect(_ port: UInt16) throws -> Descriptor {
        let connection = try makeSocket()
        let result = withAddress(port) { Foundation.connect(connection.number, $0, $1) }
        guard result == 0 else { throw SupportError.system("cannot connect to port \(port)") }
        return connection
    }

    private static func makeSocket() throws -> Descriptor {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SupportError.system("socket") }
        return Descriptor(owning: number)
    }

    private static func withAddress<Result>(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
