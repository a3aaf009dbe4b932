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

/// TCP ports of the loopback interface.
enum LocalPort {
    /// A socket that listens on a free port.
    static func listen() throws -> (socket: Descriptor, port: UInt16) {
        let listener = try makeSocket()
        var port: UInt16 = 0
        let isBound = withAddress(0) { address, length in
            guard bind(listener.number, address, length) == 0, Foundation.listen(listener.number, 16) == 0 else {
                return false
            }
            var own = sockaddr_in()
            var size = length
            let isKnown = withUnsafeMutablePointer(to: &own) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener.number, $0, &size) }
            }
            port = UInt16(bigEndian: own.sin_port)
            return isKnown == 0
        }
        guard isBound else { throw SupportError.system("cannot listen on a port") }
        return (listener, port)
    }

    static func connect(_ port: UInt16) throws -> Descriptor {
        let connection = try makeSocket()
        let result = withAddress(port) { Foundation.connect(connection.number, $0, $1) }
        guard result == 0 else { throw SupportError.system("cannot connect to port \(port)") }
        return connection
    }

    private static func makeSocket() throws -> Descriptor {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SupportError.system("socket") }
        return Descriptor(owning: number)
    }

    private static func withAddress<Result>(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
