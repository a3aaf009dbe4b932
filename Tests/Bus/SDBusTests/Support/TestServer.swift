// SPDX-License-Identifier: MIT
import Glibc
import SDBus

/// A service on a thread of its own, on a private bus of its own, until the test ends.
final class TestServer: Sendable {
    static let name: BusName = "org.example.Test"
    static let interface: InterfaceName = "org.example.Test"
    static let path: ObjectPath = "/org/example/Test"

    let bus: PrivateBus

    /// Returns when the service has its name.
    init() throws {
        bus = try PrivateBus()
        let ready = try Mailbox()
        let address = bus.address
        Self.onThread {
            do throws(BusError) {
                let loop = try EventLoop()
                let connection = try BusConnection(.address(address), description: "server", loop: loop)
                let service = try TestService(loop, connection)
                try connection.requestName(Self.name)
                ready.put("")
                _ = try withExtendedLifetime(service) { () throws(BusError) in try loop.run() }
                // The finder keeps the node that it found last: the service, which keeps the connection.
                connection.close()
            } catch {
                ready.put(error.description)
            }
        }
        let failure = ready.take()
        guard failure.isEmpty else { throw TestFailure(failure) }
    }

    /// A client on the bus of the service.
    func connect(_ loop: EventLoop? = nil) throws -> BusConnection { try bus.connect(loop) }

    static func method(_ member: MemberName, path: ObjectPath = path) -> CallTarget {
        CallTarget(name, path, interface, member)
    }

    static func standard(_ interface: String, _ member: MemberName, path: ObjectPath = path) -> CallTarget {
        CallTarget(name, path, InterfaceName(trusted: "org.freedesktop.DBus." + interface), member)
    }

    private static func onThread(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            {
                $0.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        pthread_detach(thread)
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// Passes one text from one thread to another.
final class Mailbox: Sendable {
    private let ends: (read: Int32, write: Int32)

    init() throws {
        ends = try channel()
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    func put(_ text: String) { _ = text.withCString { write(ends.write, $0, strlen($0) + 1) } }

    /// Waits for the text.
    func take() -> String {
        var (text, byte): ([UInt8], UInt8) = ([], 0)
        while read(ends.read, &byte, 1) == 1, byte != 0 { text.append(byte) }
        return String(decoding: text, as: UTF8.self)
    }
}
