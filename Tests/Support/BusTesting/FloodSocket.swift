// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// A connection to a bus that never waits, for programs that send more than they should. It counts the replies and
/// reads nothing else of them.
///
/// It sends its authentication and Hello without waiting for an answer, as sd-bus does.
package final class FloodSocket {
    /// False after the bus has closed the connection.
    package private(set) var isOpen = true
    /// The calls whose replies have not arrived; those that want no reply do not count.
    package private(set) var unanswered = 0
    private let socket: Descriptor
    private var unsent: [(bytes: [UInt8], descriptor: Descriptor?)] = []
    private var sent = 0
    private var received: [UInt8] = []
    /// The bytes that are left of a received message, after its header.
    private var toSkip = 0
    private var isAuthenticated = false
    private var lastSerial: UInt32 = 0

    /// Connects as the user of this process.
    package init(address: String) throws {
        socket = try UnixAddress(address).connect()
        let identity = Array(String(geteuid()).utf8).map { String($0, radix: 16) }.joined()
        unsent = [([0] + Array("AUTH EXTERNAL \(identity)\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8), nil)]
        queue(
            RawMessage(
                serial: 1, destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "Hello"))
    }

    /// The descriptor, for `poll`.
    package var number: Int32 { socket.number }

    /// Whether there is something to write.
    package var hasUnsent: Bool { isOpen && !unsent.isEmpty }

    /// Appends a message with the next serial to those that are sent later. Returns its size.
    @discardableResult
    package func queue(_ message: RawMessage, with descriptor: Descriptor? = nil) -> Int {
        var message = message
        lastSerial += 1
        message.serial = lastSerial
        if message.kind == 1, message.flags & 1 == 0 { unanswered += 1 }
        let bytes = message.bytes
        unsent.append((bytes, descriptor))
        return bytes.count
    }

    /// Appends any bytes, such as half a message.
    package func queue(_ bytes: [UInt8]) { unsent.append((bytes, nil)) }

    /// Writes as much as the bus takes now.
    package func write() {
        while isOpen, let (bytes, descriptor) = unsent.first {
            let number = sent == 0 ? descriptor?.number ?? -1 : -1
            let count = bytes.withUnsafeBytes { bytes in
                bus_testing_send(socket.number, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, number)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                if errno != EAGAIN { isOpen = false }
                return
            }
            sent += count
            guard sent == bytes.count else { return }
            unsent.removeFirst()
            sent = 0
        }
    }

    /// Reads what has arrived, and counts the replies.
    package func read() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket.number, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        guard count > 0 else {
            if count == 0 || errno != EAGAIN && errno != EINTR { isOpen = false }
            return
        }
        received += chunk[..<count]
        take()
    }

    private func take() {
        var rest = received[...]
        if !isAuthenticated {
            // Two lines: the answers to AUTH and to NEGOTIATE_UNIX_FD.
            let ends = rest.indices.filter { rest[$0] == UInt8(ascii: "\n") }.prefix(2)
            guard ends.count == 2 else { return }
            rest = rest[(ends[1] + 1)...]
            isAuthenticated = true
        }
        while true {
            let skipped = min(toSkip, rest.count)
            rest = rest.dropFirst(skipped)
            toSkip -= skipped
            guard toSkip == 0, rest.count >= 16 else { break }
            let start = rest.startIndex
            func number(_ offset: Int) -> Int {
                (0..<4).reduce(0) { $0 | Int(rest[start + offset + $1]) << (8 * $1) }
            }
            // The fields end with padding to 8.
            toSkip = 16 + (number(12) + 7) / 8 * 8 + number(4)
            if rest[start + 1] == 2 || rest[start + 1] == 3 { unanswered -= 1 }
        }
        received = Array(rest)
    }
}
