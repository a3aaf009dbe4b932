// SPDX-License-Identifier: MIT

import CallInterface
import CallLinks
import Glibc
import SDBus

/// A command in one input line of a provider session. Ids are still as typed.
enum ProviderInput {
    case incoming(Handle, name: String)
    /// The method tells it to the service. So does that of `progress`.
    case complete(String, MethodName)
    case progress(String, MethodName)
    case ended(String, reason: String)
    case update(String, key: String, value: Variant)

    /// Nil for a line without a command. Throws InvalidArgs.
    init?(_ line: String) throws(BusError) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let command = words.first, !command.hasPrefix("#") else { return nil }
        let arguments = words.dropFirst()
        func check(_ count: ClosedRange<Int>, _ usage: String) throws(BusError) {
            guard count.contains(arguments.count) else { throw .invalidArgs("Wrong arguments; use: \(usage)") }
        }
        switch command {
        case "incoming":
            try check(1...Int.max, "incoming HANDLE [NAME...]")
            self = .incoming(Handle(guessing: words[1]), name: words.dropFirst(2).joined(separator: " "))
        case "fulfill", "fail":
            try check(1...1, "\(command) ACTION")
            self = .complete(words[1], command == "fulfill" ? .fulfillAction : .failAction)
        case "connecting":
            try check(1...1, "connecting CALL")
            self = .progress(words[1], .reportOutgoingCallStartedConnecting)
        case "connected":
            try check(1...1, "connected CALL")
            self = .progress(words[1], .reportOutgoingCallConnected)
        case "ended":
            try check(1...2, "ended CALL [REASON]")
            self = .ended(words[1], reason: words.count > 2 ? words[2] : EndedReason.remoteEnded.rawValue)
        case "update":
            try check(3...Int.max, "update CALL KEY VALUE")
            let value = try Self.value(of: words[2], words.dropFirst(3).joined(separator: " "))
            self = .update(words[1], key: words[2], value: value)
        default:
            throw .invalidArgs(
                "No such command: \(command); use incoming, fulfill, fail, connecting, connected, ended or update")
        }
    }

    /// The value of a key of ReportCallUpdated, from text.
    private static func value(of key: String, _ text: String) throws(BusError) -> Variant {
        switch Key(rawValue: key) {
        case .localizedCallerName, .contactIdentifier, .externalID, .group: return .string(text)
        case .streamProcess:
            guard let process = UInt32(text) else { throw .invalidArgs("\(key) must be the number of a process") }
            return .uint32(process)
        case .remoteHandle: return Handle(guessing: text).variant
        case .hasVideo, .supportsHolding, .supportsGrouping, .supportsUngrouping, .supportsDTMF, .supportsResuming,
            .supportsAnswering, .supportsEnding, .supportsMuting, .onHold, .emergency, .remoteOnHold, .encrypted,
            .muted,
            .includesInRecents:
            guard let value = ["true": true, "false": false][text] else {
                throw .invalidArgs("\(key) must be true or false")
            }
            return .bool(value)
        default: throw .invalidArgs("No such key: \(key); use a key of ReportCallUpdated")
        }
    }
}

/// Lines from a descriptor of any kind. The descriptor stays blocking, because other processes may share it.
final class InputLines {
    private let loop: EventLoop
    private let descriptor: Int32
    private let line: (String) -> Void
    private let end: () -> Void
    private var watch: IOWatch?
    private var timer: Timer?
    private var bytes: [UInt8] = []

    /// Calls `line` for each line, also for a last line without a newline, then `end` once.
    init(
        _ descriptor: Int32, on loop: EventLoop, line: @escaping (String) -> Void, end: @escaping () -> Void
    ) throws(BusError) {
        (self.loop, self.descriptor, self.line, self.end) = (loop, descriptor, line, end)
        do throws(BusError) {
            watch = try loop.watch(fileDescriptor: descriptor, events: .readable) { [unowned self] _ in read() }
        } catch {
            // epoll cannot watch a regular file or /dev/null, which is always readable.
            readLater()
            if timer == nil { throw error }
        }
    }

    /// Reads one piece in each turn of the loop, so that the bus has its turns too.
    private func readLater() {
        timer = loop.timer(after: 0) { [unowned self] in
            read()
            if timer != nil { readLater() }
        }
    }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { return finish() }
        bytes += chunk[..<count]
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        bytes = lines.popLast().map(Array.init) ?? []
        for line in lines { self.line(String(decoding: line, as: UTF8.self)) }
    }

    private func finish() {
        (watch, timer) = (nil, nil)
        if !bytes.isEmpty { line(String(decoding: bytes, as: UTF8.self)) }
        bytes = []
        end()
    }
}
