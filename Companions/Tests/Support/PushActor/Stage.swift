// SPDX-License-Identifier: MIT

@_spi(Companions) import CallLibrary
import Foundation
import Glibc
import SDBus

/// The session bus, where the app speaks by signals, and the test by calls.
struct Stage: Sendable {
    private static let path: ObjectPath = "/org/example/Ringer"
    private static let interface: InterfaceName = "org.example.Ringer"
    nonisolated(unsafe) private static var slot: BusSlot?

    /// Tells the test something.
    func say(_ text: String) {
        SessionThread.perform { thread in
            let signal = BusSignal(Self.path, Self.interface, "Said")
            try? thread.connection().signal(signal, to: nil) { (writer) throws(BusError) in try writer.append(text) }
        }
    }

    /// Calls `body` when everything is told.
    func afterwards(_ body: @escaping @Sendable () -> Void) { SessionThread.perform { _ in body() } }

    /// Hears the commands of the test. The app ends with the bus.
    func listen(_ obey: @escaping @Sendable (String) -> Void) {
        SessionThread.perform { thread in
            thread.onDisconnect { _exit(0) }
            Self.slot = try? thread.connection().onCall(interface: Self.interface, member: "Do") { call in
                call.reply { _ in }
                if let command = try? call.message.read(String.self) { obey(command) }
                return true
            }
        }
    }
}
