// SPDX-License-Identifier: MIT

import CallBridge
import Testing

struct MessageFramesTests {
    @Test func `A message arrives whole, in pieces of any size`() throws {
        let bytes = MessageFrames.frame(Array("first".utf8)) + MessageFrames.frame([]) + MessageFrames.frame([7])
        for size in 1...bytes.count {
            var frames = MessageFrames()
            var messages: [[UInt8]] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                frames.append(bytes[start..<min(start + size, bytes.count)])
                while let message = try frames.next() { messages.append(message) }
            }
            #expect(messages == [Array("first".utf8), [], [7]])
        }
    }

    @Test func `A message of the limit is read, and a longer one is refused before it has arrived`() throws {
        var frames = MessageFrames()
        frames.append(MessageFrames.frame([UInt8](repeating: 32, count: MessageFrames.limit))[...])
        #expect(try frames.next()?.count == MessageFrames.limit)
        frames.append(withUnsafeBytes(of: UInt32(MessageFrames.limit + 1)) { ArraySlice($0) })
        #expect(throws: MessageFrames.TooLong(length: UInt32(MessageFrames.limit + 1))) { try frames.next() }
        var endless = MessageFrames()
        endless.append([255, 255, 255, 255])
        #expect(throws: MessageFrames.TooLong(length: .max)) { try endless.next() }
    }
}
