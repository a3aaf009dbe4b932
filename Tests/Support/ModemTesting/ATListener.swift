// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The socket that a simulated modem listens on. Each connection has a thread.
final class ATListener: Sendable {
    let port: SimulatedModem.Port
    private let socket: Descriptor

    private init(_ port: SimulatedModem.Port, _ socket: Descriptor) {
        (self.port, self.socket) = (port, socket)
    }

    /// A socket in the abstract namespace, which ModemManager connects to.
    static func abstract(_ name: String) throws -> ATListener {
        let socket = try open(AF_UNIX)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name.utf8) }
        let length = MemoryLayout<sa_family_t>.size + 1 + name.utf8.count
        try listen(socket, &address, socklen_t(length))
        return ATListener(.abstract(name), socket)
    }

    /// A free TCP port of this machine, which oFono connects to.
    static func tcp() throws -> ATListener {
        let socket = try open(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        try listen(socket, &address, socklen_t(MemoryLayout<sockaddr_in>.size))
        var bound = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &bound) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.number, $0, &length) }
        }
        guard result == 0 else { throw SupportError("the modem's socket has no port") }
        return ATListener(.tcp(UInt16(bigEndian: bound.sin_port)), socket)
    }

    /// Passes on each connection.
    func start(_ accepted: @escaping @Sendable (ATLine) -> Void) {
        let socket = socket
        Thread.detachNewThread {
            while true {
                let number = accept(socket.number, nil, nil)
                if number < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard number >= 0 else { return }
                accepted(ATLine(Descriptor(owning: number)))
            }
        }
    }

    func stop() { shutdown(socket.number, Int32(SHUT_RDWR)) }

    private static func open(_ family: Int32) throws -> Descriptor {
        let number = Foundation.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SupportError("there is no socket for a modem") }
        return Descriptor(owning: number)
    }

    private static func listen<Address>(_ socket: Descriptor, _ address: inout Address, _ length: socklen_t) throws {
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket.number, $0, length) }
        }
        guard result == 0, Foundation.listen(socket.number, SOMAXCONN) == 0 else {
            throw SupportError("a modem cannot listen: \(String(cString: strerror(errno)))")
        }
    }
}

/// A connection of a daemon to a simulated modem.
final class ATLine: Sendable {
    private let socket: Descriptor

    init(_ socket: Descriptor) { self.socket = socket }

    /// Sends lines. Returns false if the daemon has closed the connection.
    func write(_ lines: [String]) -> Bool {
        (try? socket.write(Array(lines.map { "\r\n\($0)\r\n" }.joined().utf8))) != nil
    }

    /// Passes on the commands of the daemon, without their `AT`, on a thread of its own, until it closes the
    /// connection.
    func read(_ command: @escaping @Sendable (String) -> Void) {
        Thread.detachNewThread { [self] in
            var text = ""
            var chunk = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = Foundation.read(socket.number, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                text += String(decoding: chunk[..<count], as: UTF8.self)
                while let end = text.firstIndex(where: { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }) {
                    let line = text[..<end].trimmingCharacters(in: .whitespaces)
                    text = String(text[text.index(after: end)...])
                    if line.uppercased().hasPrefix("AT") { command(String(line.dropFirst(2))) }
                }
            }
        }
    }
}
