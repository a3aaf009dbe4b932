// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// A client on a plain socket. It can send what libdbus refuses: invalid UTF-8, bad paths, half a message.
///
/// It authenticates and calls Hello by itself. After that the test chooses every byte.
public final class RawClient {
    /// The next event on the connection.
    public enum Answer {
        /// The bus sent a message.
        case message(BusMessage)
        /// The bus closed the connection.
        case disconnected
    }

    /// The client's name on the bus.
    public private(set) var uniqueName = ""

    private let socket: Descriptor
    private var received: [UInt8] = []
    private var lastSerial: UInt32 = 0

    /// Connects, authenticates as the user that the kernel reports, and calls Hello.
    ///
    /// - Parameter uid: connect as this user; another user than the own one needs root
    public init(address: String, uid: UInt32? = nil) throws {
        let unix = try UnixAddress(address)
        if let uid, uid != geteuid() {
            socket = try PeerThread.run(uid: uid) { try unix.connect() }
        } else {
            socket = try unix.connect()
        }
        // A bus that stops reading must not stop the test.
        var limit = timeval(tv_sec: Int(Deadline.standardTimeout.rounded(.up)), tv_usec: 0)
        setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        try authenticate(uid: uid ?? geteuid())
        let hello = RawMessage(
            serial: nextSerial(), destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "Hello")
        try send(hello)
        uniqueName = try reply(to: hello.serial).arguments.first?.string ?? ""
    }

    /// The serial for the next message.
    public func nextSerial() -> UInt32 {
        lastSerial += 1
        return lastSerial
    }

    /// Sends a message.
    public func send(_ message: RawMessage) throws { try send(message.bytes) }

    /// Sends any bytes, for example half a message.
    public func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            // No SIGPIPE and no error when the bus has closed the connection: the test reads that as the answer.
            let count = rest.withUnsafeBytes { Foundation.send(socket.number, $0.baseAddress, $0.count, noSignal) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EPIPE || errno == ECONNRESET { return }
            guard count > 0 else { throw SupportError.system("send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits for the next message of the bus, or the end of the connection.
    public func next(timeout: Double? = nil) throws -> Answer {
        let deadline = Deadline(after: timeout)
        while true {
            if let length = completeMessageLength() { return .message(try take(length)) }
            guard try readMore(until: deadline) else { return .disconnected }
        }
    }

    /// Waits for the reply to a call, and ignores all other messages.
    ///
    /// - Throws: a ``BusError`` for an error reply, a ``SupportError`` when the bus closes the connection instead
    public func reply(to serial: UInt32, timeout: Double? = nil) throws -> BusMessage {
        while case .message(let message) = try next(timeout: timeout) {
            guard message.replySerial == serial, message.kind != .signal else { continue }
            if let error = message.error { throw error }
            return message
        }
        throw SupportError("the bus closed the connection instead of replying")
    }

    /// Waits for the reply to a call, and ignores all other messages. Returns the bytes of the reply.
    public func replySize(to serial: UInt32) throws -> Int {
        let deadline = Deadline()
        while true {
            if let length = completeMessageLength() {
                let message = try take(length)
                if message.replySerial == serial, message.kind == .methodReturn { return length }
            } else if try !readMore(until: deadline) {
                throw SupportError("the bus closed the connection instead of replying")
            }
        }
    }

    /// Waits until the bus closes the connection, and ignores all messages before that.
    public func waitForDisconnect(timeout: Double? = nil) throws {
        while case .message = try next(timeout: timeout) {}
    }

    private func authenticate(uid: UInt32) throws {
        let hex = Array(String(uid).utf8).map { String($0, radix: 16) }.joined()
        try send([0] + Array("AUTH EXTERNAL \(hex)\r\n".utf8))
        let answer = try readLine()
        guard answer.hasPrefix("OK ") else { throw SupportError("the bus refused uid \(uid): \(answer)") }
        try send(Array("BEGIN\r\n".utf8))
    }

    private func readLine() throws -> String {
        let deadline = Deadline()
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeFirst(end + 1)
                return line.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            guard try readMore(until: deadline) else { throw SupportError("the bus closed the connection") }
        }
    }

    /// Reads more bytes; false at the end of the connection.
    private func readMore(until deadline: Deadline) throws -> Bool {
        guard socket.waitReadable(until: deadline) else { throw SupportError("the bus sends nothing") }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(socket.number, &chunk, chunk.count)
        if count < 0, errno == ECONNRESET { return false }
        guard count >= 0 else { throw SupportError.system("read") }
        received += chunk[..<count]
        return count > 0
    }

    private func completeMessageLength() -> Int? {
        let length = received.withUnsafeBytes { bytes in
            dbus_message_demarshal_bytes_needed(bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
        }
        guard length > 0, received.count >= Int(length) else { return nil }
        return Int(length)
    }

    private func take(_ length: Int) throws -> BusMessage {
        let message = try BusMessage(bytes: received.prefix(length))
        received.removeFirst(length)
        return message
    }

    private let noSignal = Int32(MSG_NOSIGNAL)
}

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
