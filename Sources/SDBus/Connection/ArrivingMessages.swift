// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// The messages that wait in the socket, by their headers: whether there are any, and how big they are. sd-bus reads one at
/// a time and tells neither.
///
/// sd-bus keeps a message that it has read in part, so the socket may begin in the middle of a message, where a client has
/// chosen every byte. Headers are therefore read only where a message certainly begins. The size of a message that came
/// without its header being seen is 0.
struct ArrivingMessages {
    private struct Header {
        let size: Int
        /// The sender's number of the message.
        let serial: UInt64
    }

    private let socket: Int32
    private let loop: OpaquePointer
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
    /// The headers of those that are no replies, which are read without being seen here. A header stays until its message
    /// comes.
    private var headers: [Header] = []
    private var next = 0
    /// The turn of the loop in which a message certainly began at the front of the socket; nil if that is not known. In each
    /// turn the loop calls one body, so in the turn after it nothing was read either.
    private var begins: UInt64?

    /// The messages for a connection on a loop, both of which have to outlive this.
    init(_ connection: BusConnection, _ loop: EventLoop) {
        socket = sd_bus_get_fd(connection.raw)
        self.loop = loop.raw
    }

    func deallocate() { buffer.deallocate() }

    /// The size of the message that was just read, which is a call or a signal; 0 if its header was not seen.
    mutating func takeSize(of message: OpaquePointer) -> Int {
        begins = turn
        var serial: UInt64 = 0
        sd_bus_message_get_cookie(message, &serial)
        // sd-bus drops a message that it finds invalid.
        while next < headers.count {
            let header = headers[next]
            next += 1
            if header.serial == serial { return header.size }
        }
        return 0
    }

    /// Whether there is something to read. Looks many messages ahead at once, because the kernel goes through all that is
    /// in the socket each time.
    mutating func isAny() -> Bool {
        if next < headers.count { return true }
        let isBeginning = begins.map { turn <= $0 + 1 } ?? false
        let length = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if isBeginning { readHeaders(length) }
        return length > 0
    }

    /// sd-bus found no whole message to hand out.
    mutating func stop() { if next == headers.count { begins = nil } }

    private mutating func readHeaders(_ length: Int) {
        headers.removeAll(keepingCapacity: true)
        next = 0
        begins = turn
        var place = 0
        while place + 16 <= length, isHeader(at: place) {
            let isReply = [2, 3].contains(buffer[place + 1])
            if !isReply { headers.append(Header(size: size(at: place), serial: UInt64(number(at: place + 8, place)))) }
            place += size(at: place)
        }
        // What is read of half a header is not known.
        if place == 0, length > 0 { begins = nil }
    }

    /// Whether this can be the front of a message: the order of its bytes, its kind, and the version of the protocol.
    private func isHeader(at place: Int) -> Bool {
        [UInt8(ascii: "l"), UInt8(ascii: "B")].contains(buffer[place]) && (1...4).contains(buffer[place + 1])
            && buffer[place + 3] == 1
    }

    /// What a header says: its fixed part, its fields up to a multiple of 8, and the body.
    private func size(at place: Int) -> Int {
        16 + (number(at: place + 12, place) + 7) / 8 * 8 + number(at: place + 4, place)
    }

    /// A number in the header at `place`.
    private func number(at offset: Int, _ place: Int) -> Int {
        let number = buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let isBigEndian = buffer[place] == UInt8(ascii: "B")
        return Int(isBigEndian ? UInt32(bigEndian: number) : UInt32(littleEndian: number))
    }

    /// The number of the loop's present turn.
    private var turn: UInt64 {
        var number: UInt64 = 0
        sd_event_get_iteration(loop, &number)
        return number
    }
}
