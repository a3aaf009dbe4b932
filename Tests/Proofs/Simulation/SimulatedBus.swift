// SPDX-License-Identifier: MIT

internal import BusTesting
internal import Foundation

/// A message bus with one real connection, the service's. It adds the sender to clients' messages, answers calls to the
/// bus, and keeps the service's messages. It runs in the caller's thread, except in `serve`.
final class SimulatedBus: @unchecked Sendable {
    /// The address for `BusAddress.address`.
    let address: String
    /// The unique name of the service's connection.
    static let serviceName = ":1.0"

    private let listener: Int32
    private let lock = NSLock()
    // The lock guards everything below.
    private var socket: Int32 = -1
    private var received: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 65_536)
    private var isAuthenticated = false
    private var isCut = false
    private var lastSerial: UInt32 = 0
    private var users: [String: UInt32] = [:]
    private var inbox: [BusMessage] = []
    private var answers = 0

    init() throws {
        let name = "monkeycall-simulation-\(getpid())-\(UUID().uuidString)"
        address = "unix:abstract=\(name)"
        listener = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        // An abstract name begins with NUL.
        withUnsafeMutableBytes(of: &place.sun_path) { $0.dropFirst().copyBytes(from: name.utf8) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let bound = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
        }
        guard bound == 0, listen(listener, 1) == 0 else {
            throw SupportError("a simulated bus cannot listen: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        close(listener)
        if socket >= 0 { close(socket) }
    }

    // MARK: Clients

    /// Adds a client to the bus.
    func join(_ name: String, uid: UInt32) { lock.withLock { users[name] = uid } }

    /// Removes a client, and tells the service with NameOwnerChanged.
    func leave(_ name: String) {
        lock.withLock {
            users[name] = nil
            var signal = message(.signal, [.string(name), .string(name), ""])
            signal.path = Array("/org/freedesktop/DBus".utf8)
            signal.interface = Array(Self.driver.utf8)
            signal.member = Array("NameOwnerChanged".utf8)
            send(signal)
        }
    }

    /// A client calls a method of the service. Returns the serial of the call.
    func call(from client: String, path: String, interface: String, member: String, _ arguments: [DBusValue]) -> UInt32
    {
        lock.withLock {
            var call = message(.methodCall, arguments)
            call.sender = Array(client.utf8)
            call.destination = Array(Self.serviceName.utf8)
            call.path = Array(path.utf8)
            call.interface = Array(interface.utf8)
            call.member = Array(member.utf8)
            send(call)
            return call.serial
        }
    }

    // MARK: Service

    /// The service is killed: its clients get nothing more from it.
    func cut() {
        receive()
        lock.withLock { isCut = true }
    }

    /// The killed service is gone. Another one may connect.
    func dropService() {
        lock.withLock {
            if socket >= 0 { close(socket) }
            (socket, received, isAuthenticated, isCut) = (-1, [], false, false)
        }
    }

    /// Runs code of the service that may wait for an answer of the bus. Another thread answers meanwhile.
    func serve<Result>(_ body: () throws -> Result) rethrows -> Result {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let (reading, writing) = (ends[0], ends[1])
        let done = DispatchSemaphore(value: 0)
        let thread = Thread { [self] in
            while wait(unless: reading) { receive() }
            done.signal()
        }
        thread.start()
        defer {
            close(writing)
            done.wait()
            close(reading)
        }
        return try body()
    }

    /// Answers the service's calls to the bus; false if there were none.
    func answer() -> Bool {
        receive()
        return lock.withLock {
            defer { answers = 0 }
            return answers > 0
        }
    }

    /// The messages that the service has sent since the last take.
    func take() -> [BusMessage] {
        receive()
        return lock.withLock {
            defer { inbox.removeAll(keepingCapacity: true) }
            return inbox
        }
    }

    /// Waits for data from the service; false when the other end of the pipe is closed.
    private func wait(unless stop: Int32) -> Bool {
        let source = lock.withLock { socket < 0 ? listener : socket }
        var descriptors = [
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0), pollfd(fd: source, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, 2, -1)
        return descriptors[0].revents == 0
    }

    private func receive() {
        lock.withLock {
            if socket < 0 { socket = accept(listener, nil, nil) }
            while true {
                let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { break }
                received += chunk[..<count]
                if count < chunk.count { break }
            }
            if !isAuthenticated { authenticate() }
            guard isAuthenticated else { return }
            takeMessages()
        }
    }

    /// Answers each line of the handshake.
    private func authenticate() {
        while !isAuthenticated, let end = received.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: received[..<end], as: UTF8.self).filter {
                $0 != "\0" && $0 != "\r\n" && $0 != "\r"
            }
            received.removeSubrange(...end)
            switch line.prefix(while: { $0 != " " }) {
            case "AUTH": send(Array("DATA\r\n".utf8))
            case "DATA": send(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8))
            case "BEGIN": isAuthenticated = true
            default: send(Array("ERROR\r\n".utf8))
            }
        }
    }

    private func takeMessages() {
        var start = 0
        while let length = Self.messageLength(received[start...]) {
            if let message = try? BusMessage(bytes: received[start..<start + length]) {
                // A killed service may still wait for the bus, so that it comes to its end.
                if message.destination == Self.driver { answer(message) } else if !isCut { inbox.append(message) }
            }
            start += length
        }
        received.removeSubrange(..<start)
    }

    /// The length of the first message; nil while a part of it is missing.
    private static func messageLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 16 else { return nil }
        func number(at place: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[bytes.startIndex + place + $1]) << (8 * $1) }
        }
        let length = 16 + (number(at: 12) + 7) / 8 * 8 + number(at: 4)
        return bytes.count >= length ? length : nil
    }

    private func answer(_ call: BusMessage) {
        guard call.kind == .methodCall, !call.noReplyExpected else { return }
        answers += 1
        switch call.member {
        case "Hello": reply(to: call, [.string(Self.serviceName)])
        case "AddMatch", "RemoveMatch": reply(to: call, [])
        case "RequestName": reply(to: call, [.uint32(1)])
        case "ListNames": reply(to: call, [.strings([Self.serviceName] + users.keys.sorted())])
        case "GetConnectionCredentials":
            guard let uid = users[call.arguments.first?.string ?? ""] else {
                return refuse(call, "org.freedesktop.DBus.Error.NameHasNoOwner")
            }
            // The service inspects the process. This process can stand for every client.
            reply(to: call, [["UnixUserID": .uint32(uid), "ProcessID": .uint32(UInt32(getpid()))]])
        // Clients read everything at once, so nothing waits in their queues.
        case "GetConnectionStats": reply(to: call, [["OutgoingBytes": .uint32(0)]])
        default: refuse(call, "org.freedesktop.DBus.Error.UnknownMethod")
        }
    }

    private func reply(to call: BusMessage, _ arguments: [DBusValue]) {
        var reply = message(.methodReturn, arguments)
        reply.replySerial = call.serial
        send(reply)
    }

    private func refuse(_ call: BusMessage, _ name: String) {
        var reply = message(.error, [.string(name)])
        reply.replySerial = call.serial
        reply.errorName = Array(name.utf8)
        send(reply)
    }

    private func message(_ kind: BusMessage.Kind, _ arguments: [DBusValue]) -> RawMessage {
        lastSerial += 1
        var message = RawMessage(kind: kind, serial: lastSerial, arguments: arguments)
        message.sender = Array(Self.driver.utf8)
        if kind != .signal { message.destination = Array(Self.serviceName.utf8) }
        return message
    }

    private func send(_ message: RawMessage) { send(message.bytes) }

    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static let driver = "org.freedesktop.DBus"
}
