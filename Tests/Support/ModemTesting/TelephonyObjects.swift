// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The objects, methods and signals of PipeWire's telephony service, as its source and README tell them. The interfaces
/// of oFono, which it has beside its own, are left out.
final class TelephonyObjects {
    static let name = "org.pipewire.Telephony"
    private static let root = "/org/pipewire/Telephony"
    private static let phone = name + ".AudioGateway1"
    private static let call = name + ".Call1"
    private static let manager = "org.freedesktop.DBus.ObjectManager"
    private static let refusal = BusError(name: name + ".Error.InvalidState", message: "The state does not allow this")

    /// By the number in the path.
    private var phones: [Int: SimulatedPhone] = [:]
    /// nil while the service does not run.
    private var client: BusClient?

    var sight: TelephonyWorker.Sight {
        guard let phone = phones.min(by: { $0.key < $1.key })?.value else { return .init() }
        let states = phone.calls.calls.map { ($0.number, "\($0.state)") }
        // Two calls of one number would be a mistake of the test.
        return .init(states: Dictionary(states) { $1 }, tones: phone.tones, asked: phone.asked)
    }

    func start(on bus: BusDaemon) throws {
        let client = try BusClient(address: bus.address)
        try client.requestName(Self.name)
        self.client = client
    }

    func crash() {
        client?.close()
        client = nil
    }

    /// The next method call; nil when the bell rings first.
    func nextCall(orReadable bell: Descriptor) -> BusMessage? {
        guard let client else { return nil }
        if let call = try? client.nextCall(orReadable: bell) { return call }
        if !client.isConnected { crash() }
        return nil
    }

    // MARK: The phones

    func add(_ phone: SimulatedPhone) throws {
        let id = (phones.keys.max() ?? 0) + 1
        phones[id] = phone
        try client?.emit(
            Self.root, Self.manager, "InterfacesAdded", [.path(path(id)), Self.interfaces(of: phone)])
    }

    func remove(_ address: String) throws {
        guard let (id, phone) = phones.first(where: { $0.value.address == address }) else { return }
        for call in phone.listed.keys.sorted() { try remove(call, of: id) }
        phones[id] = nil
        try client?.emit(
            Self.root, Self.manager, "InterfacesRemoved", [.path(path(id)), .strings([Self.phone])])
    }

    func changeFirst(_ body: (inout SimulatedPhone) -> Void) throws {
        guard let id = phones.keys.min() else { throw SupportError("no phone is connected") }
        try change(id) {
            body(&$0)
            return true
        }
    }

    // MARK: Methods

    func answer(_ call: BusMessage) throws {
        let names = (call.path ?? "").dropFirst(Self.root.count).split(separator: "/")
        let numbers = zip(names, ["ag", "call"]).compactMap { Int($0.dropFirst($1.count)) }
        switch (numbers.count, call.member ?? "") {
        case (0, "GetManagedObjects"):
            try reply(call, phones.map { (path($0), Self.interfaces(of: $1)) })
        case (1, "GetManagedObjects"):
            let calls = phones[numbers[0]]?.listed ?? [:]
            try reply(call, calls.map { ("\(path(numbers[0]))/call\($0)", Self.interfaces(of: $1)) })
        case (1, let method):
            let text = call.arguments.first?.string ?? ""
            try change(numbers[0], for: call) { $0.perform(method, text) }
        case (2, "Get"):
            let property = call.arguments.last?.string ?? ""
            guard let listed = phones[numbers[0]]?.listed[numbers[1]], let value = Self.properties(of: listed)[property]
            else {
                try client?.reply(to: call, error: Self.refusal)
                return
            }
            try client?.reply(to: call, [.variant(value)])
        case (2, let method): try change(numbers[0], for: call) { $0.perform(method, of: numbers[1]) }
        default: try client?.reply(to: call, error: Self.refusal)
        }
    }

    private func reply(_ call: BusMessage, _ objects: [(String, DBusValue)]) throws {
        let entries = Dictionary(uniqueKeysWithValues: objects.map { (DBusValue.path($0), $1) })
        try client?.reply(to: call, [.dictionary(key: "o", value: "a{sa{sv}}", entries)])
    }

    /// Changes a phone. The phone says OK, and then what has changed.
    private func change(
        _ id: Int, for call: BusMessage? = nil, _ body: (inout SimulatedPhone) -> Bool
    ) throws {
        let before = phones[id]?.listed ?? [:]
        let isDone = phones[id].map { body(&phones[id, default: $0]) } ?? false
        if let call, isDone { try client?.reply(to: call) }
        if let call, !isDone { try client?.reply(to: call, error: Self.refusal) }
        try tell(id, before, phones[id]?.listed ?? [:])
    }

    // MARK: Signals

    /// As after the phone's list of calls: first the calls that are in it, then those that are not.
    private func tell(_ id: Int, _ before: [Int: [String: String]], _ after: [Int: [String: String]]) throws {
        for (call, properties) in after.sorted(by: { $0.key < $1.key }) where before[call] != properties {
            if before[call] == nil {
                let path = DBusValue.path("\(path(id))/call\(call)")
                try client?.emit(
                    self.path(id), Self.manager, "InterfacesAdded", [path, Self.interfaces(of: properties)])
            } else {
                try setState(properties["State"] ?? "", call, of: id)
            }
        }
        for call in before.keys.sorted() where after[call] == nil {
            try setState("disconnected", call, of: id)
            try remove(call, of: id)
        }
    }

    private func setState(_ state: String, _ call: Int, of id: Int) throws {
        try client?.emit(
            "\(path(id))/call\(call)", "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(Self.call), .options(["State": .string(state)]), .strings([])])
    }

    private func remove(_ call: Int, of id: Int) throws {
        let call = DBusValue.path("\(path(id))/call\(call)")
        try client?.emit(path(id), Self.manager, "InterfacesRemoved", [call, .strings([Self.call])])
    }

    // MARK: Properties

    private func path(_ phone: Int) -> String { "\(Self.root)/ag\(phone)" }

    private static func interfaces(of phone: SimulatedPhone) -> DBusValue {
        interfaces(
            Self.phone,
            ["Address": .string(phone.address), "SpeakerVolume": .byte(15), "MicrophoneVolume": .byte(15)])
    }

    private static func interfaces(of call: [String: String]) -> DBusValue {
        interfaces(Self.call, properties(of: call))
    }

    private static func properties(of call: [String: String]) -> [String: DBusValue] {
        let empty: [String: DBusValue] = ["IncomingLine": "", "Name": "", "Multiparty": false]
        return empty.merging(call.mapValues { .string($0) }) { $1 }
    }

    private static func interfaces(_ name: String, _ properties: [String: DBusValue]) -> DBusValue {
        .dictionary(key: "s", value: "a{sv}", [.string(name): .options(properties)])
    }
}

/// The thread of a stand-in: it alone uses the objects and their connection, answers methods, and does what a test
/// orders.
final class TelephonyWorker: @unchecked Sendable {
    /// What a test sees of the first phone.
    struct Sight {
        var states: [String: String] = [:]
        var tones = ""
        var asked: [String] = []
    }

    /// Confined to the thread.
    let objects = TelephonyObjects()
    var isOver = false

    // `changed` guards the two below.
    private let changed = NSCondition()
    private var orders: [(TelephonyWorker) -> Void] = []
    private var sight = Sight()
    /// A byte for each order.
    private let bell: (read: Descriptor, write: Descriptor)?

    init() { bell = try? Descriptor.pipe() }

    /// The body of the thread.
    func run() {
        guard let bell else { return }
        while !isOver {
            if let call = objects.nextCall(orReadable: bell.read) {
                try? objects.answer(call)
            } else if bell.read.waitReadable(until: Deadline()) {
                takeOrder(bell.read)
            }
            changed.withLock {
                sight = objects.sight
                changed.broadcast()
            }
        }
        objects.crash()
    }

    private func takeOrder(_ bell: Descriptor) {
        var byte: UInt8 = 0
        guard read(bell.number, &byte, 1) == 1 else { return }
        let order = changed.withLock { orders.removeFirst() }
        order(self)
    }

    // MARK: From the test

    /// Lets the thread do that, and waits until it is done.
    func order(_ body: @escaping (TelephonyWorker) throws -> Void) throws {
        guard let bell else { throw SupportError("the stand-in has no pipe") }
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        changed.withLock {
            orders.append { worker in
                do { try body(worker) } catch { outcome.error = error }
                worker.publish()
                done.signal()
            }
        }
        try bell.write.write([0])
        done.wait()
        if let error = outcome.error { throw error }
    }

    private func publish() { changed.withLock { sight = objects.sight } }

    var seen: Sight { changed.withLock { sight } }

    func wait(_ failure: String, until isTrue: (Sight) -> Bool) throws {
        let deadline = Deadline()
        try changed.withLock {
            while !isTrue(sight) {
                guard changed.wait(until: deadline.date) || isTrue(sight) else {
                    throw SupportError("\(failure), but \(sight)")
                }
            }
        }
    }
}

private final class Outcome: @unchecked Sendable { var error: (any Error)? }
