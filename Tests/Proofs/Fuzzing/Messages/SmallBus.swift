// SPDX-License-Identifier: MIT

internal import CSystemd
internal import FuzzingSupport
internal import Glibc

@testable internal import CallCore
@testable internal import CallService
@testable internal import SDBus

/// The timers of a service. A timer fires when the fuzzer chooses it.
private final class Alarms {
    private final class Alarm {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    private struct Place { weak var alarm: Alarm? }
    private var places: [Place] = []

    func add(_ body: @escaping () -> Void) -> AnyObject {
        let alarm = Alarm(body)
        places.append(Place(alarm: alarm))
        return alarm
    }

    func fire(_ choice: Int) {
        places.removeAll { $0.alarm == nil }
        guard !places.isEmpty else { return }
        places.remove(at: choice % places.count).alarm?.body()
    }
}

/// The real service on a real connection, whose other end is a bus in the same thread. The service makes all its calls
/// to the bus before the first message of a client, so the replies are written to the socket in advance.
final class SmallBus {
    /// The clients on the bus: three programs of user 1000, the last in a sandbox, and the administrator.
    static let clients: [(name: String, uid: UInt32, label: String)] = [
        (":1.1", 1000, ""), (":1.2", 1000, ""), (":1.3", 1000, "snap.box.app (enforce)"), (":1.4", 0, ""),
    ]

    let service: CallService
    private let loop: EventLoop
    private let connection: BusConnection
    private let alarms = Alarms()
    private let socket: Int32
    private var stream: [UInt8] = []
    private var lastSerial: UInt32 = 0
    private var readers: [BusSlot] = []
    /// The values that the echo has read last.
    private(set) var echoed: [Variant] = []

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            report("A pair of sockets can be made.", story: [])
        }
        socket = ends[0]
        let hello = Self.reply(to: 1, "s") { $0.text(Array(":1.0".utf8)) }
        Self.write(socket, Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8) + hello)
        loop = try EventLoop()
        connection = try BusConnection(.socket(ends[1]), description: "fuzzed", loop: loop)
        var policy = Policy()
        policy.cellular = ["cell": 1000]
        let alarms = alarms
        service = CallService(
            bus: connection, loop: loop, policy: policy,
            clock: ServiceClock(
                now: { 1_700_000_000_000_000 }, uptime: { 1 }, elapsed: { 1 },
                timer: { _, body in alarms.add(body) }),
            seed: { 1 },
            log: { _ in })
        // It follows the connections that leave, and those that arrive.
        for match in 2...3 as ClosedRange<UInt32> { Self.write(socket, Self.reply(to: match, "") { _ in }) }
        try service.export()
        for (place, client) in Self.clients.enumerated() {
            Self.write(socket, Self.credentials(of: client, replyTo: UInt32(4 + place)))
            _ = try connection.peer(client.name)
        }
        // Not an interface of the service. It receives values of every type and sends them back.
        readers.append(
            try connection.onUnicastSignal(interface: "fuzz.Echo") { [unowned self] message in
                guard let values = try? message.values() else { return }
                echoed = values
                let signal = BusSignal("/", "fuzz.Echo", "Back")
                connection.signal(signal, to: BusName(trusted: message.sender)) { (writer) throws(BusError) in
                    for value in values { try value.write(to: &writer) }
                }
            })
        turn()
        // All calls to the bus have been answered.
        drain()
        stream = []
    }

    /// Closes the connection, as the daemon does at its end: until then, service and connection own each other.
    deinit {
        close(socket)
        connection.close()
    }

    /// Whether the service has not closed the connection.
    var isOpen: Bool { sd_bus_is_open(connection.raw) > 0 }

    /// Lets one of the service's timers fire.
    func fire(_ choice: Int) { alarms.fire(choice) }

    /// Delivers a message and lets the service handle it. Returns the message's serial.
    func send(_ message: Outgoing, files: [Int32] = []) -> UInt32 {
        lastSerial += 1
        send(message.bytes(serial: lastSerial), files: files)
        return lastSerial
    }

    /// Delivers bytes that may be no valid message.
    func send(_ bytes: [UInt8], files: [Int32] = []) {
        Self.write(socket, bytes, files: files)
        turn()
    }

    /// Forgets the values that the echo has read.
    func forget() { echoed = [] }

    private func turn() { while sd_event_run(loop.raw, 0) > 0 {} }

    /// The messages that the service has sent since the last call.
    func receive() -> [Incoming] {
        drain()
        var messages: [Incoming] = []
        while let message = Incoming(from: &stream) { messages.append(message) }
        return messages
    }

    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        // The kernel closes the descriptors of a message, because there is no buffer for them.
        while case let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
            stream += buffer[..<count]
            turn()
        }
    }

    private static func reply(to serial: UInt32, _ signature: String, _ body: (inout Marshaller) -> Void) -> [UInt8] {
        var message = Outgoing(type: 2, sender: "org.freedesktop.DBus", replyTo: serial, signature: signature)
        var marshaller = Marshaller()
        body(&marshaller)
        message.body = marshaller.bytes
        return message.bytes(serial: serial)
    }

    private static func credentials(of client: (name: String, uid: UInt32, label: String), replyTo: UInt32) -> [UInt8] {
        reply(to: replyTo, "a{sv}") { body in
            body.array(alignment: 8) { entries in
                for (key, value) in [("UnixUserID", client.uid), ("ProcessID", UInt32(getpid()))] {
                    entries.align(8)
                    entries.text(Array(key.utf8))
                    entries.signature("u")
                    entries.number(value)
                }
                guard !client.label.isEmpty else { return }
                entries.align(8)
                entries.text(Array("LinuxSecurityLabel".utf8))
                entries.signature("ay")
                entries.array(alignment: 1) { $0.raw(Array(client.label.utf8) + [0]) }
            }
        }
    }

    /// Writes all bytes. The descriptors go with the first byte.
    private static func write(_ socket: Int32, _ bytes: [UInt8], files: [Int32] = []) {
        var bytes = bytes
        // A struct cmsghdr and its data; Swift cannot use the C macros for it.
        var control: [UInt8] = []
        if !files.isEmpty {
            withUnsafeBytes(of: UInt(16 + 4 * files.count)) { control += $0 }
            withUnsafeBytes(of: SOL_SOCKET) { control += $0 }
            withUnsafeBytes(of: Int32(SCM_RIGHTS)) { control += $0 }
            for file in files { withUnsafeBytes(of: file) { control += $0 } }
            while control.count % 8 != 0 { control.append(0) }
        }
        let count = bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    if !files.isEmpty {
                        message.msg_control = control.baseAddress
                        message.msg_controllen = control.count
                    }
                    return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
        // A write to a connection that the service has closed fails.
        guard count == bytes.count || count < 0 else { report("A message fits into the socket.", story: []) }
    }
}
