// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A program that has a call now and then, as every app does: it registers, reports the call, answers it, and ends it.
/// Each visit does all of this once, and nothing may keep it waiting.
final class Bystander {
    let name: String
    private(set) var waits: [Wait] = []
    private(set) var faults: [String] = []
    private(set) var visits = 0
    /// How often the bus had no room for a message to the service.
    private(set) var refusalsOfBus = 0
    private let app: BusClient
    private let listener: SignalListener
    private let clock: ServiceClock
    private let mayWaitForAudio: Bool
    private let group: ControlGroup
    private var lastBus = Duration.zero
    private var generation = 0

    /// Only a failing round waits for so long.
    private static let patience: Double = 60

    /// - Parameter mayWaitForAudio: whether other calls of the user take part in the question of who gets the audio
    init(
        _ name: String, of user: TestUser, at address: String, clock: ServiceClock, mayWaitForAudio: Bool
    ) throws {
        (self.name, self.clock, self.mayWaitForAudio) = (name, clock, mayWaitForAudio)
        group = try .app("org.example.\(name)", uid: user.uid, sharesProcessors: true)
        app = try BusClient(address: address, uid: user.uid, controlGroup: group)
        listener = try SignalListener(address: address, uid: user.uid, group: group, clock: clock)
    }

    /// A held call, which must be there at the end.
    func keepCall() throws -> String {
        let call = UUID().uuidString.lowercased()
        let keeper = DBusValue.string("org.example.\(name).Keeper")
        try app.manager.call("RegisterProvider", keeper, [:])
        try app.manager.call("ReportExistingCall", keeper, .string(call), ["State": "held"])
        return call
    }

    func has(_ call: String) throws -> Bool {
        try ask("ListCalls").first?.elements?.contains { $0[0]?.string?.lowercased() == call } ?? false
    }

    func close() {
        listener.stop()
        app.close()
    }

    /// One call from the beginning to the end.
    func visit() {
        visits += 1
        do {
            try followService()
            try haveCall(provider(of: visits), UUID().uuidString.lowercased())
        } catch {
            // The service is being restarted: the app comes again.
            let now = clock.read()
            guard now.generation == generation, now.isRunning else { return }
            faults.append("\(name), visit \(visits): \(error)")
        }
    }

    /// After a restart, a program waits for the service and subscribes again.
    private func followService() throws {
        let present = clock.read().generation
        guard present != generation else { return }
        try app.waitForName(DaemonUnderTest.busName)
        try listener.subscribe()
        // The call that the restart interrupted ends, because otherwise the next answer would wait for its app to hold
        // it.
        _ = try app.manager.error("InvalidateProvider", .string(provider(of: visits - 1)))
        generation = present
    }

    private func provider(of visit: Int) -> String { "org.example.\(name).n\(visit)" }

    private func haveCall(_ provider: String, _ id: String) throws {
        let (own, call) = (DBusValue.string(provider), DBusValue.string(id))
        let path = app.path(of: id)
        app.forgetSignals()
        try measure("RegisterProvider") { try ask("RegisterProvider", own, [:]) }
        let handle = DBusValue.tuple("phone-number", "+493012345")
        let reported = clock.read()
        try measure("ReportNewIncomingCall") {
            try ask("ReportNewIncomingCall", own, call, ["RemoteHandle": handle])
        }
        try hear("InterfacesAdded", path, since: reported)
        try measure("RequestTransaction") {
            try ask("RequestTransaction", .dictionaries([["Action": "answer-call", "Call": call]]), [:])
        }
        let action = try measure("PerformAnswerCallAction", counts: !mayWaitForAudio) {
            try app.waitForSignal("PerformAnswerCallAction", timeout: Self.patience).arguments[1]
        }
        try measure("FulfillAction") { try fulfill(action) }
        let ended = clock.read()
        try measure("ReportCallEnded") {
            try ask("ReportCallEnded", call, .uint64(0), "remote-ended", [:])
        }
        try hear("InterfacesRemoved", path, since: ended)
        try measure("InvalidateProvider") { try ask("InvalidateProvider", own) }
    }

    private func fulfill(_ answer: DBusValue) throws {
        do {
            try ask("FulfillAction", answer, [:])
        } catch let error as BusError where mayWaitForAudio && error.name.hasSuffix("ActionAlreadyCompleted") {
            // Another call was answered, and took the audio by the rules of the arbiter.
        }
    }

    /// Asks again if the bus itself has no room: dbus-daemon keeps at most 127 MB of messages that the service has not
    /// read, and then refuses everybody; dbus-broker keeps a share of what a user's programs may send, and then refuses
    /// them all. A service that reads too slowly makes this wait long.
    @discardableResult
    private func ask(_ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        let deadline = Deadline(after: Self.patience)
        while true {
            do {
                let manager = app.manager
                return try app.call(manager.destination, manager.path, manager.interface, member, arguments)
            } catch let error as BusError where Self.isFull(error) && !deadline.hasPassed {
                refusalsOfBus += 1
            }
        }
    }

    private static func isFull(_ error: BusError) -> Bool {
        ["destination has a full message queue", "Sending user's quota exceeded"].contains {
            error.message.contains($0)
        }
    }

    /// Measures the bus, then the service, then the bus: a wait is the service's if the bus was quick before and after
    /// it.
    @discardableResult
    private func measure<Result>(_ step: String, counts: Bool = true, _ body: () throws -> Result) throws -> Result {
        let before = try askBus()
        let begin = clock.read()
        let result = try body()
        let end = clock.read()
        let after = try askBus()
        if counts { add(step, from: begin, to: end, bus: max(before, after)) }
        return result
    }

    private func hear(_ member: String, _ path: String, since begin: ServiceClock.Reading) throws {
        guard let end = listener.wait(for: member, path, timeout: Self.patience) else {
            throw SupportError("a subscriber of the user does not get \(member)")
        }
        add(member, from: begin, to: end, bus: try max(lastBus, askBus()))
    }

    private func add(_ step: String, from begin: ServiceClock.Reading, to end: ServiceClock.Reading, bus: Duration) {
        guard begin.generation == end.generation else { return }
        let service = end.processor - begin.processor
        waits.append(
            Wait(
                step: step, wall: end.wall - begin.wall, bus: bus, service: service, ready: end.ready - begin.ready,
                elsewhere: max(.zero, end.elsewhere - begin.elsewhere - service)))
    }

    private func askBus() throws -> Duration {
        let bus = "org.freedesktop.DBus"
        lastBus = try ContinuousClock().measure { try app.call(bus, "/org/freedesktop/DBus", bus, "GetId") }
        return lastBus
    }
}
