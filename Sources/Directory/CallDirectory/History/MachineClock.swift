// SPDX-License-Identifier: MIT

import SDBus

/// Whether the date of the machine can be right.
enum ClockTrust: Hashable {
    /// A program keeps it right by the time of another clock.
    case synchronised
    /// Nothing has set it right since the start, or since somebody set it.
    case unsynchronised
    /// The machine has no service that knows.
    case unknown
}

/// Asks systemd whether the clock of the machine is synchronised. It knows from the kernel, which every program that
/// synchronises the clock tells; a sandboxed service may not ask the kernel itself.
final class MachineClock {
    private let bus: BusConnection
    private static let name: BusName = "org.freedesktop.timedate1"
    /// In microseconds.
    private static let patience: UInt64 = 20_000_000

    /// On the bus of the system.
    init(_ bus: BusConnection) { self.bus = bus }

    func ask(_ body: @escaping (ClockTrust) -> Void) {
        let get = CallTarget(Self.name, "/org/freedesktop/timedate1", StandardInterface.properties, "Get")
        do throws(BusError) {
            try bus.callAsync(get, Self.name.text, "NTPSynchronized", timeout: Self.patience) { body(Self.trust($0)) }
        } catch {
            body(.unsynchronised)
        }
    }

    private static func trust(_ reply: Result<Message, BusError>) -> ClockTrust {
        do throws(BusError) {
            return try reply.get().read(Variant.self).bool == true ? .synchronised : .unsynchronised
        } catch {
            let isAbsent = [StandardErrorName.serviceUnknown, StandardErrorName.nameHasNoOwner].contains(error.name)
            return isAbsent ? .unknown : .unsynchronised
        }
    }
}
