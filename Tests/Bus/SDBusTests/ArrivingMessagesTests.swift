// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import SDBus

/// What is left out of a stream of messages, and what sd-bus gets of it. The other end of the socket is this test, in
/// place of a bus, because a bus decides itself where the pieces of the stream end.
@Suite struct ArrivingMessagesTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `Whatever is left out and however the bytes come, sd-bus gets the others whole and in order`(
        seed: UInt64
    ) throws {
        var dice = Dice(state: seed)
        let messages = (1...300).map { TestMessage(number: $0, &dice) }
        let stream = try Stream(messages.flatMap(\.bytes))
        while try stream.turn(upTo: [1, 40, 700, 20_000, 300_000].randomElement(using: &dice) ?? 1) {}
        #expect(stream.read == messages.filter { !$0.isLeftOut }.map(\.number))
        // Those that sd-bus might drop are left out unasked.
        #expect(stream.leftOut == messages.filter { $0.isLeftOut && $0.isPlain }.map(\.number))
    }

    @Test func `Many small messages in a row are left out at once`() throws {
        var dice = Dice(state: 1)
        let messages = (1...100).map {
            TestMessage(number: $0, bodyLength: 8, isLeftOut: $0 <= 50, isPlain: true, &dice)
        }
        let stream = try Stream(messages.flatMap(\.bytes))
        var turns = 0
        while try stream.turn(upTo: .max) { turns += 1 }
        #expect(stream.leftOut == Array(1...50) && stream.read == Array(51...100))
        #expect(turns < 60)
    }
}

/// A call whose serial is its number. Its body looks like the beginnings of messages.
private struct TestMessage {
    let number: UInt32
    let isLeftOut: Bool
    /// Whether sd-bus accepts it.
    let isPlain: Bool
    let bytes: [UInt8]

    init(number: UInt32, _ dice: inout Dice) {
        let lengths = [0, 8, 100, 1_000, 16_000, 17_000, 100_000]
        // Many of a kind in a row, as in a flood.
        let isLeftOut = number / 20 % 2 == 0 || Int.random(in: 0..<5, using: &dice) == 0
        let isPlain = !isLeftOut || Int.random(in: 0..<5, using: &dice) > 0
        let length = Int.random(in: 0..<4, using: &dice) > 0 ? 8 : lengths.randomElement(using: &dice) ?? 0
        self.init(number: number, bodyLength: length, isLeftOut: isLeftOut, isPlain: isPlain, &dice)
    }

    init(number: UInt32, bodyLength: Int, isLeftOut: Bool, isPlain: Bool, _ dice: inout Dice) {
        (self.number, self.isLeftOut, self.isPlain) = (number, isLeftOut, isPlain)
        var fields: [UInt8] = []
        let texts: [(UInt8, String)] = [(1, "/org/example"), (3, isLeftOut ? "Flood" : "Ring")]
        for (field, text) in texts.prefix(isPlain ? 2 : 1) {
            while fields.count % 8 != 0 { fields.append(0) }
            let type = UInt8(ascii: field == 1 ? "o" : "s")
            fields += [field, 1, type, 0] + Self.word(UInt32(text.utf8.count)) + Array(text.utf8) + [0]
        }
        var bytes = [UInt8(ascii: "l"), 1, 0, 1] + Self.word(UInt32(bodyLength)) + Self.word(number)
        bytes += Self.word(UInt32(fields.count)) + fields
        while bytes.count % 8 != 0 { bytes.append(0) }
        let lure = bytes
        let end = bytes.count + bodyLength
        while bytes.count < end { bytes += lure.dropFirst(Int.random(in: 0...1, using: &dice)) }
        self.bytes = Array(bytes.prefix(end))
    }

    private static func word(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

/// A socket whose one end gets bytes, and whose other end is read as sd-bus does: first a header, then the rest.
private final class Stream {
    /// The numbers of the messages that were read, and of those that were left out.
    private(set) var (read, leftOut): ([UInt32], [UInt32]) = ([], [])
    private var unsent: ArraySlice<UInt8>
    private let ends: [Int32]
    private var arriving: ArrivingMessages
    private var partial: [UInt8] = []

    init(_ bytes: [UInt8]) throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        (self.ends, unsent, arriving) = (ends, bytes[...], ArrivingMessages(of: ends[1]))
    }

    deinit {
        for end in ends { close(end) }
        arriving.deallocate()
    }

    /// Lets some bytes come, and handles what has come. False if there are no more.
    func turn(upTo most: Int) throws -> Bool {
        let sent = unsent.prefix(most).withUnsafeBytes {
            send(ends[0], $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        unsent = unsent.dropFirst(max(0, sent))
        guard arriving.isAny() else { return !unsent.isEmpty }
        let mayRead = arriving.mayRead { [self] header in
            guard header.text(.member) == "Flood" else { return false }
            leftOut.append(header.serial)
            return true
        }
        if mayRead { try readMessage() }
        return true
    }

    /// Reads at most one message.
    private func readMessage() throws {
        while true {
            let size = partial.withUnsafeBytes { MessageHeader($0)?.size }
            if let size, size == partial.count {
                #expect(arriving.handedOut() == size)
                partial.withUnsafeBytes { read.append(MessageHeader($0)?.serial ?? 0) }
                partial = []
                return
            }
            var bytes = [UInt8](repeating: 0, count: (size ?? MessageHeader.fixed) - partial.count)
            let length = recv(ends[1], &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard length > 0 else { return }
            partial += bytes.prefix(length)
        }
    }
}

/// The same numbers for the same seed.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 29)) &* 0x9e37_79b9_7f4a_7c15
    }
}
