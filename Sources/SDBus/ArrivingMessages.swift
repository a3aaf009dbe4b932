// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// The messages that wait in the socket, by their headers: whether there are any, and how big they are. sd-bus reads one at
/// a time and tells neither.
struct ArrivingMessages {
    private let socket: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
    /// The sizes of those that are no replies, which are read without being seen here.
    private var sizes: [Int] = []
    private var next = 0

    /// The messages for a connection, which has to outlive this.
    init(_ connection: BusConnection) { socket = sd_bus_get_fd(connection.raw) }

    func deallocate() { buffer.deallocate() }

    /// The size of the message that was just read, which is a call or a signal; 0 if it was not seen before.
    mutating func takeSize() -> Int {
        guard next < sizes.count else { return 0 }
        defer { next += 1 }
        return sizes[next]
    }

    /// Whether there is something to read. Looks many messages ahead at once, because the kernel goes through all that is
    /// in the socket each time.
    mutating func isAny() -> Bool {
        if next < sizes.count { return true }
        forget()
        let length = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        var place = 0
        while place + 16 <= length {
            let isReply = [2, 3].contains(buffer[place + 1])
            let size = size(at: place)
            if !isReply { sizes.append(size) }
            place += size
        }
        return length > 0
    }

    /// There was less to read than expected.
    mutating func forget() {
        sizes.removeAll(keepingCapacity: true)
        next = 0
    }

    /// What a header says: its fixed part, its fields up to a multiple of 8, and the body.
    private func size(at place: Int) -> Int {
        let isBigEndian = buffer[place] == UInt8(ascii: "B")
        func number(at offset: Int) -> Int {
            let number = buffer.loadUnaligned(fromByteOffset: place + offset, as: UInt32.self)
            return Int(isBigEndian ? UInt32(bigEndian: number) : UInt32(littleEndian: number))
        }
        return 16 + (number(at: 12) + 7) / 8 * 8 + number(at: 4)
    }
}
