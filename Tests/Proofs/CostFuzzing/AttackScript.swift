// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The messages of an attack, one after the other.
struct AttackScript {
    let attack: Attack
    private var dice: SeededGenerator
    /// The icon of ``Attack/Kind/files``.
    private let file: Descriptor?

    init(_ attack: Attack) throws {
        self.attack = attack
        dice = SeededGenerator(seed: attack.seed)
        file = attack.kind == .files ? try Descriptor.memory([UInt8](repeating: 7, count: 1 << 20)) : nil
    }

    /// What each connection sends first.
    func beginning(of connection: Int) -> [RawMessage] {
        let ring = [register(connection), report(connection, 0)]
        return switch attack.kind {
        case .largeMessages, .providers, .objects, .signals, .halves: []
        case .calls, .longTexts: [register(connection)]
        case .transactions: [register(connection), report(connection, 0, state: "held")]
        case .answers, .requests, .visits: ring
        case .starts, .files: [register(connection)]
        case .shells: [manager("RegisterShell", "", .options(shell(0)))]
        case .subscriptions: ring + [manager("Subscribe")]
        }
    }

    /// The message with that number, and its descriptor. `room` is the rest of the budget of bytes.
    mutating func next(_ number: Int, of connection: Int, room: Int) -> (RawMessage, Descriptor?) {
        let round = number / max(1, attack.connections)
        switch attack.kind {
        case .largeMessages: return (large(room: room), nil)
        case .longTexts: return (round < share ? longReport(connection, round) : longUpdate(connection, round), nil)
        case .calls: return (round < share ? report(connection, round) : update(connection, round), nil)
        case .providers: return (provider(connection, round), nil)
        case .transactions: return (mute(connection, round), nil)
        case .answers: return (answer(connection, round), nil)
        case .starts: return (start(connection, round), nil)
        case .shells: return (manager("SetShellState", .options(shell(round))), nil)
        case .subscriptions: return (longUpdate(connection, round), nil)
        case .requests: return (request(connection), nil)
        case .objects: return (question(), nil)
        case .signals: return (signal(), nil)
        case .visits: return (manager("Subscribe"), nil)
        case .halves: return (half(), nil)
        case .files: return (icon(connection, round), file)
        }
    }

    /// The calls of each connection.
    private var share: Int { max(1, attack.objects / max(1, attack.connections)) }

    private func identifier(_ connection: Int) -> String { "org.example.Attack\(attack.seed).c\(connection)" }

    private func id(_ connection: Int, _ number: Int) -> DBusValue {
        func hex(_ value: Int, _ digits: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
        }
        let (seed, place) = (Int(attack.seed & 0xffff_ffff), hex(number, 12))
        return .string("\(hex(seed, 8))-\(hex(connection, 4))-4000-8000-\(place)")
    }

    private func manager(_ member: String, _ arguments: DBusValue...) -> RawMessage { manager(member, arguments) }

    private func manager(_ member: String, _ arguments: [DBusValue]) -> RawMessage {
        message(DaemonUnderTest.busName, member, arguments)
    }

    private func message(_ interface: String, _ member: String, _ arguments: [DBusValue] = []) -> RawMessage {
        var message = RawMessage(kind: .methodCall, serial: 0, arguments: arguments)
        message.destination = Array(DaemonUnderTest.busName.utf8)
        message.path = Array(DaemonUnderTest.managerPath.utf8)
        message.interface = Array(interface.utf8)
        message.member = Array(member.utf8)
        message.flags = attack.wantsReplies ? 0 : 1
        return message
    }

    private let long = DBusValue.string(String(repeating: "x", count: 1_000))
}

// MARK: Calls and providers

extension AttackScript {
    private func register(_ connection: Int) -> RawMessage {
        manager("RegisterProvider", .string(identifier(connection)), ["MaximumCallGroups": .uint32(256)])
    }

    private func provider(_ connection: Int, _ number: Int) -> RawMessage {
        let name = identifier(connection) + ".p\(number % share)" + String(repeating: "q", count: 900)
        return manager("RegisterProvider", .string(name), ["LocalizedName": long, "MaximumCallGroups": .uint32(256)])
    }

    private func report(_ connection: Int, _ number: Int, state: String? = nil) -> RawMessage {
        var facts: [String: DBusValue] = ["RemoteHandle": .tuple("phone-number", .string("+4930\(number)"))]
        if let state { facts["State"] = .string(state) }
        let member = state == nil ? "ReportNewIncomingCall" : "ReportExistingCall"
        return manager(member, .string(identifier(connection)), id(connection, number), .options(facts))
    }

    private func longReport(_ connection: Int, _ number: Int) -> RawMessage {
        let members = (1...60).map { number in
            DBusValue.tuple("generic", .string("member\(number)"), .string("name \(number) of a member"))
        }
        let facts: [String: DBusValue] = [
            "RemoteHandle": .tuple("generic", long), "LocalizedCallerName": long, "ExternalID": long,
            "ContactIdentifier": long, "Members": .array(of: "(sss)", members), "State": "held",
        ]
        return manager(
            "ReportExistingCall", .string(identifier(connection)), id(connection, number), .options(facts))
    }

    private func update(_ connection: Int, _ number: Int) -> RawMessage {
        manager("ReportCallUpdated", id(connection, number % share), ["HasVideo": .bool(number / share % 2 == 0)])
    }

    private func longUpdate(_ connection: Int, _ number: Int) -> RawMessage {
        let name = String(repeating: number / share % 2 == 0 ? "y" : "z", count: 1_000)
        let call = attack.kind == .subscriptions ? id(connection, 0) : id(connection, number % share)
        return manager("ReportCallUpdated", call, ["LocalizedCallerName": .string(name)])
    }
}

// MARK: Requests

extension AttackScript {
    private func mute(_ connection: Int, _ number: Int) -> RawMessage {
        request(["Action": "set-muted", "Call": id(connection, 0), "Muted": .bool(number % 2 == 0)])
    }

    /// Another call rings, and is to be answered and ended.
    private func answer(_ connection: Int, _ number: Int) -> RawMessage {
        let call = number / 3 % share
        return switch number % 3 {
        case 0: report(connection, call)
        case 1: request(["Action": "answer-call", "Call": id(connection, call)])
        default: request(["Action": "end-call", "Call": id(connection, call)])
        }
    }

    private func start(_ connection: Int, _ number: Int) -> RawMessage {
        let handle = DBusValue.tuple("generic", "somebody")
        guard number % 2 == 0 else {
            return manager("RequestStartCall", .string(identifier(connection)), handle, [:])
        }
        return request([
            "Action": "start-call", "Call": id(connection, number), "Handle": handle,
            "Provider": .string(identifier(connection)),
        ])
    }

    private func request(_ action: [String: DBusValue]) -> RawMessage {
        manager("RequestTransaction", .dictionaries([action]), [:])
    }

    /// It lets through all callers: do-not-disturb, which the user's own programs may set, would refuse the bystander's
    /// calls by right.
    private func shell(_ number: Int) -> [String: DBusValue] {
        let routes = (1...60).map { route -> [String: DBusValue] in
            ["Name": .string("route\(route)"), "Kind": "speaker", "Description": .string("\(number) \(route)")]
        }
        let callers = (1...900).map { DBusValue.tuple("phone-number", .string("+49\($0)")) }
        return ["Routes": .dictionaries(routes), "DoNotDisturbAllow": .array(of: "(ss)", callers)]
    }

    private mutating func request(_ connection: Int) -> RawMessage {
        let (own, call) = (DBusValue.string(identifier(connection)), id(connection, 0))
        let choices: [(String, [DBusValue])] = [
            ("ListCalls", []), ("ListProviders", []), ("ListEndedCalls", []), ("ListUsers", []), ("Subscribe", []),
            ("Unsubscribe", []), ("ExplainCall", [call]), ("Nothing", []), ("RegisterProvider", [own, [:]]),
            ("SetProviderConfiguration", [own, ["LocalizedName": long]]), ("InvalidateProvider", ["org.example.X"]),
            ("ReportNewIncomingCall", [own, call, [:]]), ("ReportExistingCall", [own, call, ["State": "dancing"]]),
            ("ReportCallUpdated", [call, ["HasVideo": .bool(.random(using: &dice))]]),
            ("ReportOutgoingCallConnected", [call, .uint64(0)]), ("FulfillAction", [call, [:]]),
            ("FailAction", [call, [:]]), ("RequestTransaction", [.dictionaries([]), [:]]),
            ("AnswerScreening", [call, "allow", [:]]), ("IdentifyCall", [call, [:]]),
            ("AnswerStartCall", [own, .tuple("generic", "x"), true, [:]]),
            ("TakeEndedCalls", ["x", .uint64(0)]), ("SetShellState", [[:]]),
        ]
        let (member, arguments) = choices[Int.random(in: choices.indices, using: &dice)]
        return manager(member, arguments)
    }

    private mutating func question() -> RawMessage {
        switch Int.random(in: 0..<5, using: &dice) {
        case 0, 1: message(CallName.objectManager, "GetManagedObjects")
        case 2: message(CallName.properties, "GetAll", [.string(DaemonUnderTest.busName)])
        case 3: message(CallName.properties, "GetAll", [.string(CallName.audio)])
        default: message(CallName.introspectable, "Introspect")
        }
    }

    private func icon(_ connection: Int, _ number: Int) -> RawMessage {
        guard let file else { return manager("ListCalls") }
        let (icon, own) = (DBusValue.descriptor(file), DBusValue.string(identifier(connection)))
        var message =
            switch number % 3 {
            case 0: manager("SetProviderConfiguration", own, ["Icon": icon])
            case 1: manager("SetProviderConfiguration", own, ["Later": icon])
            default: manager("ListCalls", icon)
            }
        message.descriptorCount = 1
        return message
    }
}

// MARK: Other messages

extension AttackScript {
    private mutating func large(room: Int) -> RawMessage {
        let sizes = [70 << 10, 1 << 20, 8 << 20, 30 << 20]
        let size = min(sizes[Int.random(in: sizes.indices, using: &dice)], max(4, room))
        let shape = LargeBody.allCases[Int.random(in: LargeBody.allCases.indices, using: &dice)]
        let key = Bool.random(using: &dice) ? "Unknown" : "LocalizedName"
        let dictionary = shape.dictionary(key: key, size: size)
        guard Bool.random(using: &dice) else { return with(manager("RegisterShell", ""), "sa{sv}", dictionary) }
        return with(manager("RegisterProvider", .string(identifier(0))), "sa{sv}", dictionary)
    }

    /// Adds a last argument.
    private func with(_ message: RawMessage, _ signature: String, _ last: [UInt8]) -> RawMessage {
        var message = message
        message.signature = Array(signature.utf8)
        var body = RawBytes()
        body.append(message.body)
        // The length of the dictionary is aligned to 4, its first entry to 8.
        body.align(to: 4)
        let entries = Array(last.dropFirst(8))
        body.append(UInt32(entries.count))
        body.align(to: 8)
        body.append(entries)
        message.body = body.bytes
        return message
    }

    private mutating func signal() -> RawMessage {
        let choices: [(interface: String, member: String, arguments: [DBusValue])] = [
            (CallName.properties, "PropertiesChanged", ["org.example", [:], .strings([])]),
            ("org.freedesktop.DBus", "NameOwnerChanged", [":1.1", ":1.1", ""]),
            ("org.example.Unknown", "Something", []), (DaemonUnderTest.busName, "ProviderDidReset", ["x", [:]]),
        ]
        let (interface, member, arguments) = choices[Int.random(in: choices.indices, using: &dice)]
        var signal = message(interface, member, arguments)
        signal.kind = 4
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: signal.destination = nil
        // Maybe a connection of the service without a name: it came to the bus early.
        case 1: signal.destination = Array(":1.\(Int.random(in: 0..<10, using: &dice))".utf8)
        default: break
        }
        return signal
    }

    /// The bus waits for the rest.
    private mutating func half() -> RawMessage {
        var message = manager("ListCalls", long)
        message.announcedBodyLength = UInt32.random(in: 4_096...(8 << 20), using: &dice)
        return message
    }
}
