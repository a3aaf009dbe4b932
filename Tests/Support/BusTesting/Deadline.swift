// SPDX-License-Identifier: MIT

public import Foundation

/// The time at which a wait gives up. Every wait of the test support has one.
public struct Deadline: Sendable {
    /// The standard time-out of a wait, in seconds. Only a failing test waits for so long; it is long enough for a busy
    /// machine.
    public static let standardTimeout: Double = 60

    private let end: ContinuousClock.Instant

    /// A deadline `seconds` from now; nil = the standard time-out.
    public init(after seconds: Double? = nil) {
        end = .now + .seconds(seconds ?? Self.standardTimeout)
    }

    /// Whether the deadline has passed.
    public var hasPassed: Bool { ContinuousClock.now >= end }

    /// The rest of the time for `poll` and libdbus; 0 only when the deadline has passed.
    var milliseconds: Int32 {
        let left = end - .now
        guard left > .zero else { return 0 }
        let whole = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: whole + 1)
    }

    /// The deadline as a date, for conditions of Foundation.
    public var date: Date { Date(timeIntervalSinceNow: Double(milliseconds) / 1000) }
}

/// Reads the output of a process on its own thread, so that the process never waits for the test, and returns lines to
/// a test that waits.
final class LineCollector: @unchecked Sendable {
    // `changed` guards everything below.
    private let changed = NSCondition()
    private var bytes: [UInt8] = []
    private var lines: [String] = []
    private var nextLine = 0
    private var hasEnded = false

    /// Begins to read.
    init(reading source: Descriptor) {
        Thread.detachNewThread { [self] in
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(source.number, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                append(chunk[..<count])
            }
            end()
        }
    }

    /// All output so far.
    var text: String {
        changed.withLock { String(decoding: bytes, as: UTF8.self) }
    }

    /// Waits for a line after the last one returned; nil at the deadline or the end of the output.
    func waitForLine(until deadline: Deadline, where matches: (String) -> Bool) -> String? {
        changed.withLock {
            while true {
                while nextLine < lines.count {
                    let line = lines[nextLine]
                    nextLine += 1
                    if matches(line) { return line }
                }
                guard !hasEnded, changed.wait(until: deadline.date) || nextLine < lines.count else { return nil }
            }
        }
    }

    /// Waits until every writer has closed its end; false when the deadline passes first.
    func waitForEnd(until deadline: Deadline) -> Bool {
        changed.withLock {
            while !hasEnded {
                guard changed.wait(until: deadline.date) else { break }
            }
            return hasEnded
        }
    }

    private func append(_ chunk: ArraySlice<UInt8>) {
        changed.withLock {
            var start = bytes.lastIndex(of: newline).map { $0 + 1 } ?? 0
            let scanned = bytes.count
            bytes += chunk
            var index = scanned
            while index < bytes.count {
                if bytes[index] == newline {
                    lines.append(String(decoding: bytes[start..<index], as: UTF8.self))
                    start = index + 1
                }
                index += 1
            }
            changed.broadcast()
        }
    }

    private func end() {
        changed.withLock {
            let start = bytes.lastIndex(of: newline).map { $0 + 1 } ?? 0
            if start < bytes.count { lines.append(String(decoding: bytes[start...], as: UTF8.self)) }
            hasEnded = true
            changed.broadcast()
        }
    }
}

private let newline = UInt8(ascii: "\n")

/// The test support failed. Its message is for the reader of a failed test.
public struct SupportError: Error, CustomStringConvertible, Sendable {
    /// The failure, with the output of the process if one caused it.
    public let description: String

    /// An error with that description.
    public init(_ description: String) {
        self.description = description
    }

    /// An error for a failed system call, from `errno` or the given code.
    package static func system(_ what: String, code: Int32 = errno) -> SupportError {
        SupportError("\(what): \(String(cString: strerror(code)))")
    }
}
