// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Reads the headers of the messages that wait in the socket: whether there are any, how large they are, and who has
/// sent them. sd-bus reads one message at a time, into memory, and reports none of this before. So a message that is
/// left out is taken out of the socket here, piece by piece, and sd-bus never gets it. Many small ones in a row, such
/// as a flood, are taken at once: each costs about a third of what sd-bus needs to read it.
///
/// A client chooses every byte of its messages, so a header is read only where a message certainly begins. sd-bus never
/// reads beyond the end of a message that it accepts, and the kernel counts what it reads: a read moves the offset at
/// which the socket is peeked (`SO_PEEK_OFF`). A message that sd-bus might drop is not left to it, because it would
/// read on behind it. If sd-bus has read a message whose header was not seen, the place is unknown until sd-bus hands
/// out a message that it has just read. On other sockets than those of UNIX it always is.
struct ArrivingMessages {
    private struct Known {
        let end: Int
        let size: Int
    }

    private let socket: Int32
    /// What was peeked last.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
    /// Gets the pieces of what is left out, while the headers behind it are still needed.
    private let waste = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
    /// How many bytes were taken out of the socket. The places below count from the same beginning.
    private var position = 0
    /// The kernel's count when `position` was right.
    private var counted = Self.counter
    /// Whether something may have been read since then. Asking the kernel costs as much as a part of the reading.
    private var mayHaveRead = true
    /// Where the first message begins whose header was not read; nil = unknown.
    private var unread: Int? = 0
    /// The messages before it that sd-bus has not handed out.
    private var known: [Known] = []
    private var next = 0
    /// Up to where the socket has bytes, as far as was looked.
    private var seen = 0
    /// The place of what was peeked last.
    private var front = 0..<0
    /// The bytes of messages that are left out and not taken yet.
    private var rest = 0
    /// Whether sd-bus must not read until more has come: the rest of such a message, or of a header.
    private(set) var isIncomplete = false

    /// The most pieces of what is left out to take between two events.
    private static let pieces = 64
    /// Nothing is peeked there: the kernel only counts down from it, and begins again before it comes to what is in the
    /// socket.
    private static let (counter, leastCounter): (Int32, Int32) = (1 << 30, 1 << 29)

    init(of socket: Int32) {
        self.socket = socket
        if !setOffset(Self.counter) { unread = nil }
    }

    func deallocate() {
        buffer.deallocate()
        waste.deallocate()
    }

    // MARK: What sd-bus has read

    /// sd-bus hands out a message that it has just read. Returns its size; 0 if its header was not seen.
    mutating func handedOut() -> Int {
        mayHaveRead = true
        count()
        isBetweenMessages()
        guard next < known.count, known[next].end == position else { return 0 }
        next += 1
        return known[next - 1].size
    }

    /// The loop has waited for a reply. `isThere`: it has come.
    mutating func hasWaited(isThere: Bool) {
        mayHaveRead = true
        count()
        if isThere { isBetweenMessages() }
    }

    /// sd-bus has read a message completely, and nothing behind it.
    private mutating func isBetweenMessages() {
        if unread == nil, offset != nil { unread = position }
    }

    private mutating func count() {
        guard mayHaveRead, let offset else { return }
        mayHaveRead = false
        guard offset < counted else { return }
        position += Int(counted - offset)
        counted = offset
        if counted < Self.leastCounter { beginCount() }
        while next < known.count, known[next].end < position { next += 1 }
        // sd-bus has read a message that came after the last look.
        if let unread, unread < position { self.unread = nil }
    }

    private mutating func beginCount() {
        if setOffset(Self.counter) { counted = Self.counter }
    }

    private var offset: Int32? {
        var (offset, length) = (Int32(-1), socklen_t(MemoryLayout<Int32>.size))
        guard getsockopt(socket, SOL_SOCKET, SO_PEEK_OFF, &offset, &length) == 0, offset >= 0 else { return nil }
        return offset
    }

    private func setOffset(_ offset: Int32) -> Bool {
        var offset = offset
        return setsockopt(socket, SOL_SOCKET, SO_PEEK_OFF, &offset, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    // MARK: What sd-bus may read

    /// Whether there is something to read.
    mutating func isAny() -> Bool {
        count()
        if position >= seen { peek() }
        return position < seen
    }

    /// Before sd-bus reads: whether it may read the message at the front of the socket. `isLeftOut` decides about a
    /// message. It gets a message that is left out once, and may get any other one several times.
    mutating func mayRead(_ isLeftOut: (MessageHeader) -> Bool) -> Bool {
        count()
        defer { mayHaveRead = true }
        isIncomplete = false
        if rest == 0 {
            if unread == position { look() }
            // What sd-bus has read may have gone without being handed out.
            while next < known.count, known[next].end <= position { next += 1 }
        }
        if rest == 0, !isIncomplete {
            while let header = nextHeader(at: position + rest), isLeftOut(header) {
                rest += header.size
                next += 1
            }
        }
        guard rest > 0 else { return !isIncomplete }
        takePieces()
        isIncomplete = rest > 0
        return false
    }

    /// Looks at the front of the socket. What sd-bus might drop is left out.
    private mutating func look() {
        known.removeAll(keepingCapacity: true)
        next = 0
        // `isAny` may have peeked.
        if front.lowerBound == position { noteHeaders() }
        guard unread == position else { return }
        peek()
        noteHeaders()
        guard unread == position, !front.isEmpty else { return }
        guard let header = header(at: position) else {
            // The bus sends nothing but messages, so the rest of a header comes.
            isIncomplete = front.count < MessageHeader.fixed
            if !isIncomplete { unread = nil }
            return
        }
        isIncomplete = front.count < min(header.length, buffer.count)
        guard !isIncomplete else { return }
        rest = header.size
        unread = position + rest
    }

    /// Notes all messages whose headers were peeked, because each peek makes the kernel go through everything in the
    /// socket.
    private mutating func noteHeaders() {
        var place = position
        while let header = header(at: place), header.isPlain {
            place += header.size
            known.append(Known(end: place, size: header.size))
        }
        unread = place
    }

    /// The header of the next message that sd-bus has not read, if it begins there.
    private func nextHeader(at place: Int) -> MessageHeader? {
        guard next < known.count, known[next].end - known[next].size == place else { return nil }
        return header(at: place)
    }

    /// The header that begins there, as far as it was peeked.
    private func header(at place: Int) -> MessageHeader? {
        guard front.contains(place) else { return nil }
        return MessageHeader(UnsafeRawBufferPointer(rebasing: buffer[(place - front.lowerBound)..<front.count]))
    }

    /// Waits for the rest of what is left out.
    mutating func takeRest() {
        while rest > 0 {
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, -1)
            takePieces()
        }
        isIncomplete = false
    }

    private mutating func takePieces() {
        for _ in 0..<Self.pieces where rest > 0 {
            let length = recv(socket, waste.baseAddress, min(rest, waste.count), Int32(MSG_DONTWAIT))
            if length < 0, [EAGAIN, EINTR].contains(errno) { break }
            // At the end of the stream sd-bus notices it.
            rest = length > 0 ? rest - length : 0
        }
        mayHaveRead = true
        count()
    }

    private mutating func peek() {
        // Without a count of the kernel there is no offset either.
        let isSet = setOffset(0)
        let length = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if isSet { beginCount() }
        front = position..<position + max(0, length)
        seen = max(seen, front.upperBound)
    }
}
