// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Reads the headers of the messages that wait in the socket: whether there are any, and how large they are. sd-bus
/// reads one message at a time and reports neither.
///
/// sd-bus keeps a message that it has read in part, so the socket may begin in the middle of a message, where a client
/// chooses every byte. This type therefore reads headers only where a message certainly begins: `isAny` is called before
/// sd-bus reads, and sd-bus never reads beyond the end of a message. A message with an unknown header has size 0.
struct ArrivingMessages {
    private struct Header {
        let size: Int
        /// The sender's number of the message.
        let serial: UInt64
    }

    private let socket: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
    /// The headers of calls and signals, until `takeSize` gets their messages. Replies never get there.
    private var headers: [Header] = []
    private var next = 0
    /// Whether a message begins at the front of the socket when `headers` has no more.
    private var begins = true

    /// The connection must outlive this value.
    init(_ connection: BusConnection) { socket = sd_bus_get_fd(connection.raw) }

    func deallocate() { buffer.deallocate() }

    /// The size of the call or signal that was just read; 0 if its header is unknown.
    mutating func takeSize(of message: OpaquePointer) -> Int {
        begins = true
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

    /// Whether there is something to read. Peeks at many messages at once, because each peek makes the kernel go
    /// through everything in the socket.
    mutating func isAny() -> Bool {
        if next < headers.count { return true }
        let length = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if begins, length > 0 { readHeaders(length) }
        return length > 0
    }

    private mutating func readHeaders(_ length: Int) {
        headers.removeAll(keepingCapacity: true)
        next = 0
        var place = 0
        while place + 16 <= length, isHeader(at: place) {
            let isReply = [2, 3].contains(buffer[place + 1])
            if !isReply { headers.append(Header(size: size(at: place), serial: UInt64(number(at: place + 8, place)))) }
            place += size(at: place)
        }
        // sd-bus may read a part of a header or of a reply now. Nobody tells when the reply is complete.
        if headers.isEmpty, place == 0 || place > length { begins = false }
    }

    /// Whether a message can begin here: checks the byte order, the type and the version of the protocol.
    private func isHeader(at place: Int) -> Bool {
        [UInt8(ascii: "l"), UInt8(ascii: "B")].contains(buffer[place]) && (1...4).contains(buffer[place + 1])
            && buffer[place + 3] == 1
    }

    /// The size by the header: the fixed part, the fields padded to a multiple of 8, and the body.
    private func size(at place: Int) -> Int {
        16 + (number(at: place + 12, place) + 7) / 8 * 8 + number(at: place + 4, place)
    }

    /// A number in the header at `place`.
    private func number(at offset: Int, _ place: Int) -> Int {
        let number = buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let isBigEndian = buffer[place] == UInt8(ascii: "B")
        return Int(isBigEndian ? UInt32(bigEndian: number) : UInt32(littleEndian: number))
    }
}
