// SPDX-License-Identifier: MIT

package import Foundation

/// The native messaging host, started by this process in place of a browser.
package final class HostProcess {
    package static let chromium = ["chrome-extension://ihianfijjaehljdebhdkchahoepofola/"]
    package let process: ChildProcess
    private let output: Descriptor
    private var bytes: [UInt8] = []

    /// `program` is the host; nil = that of the tests. With `isPaused` there is no room for the host's messages until
    /// the first ``next()``.
    package init(
        _ arguments: [String] = HostProcess.chromium, environment: [String: String], program: String? = nil,
        isPaused: Bool = false
    ) throws {
        let (output, hostOutput) = try Descriptor.pipe()
        self.output = output
        if isPaused { try Self.fill(hostOutput) }
        // The shell becomes the host.
        process = try ChildProcess(
            ["sh", "-c", #"exec "$@" >&3 3>&-"#, "sh", program ?? Product.path("monkeycall-browser")] + arguments,
            environment: environment, passing: [hostOutput])
    }

    /// Fills the pipe with an empty message, which ``next()`` returns first.
    private static func fill(_ pipe: Descriptor) throws {
        // F_GETPIPE_SZ, which Swift does not import.
        let size = Int(fcntl(pipe.number, 1032))
        guard size > 6 else { throw SupportError.system("F_GETPIPE_SZ") }
        let filler = [UInt8](repeating: UInt8(ascii: " "), count: size - 6) + Array("{}".utf8)
        try pipe.write(withUnsafeBytes(of: UInt32(filler.count)) { Array($0) } + filler)
    }

    /// Sends a message.
    package func send(_ message: [String: Any]) throws {
        try send(Array(JSONSerialization.data(withJSONObject: message)))
    }

    package func send(_ message: [UInt8]) throws {
        try process.write(withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message)
    }

    /// The next message of the host.
    package func next() throws -> NSDictionary {
        while true {
            if bytes.count >= 4 {
                let end = 4 + Int(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
                if bytes.count >= end {
                    defer { bytes.removeFirst(end) }
                    let value = try JSONSerialization.jsonObject(with: Data(bytes[4..<end]))
                    return value as? NSDictionary ?? [:]
                }
            }
            guard output.waitReadable(until: Deadline()) else { throw SupportError("the host says nothing") }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(output.number, &chunk, chunk.count)
            guard count > 0 else { throw SupportError("the host has ended: " + process.text(of: .error)) }
            bytes += chunk[..<count]
        }
    }

    /// Greets the host, and waits for its answer.
    package func greet(_ profile: String = "0123abcd") throws {
        try send(["type": "hello", "browser": "Chromium", "profile": profile])
        guard try next() == ["type": "ready"] else { throw SupportError("the host is not ready") }
    }

    /// Tells how the call of a tab is.
    package func tell(
        _ tab: Int = 1, call: String = "c1", title: String = "Stand-up", held: Bool = false, muted: Bool = false,
        again: Bool = false
    ) throws {
        try send([
            "type": "call", "tab": tab, "call": call, "site": "meet.example.org", "title": title, "held": held,
            "muted": muted, "again": again,
        ])
    }
}
