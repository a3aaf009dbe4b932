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
