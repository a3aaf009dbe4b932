// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// Standard input and output, which the browser has connected with the extension.
final class BrowserPipe {
    private let loop: EventLoop
    private var watch: IOWatch?
    private var output: OutputQueue?
    private var frames = MessageFrames()
    private var end: (String?) -> Void = { _ in }

    /// The most bytes that wait for a browser that does not read, beside those in the pipe. An order has some fifty.
    private static let limit = 4_096

    init(_ loop: EventLoop) { self.loop = loop }

    /// Calls `message` for each message. Calls `end` once: with nil when the browser has closed its end, or with the
    /// problem for which nothing can be read or written any more.
    func begin(message: @escaping ([UInt8]) -> Void, end: @escaping (String?) -> Void) throws(BusError) {
        self.end = end
        output = try OutputQueue(STDOUT_FILENO, limit: Self.limit, on: loop) { [unowned self] in
            finish("The browser does not read what the host writes.")
        }
        watch = try loop.watch(fileDescriptor: STDIN_FILENO, events: .readable) { [unowned self] _ in read(message) }
    }

    private func read(_ message: ([UInt8]) -> Void) {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { return finish(nil) }
        frames.append(chunk[..<count])
        do throws(MessageFrames.TooLong) {
            while watch != nil, let next = try frames.next() { message(next) }
        } catch {
            finish("The extension sent a message of \(error.length) bytes, more than \(MessageFrames.limit).")
        }
    }

    func send(_ message: [UInt8]) {
        guard watch != nil else { return }
        output?.send(MessageFrames.frame(message))
    }

    private func finish(_ problem: String?) {
        guard watch != nil else { return }
        watch = nil
        end(problem)
    }
}

/// The bytes for a reader that may pause. They wait here, and the loop writes them when the reader makes room, so it
/// never waits for the reader.
final class OutputQueue {
    private let descriptor: Int32
    private let limit: Int
    private let loop: EventLoop
    private let lost: () -> Void
    private var waiting: ArraySlice<UInt8> = []
    /// While bytes wait.
    private var watch: IOWatch?
    private var isLost = false

    /// The descriptor becomes non-blocking, so no other process may share it. Calls `lost` once, when the reader has
    /// closed its end, or when more than `limit` bytes wait.
    init(_ descriptor: Int32, limit: Int, on loop: EventLoop, lost: @escaping () -> Void) throws(BusError) {
        (self.descriptor, self.limit, self.loop, self.lost) = (descriptor, limit, loop, lost)
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0 else {
            throw BusError(errno: errno, "Preparing the output")
        }
    }

    func send(_ bytes: [UInt8]) {
        guard !isLost else { return }
        waiting += bytes
        // The earlier bytes wait for room already.
        if watch == nil { write() }
        if waiting.count > limit { lose() }
    }

    private func write() {
        while !isLost, !waiting.isEmpty {
            let count = waiting.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                waiting = waiting.dropFirst(count)
            } else if errno == EAGAIN {
                return waitForRoom()
            } else if errno != EINTR {
                return lose()
            }
        }
        watch = nil
    }

    private func waitForRoom() {
        guard watch == nil else { return }
        do throws(BusError) {
            watch = try loop.watch(fileDescriptor: descriptor, events: .writable) { [unowned self] _ in write() }
        } catch {
            lose()
        }
    }

    private func lose() {
        guard !isLost else { return }
        (isLost, waiting, watch) = (true, [], nil)
        lost()
    }
}

/// The bytes between a browser and its native messaging host: before each message its length in four bytes, in the
/// order of the processor.
package struct MessageFrames {
    /// The longest message in bytes. The extension sends some hundred.
    package static let limit = 16_384

    /// Why no message can be read any more.
    package struct TooLong: Error, Hashable {
        package let length: UInt32

        package init(length: UInt32) { self.length = length }
    }

    private var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ new: ArraySlice<UInt8>) { bytes += new }

    /// Takes the next whole message; nil = it is not there yet.
    package mutating func next() throws(TooLong) -> [UInt8]? {
        guard bytes.count >= 4 else { return nil }
        let length = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        guard length <= Self.limit else { throw TooLong(length: length) }
        let end = 4 + Int(length)
        guard bytes.count >= end else { return nil }
        defer { bytes.removeFirst(end) }
        return Array(bytes[4..<end])
    }

    package static func frame(_ message: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message
    }
}
