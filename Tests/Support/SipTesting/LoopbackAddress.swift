// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// An address of this machine that no other phone uses. With it the phones of all tests, also of those that run at the
/// same time, can use the same ports, and no test must guess a free one.
enum LoopbackAddress {
    static let sipPort: UInt16 = 5_060
    static let controlPort: UInt16 = 4_444

    /// A free one of 127.0.0.0/8.
    static func free() throws -> String {
        for _ in 0..<100 {
            let parts = (0..<3).map { _ in String(Int.random(in: 1...254)) }
            let address = "127." + parts.joined(separator: ".")
            if connect(address, port: sipPort) == nil, connect(address, port: controlPort) == nil { return address }
        }
        throw SupportError("this machine has no free loopback address")
    }

    /// A connection; nil = no program listens there.
    static func connect(_ address: String, port: UInt16) -> Descriptor? {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        let descriptor = Descriptor(owning: number)
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        guard inet_pton(AF_INET, address, &target.sin_addr) == 1 else { return nil }
        let result = withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0 ? descriptor : nil
    }
}
