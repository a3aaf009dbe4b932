// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Synchronization

/// A web server with one page, and the hands of its user: the page asks for scripts and returns their results. So a
/// test drives every browser in the same way, and the page knows nothing of the extension.
package final class PageServer: Sendable {
    package let port: UInt16
    private let listener: Descriptor
    private let html: String
    private let exchange = Exchange()

    /// Serves the page at `http://localhost:PORT/`.
    package init(_ html: String) throws {
        let (listener, port) = try LocalPort.listen()
        self.port = port
        (self.listener, self.html) = (listener, html)
        Thread.detachNewThread { [listener, html, exchange] in
            while true {
                let client = accept(listener.number, nil, nil)
                guard client >= 0 else { return }
                let connection = Descriptor(owning: client)
                Thread.detachNewThread { Self.serve(connection, html, exchange) }
            }
        }
    }

    deinit {
        shutdown(listener.number, Int32(SHUT_RDWR))
        exchange.close()
    }

    /// Runs a script in the page, and returns its result as JSON. Waits until the page has been loaded.
    @discardableResult
    package func run(_ script: String) throws -> String {
        guard let result = exchange.run(script) else { throw SupportError("the page does not answer: \(script)") }
        guard result.hasPrefix("ok ") else { throw SupportError("\(script): \(result)") }
        return String(result.dropFirst(3))
    }

    /// Loads the page again, as often as needed.
    package func reload(until isRight: () throws -> Bool, _ problem: String) throws {
        let deadline = Deadline()
        while try !isRight() {
            guard !deadline.hasPassed else { throw SupportError(problem) }
            try run("reload()")
        }
    }

    // MARK: HTTP

    /// Answers one request.
    private static func serve(_ connection: Descriptor, _ html: String, _ exchange: Exchange) {
        guard let (path, body) = request(on: connection) else { return }
        let answer =
            switch path {
            case "/": html
            case "/next": exchange.next() ?? ""
            case "/result":
                {
                    exchange.finish(body); return ""
                }()
            default: ""
            }
        let head = """
            HTTP/1.1 200 OK\r
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(answer.utf8.count)\r
            Cache-Control: no-store\r
            Connection: close\r
            \r

            """
        try? connection.write(Array((head + answer).utf8))
    }

    /// The path and the body of a request.
    private static func request(on connection: Descriptor) -> (path: String, body: String)? {
        var bytes: [UInt8] = []
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let length = text.firstMatch(of: #/(?i)content-length: (\d+)/#).flatMap { Int($0.1) } ?? 0
                let body = text[end.upperBound...]
                let path = text.split(separator: " ", maxSplits: 2).dropFirst().first
                if body.utf8.count >= length { return path.map { (String($0), String(body)) } }
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(connection.number, &chunk, chunk.count)
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
        }
    }
}

/// Scripts on their way to the page, and their results.
private final class Exchange: @unchecked Sendable {
    // `changed` guards everything below.
    private let changed = NSCondition()
    private var script: String?
    private var result: String?
    private var isClosed = false

    func run(_ text: String) -> String? {
        let deadline = Deadline()
        return changed.withLock {
            (script, result) = (text, nil)
            changed.broadcast()
            while result == nil {
                guard changed.wait(until: deadline.date) else { return nil }
            }
            return result
        }
    }

    /// Waits for the next script; nil = the test is over, or the page should ask again.
    func next() -> String? {
        changed.withLock {
            let patience = Date(timeIntervalSinceNow: 20)
            while script == nil, !isClosed {
                guard changed.wait(until: patience) else { return nil }
            }
            defer { script = nil }
            return script
        }
    }

    func finish(_ text: String) {
        changed.withLock {
            result = text
            changed.broadcast()
        }
    }

    func close() {
        changed.withLock {
            isClosed = true
            changed.broadcast()
        }
    }
}
