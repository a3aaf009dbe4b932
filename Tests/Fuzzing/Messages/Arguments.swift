// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import FuzzingSupport

/// Bytes as the arguments of a method: mostly of the types and words that the service knows, so that what is behind its
/// checks is reached; sometimes of any.
struct Arguments: ~Copyable {
    var input: Input
    /// The ids of actions that wait for an answer.
    var actions: [String] = []

    init(_ input: consuming Input) { self.input = input }

    static let ids = (0..<4).map { CallID(high: 0, low: $0).description }
    static let identifiers = ["p", "q", "box", "cell", "box.two", ""]

    /// Every key, with its type.
    static let keys: [(name: String, type: String)] = [
        (Key.localizedName, "s"), (Key.icon, "s"), (Key.icon, "h"), (Key.ringtone, "s"), (Key.ringtone, "h"),
        (Key.maximumCallGroups, "u"), (Key.maximumCallsPerCallGroup, "u"), (Key.supportedHandleTypes, "as"),
        (Key.supportsVideo, "b"), (Key.includesCallsInRecents, "b"), (Key.holdsImplicitly, "b"),
        (Key.desktopEntry, "s"), (Key.remoteHandle, "(ss)"), (Key.localizedCallerName, "s"),
        (Key.contactIdentifier, "s"), (Key.hasVideo, "b"), (Key.supportsHolding, "b"), (Key.supportsGrouping, "b"),
        (Key.supportsUngrouping, "b"), (Key.supportsDTMF, "b"), (Key.emergency, "b"), (Key.outgoing, "b"),
        (Key.state, "s"), (Key.onHold, "b"), (Key.muted, "b"), (Key.group, "s"), (Key.heldFor, "s"),
        (Key.identifier, "s"), (Key.transaction, "s"), (Key.startedAt, "t"),
        (Key.connectedAt, "t"), (Key.action, "s"), (Key.call, "s"), (Key.provider, "s"), (Key.handle, "(ss)"),
        (Key.video, "b"), (Key.groupWith, "s"), (Key.digits, "s"), (Key.dtmfType, "s"), (Key.origin, "s"),
        (Key.activationToken, "s"), (Key.dateStarted, "t"), (Key.dateConnected, "t"), (Key.dateEnded, "t"),
        (Key.doNotDisturb, "b"), (Key.doNotDisturbAllow, "a(ss)"), (Key.repeatCallers, "b"), (Key.autoResume, "b"),
        (Key.ringTimeout, "t"), (Key.defaultProviders, "a{ss}"), (Key.routes, "aa{sv}"), (Key.route, "s"),
        (Key.kind, "s"), (Key.name, "s"), (Key.available, "b"), (Key.user, "u"), (Key.inserted, "aa{sv}"),
        ("Unknown", "v"),
    ]

    private static let types = [
        "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "h", "v", "as", "ay", "a{sv}", "a{ss}", "aa{sv}",
        "a(ss)", "(ss)", "(sa{sv})", "a{s(bav)}", "aav", "a{tv}",
    ]

    private static let words: [String] =
        Handle.Kind.allCases.map(\.rawValue) + CallState.allCases.map(\.rawValue)
        + EndedReason.allCases.map(\.rawValue) + ActionWord.allCases.map(\.rawValue)
        + DTMFType.allCases.map(\.rawValue)
        + ["headset", "1", "12#,A", "true", CallManagerName.call, CallManagerName.audio, "Muted", "State", "Alert"]

    /// A signature of so many complete types.
    mutating func signature() -> String {
        var signature = ""
        for _ in 0..<input.below(4) { signature += input.pick(Self.types) }
        return signature
    }

    /// Values for each type of a signature.
    mutating func body(of signature: String) -> [UInt8] {
        var body = Marshaller()
        var rest = signature[...]
        while !rest.isEmpty { write(Self.takeType(&rest), to: &body, depth: 0) }
        return body.bytes
    }

    /// The first complete type of a valid signature.
    private static func takeType(_ rest: inout Substring) -> Substring {
        let start = rest
        var (depth, count) = (0, 0)
        for character in start {
            count += 1
            if character == "(" || character == "{" { depth += 1 }
            if character == ")" || character == "}" { depth -= 1 }
            if depth == 0, character != "a" { break }
        }
        rest = start.dropFirst(count)
        return start.prefix(count)
    }

    private mutating func write(_ type: Substring, to body: inout Marshaller, depth: Int) {
        switch type.first {
        case "y": body.byte(input.byte())
        case "b": body.number(UInt32(input.below(128) == 127 ? 2 : input.below(2)))
        case "n", "q": body.number(UInt16(input.byte()))
        case "i", "u": body.number(input.pick([UInt32(0), 1, 2, 5, 1_000, 1_001, .max]))
        case "h": body.number(UInt32(input.below(3)))
        case "x", "t": body.number(input.pick([UInt64(0), 1, 1_700_000_000_000_000, .max / 2, .max]))
        case "d": body.number(input.pick([0, 1.5, -.infinity, .nan]).bitPattern)
        case "s": body.text(text())
        case "o": body.text(Array(input.pick(["/", CallManagerName.path, CallManagerName.path + "/providers/1"]).utf8))
        case "g": body.signature(input.pick(["", "s", "a{sv}", "(", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaas"]))
        case "v":
            // Deep ones are for the mode that takes bytes as they are.
            let inner = depth < 8 ? input.pick(Self.types) : "y"
            body.signature(inner)
            write(inner[...], to: &body, depth: depth + 1)
        case "(":
            body.align(8)
            writeAll(type.dropFirst().dropLast(), to: &body, depth: depth)
        case "a": writeArray(of: type.dropFirst(), to: &body, depth: depth)
        default: break
        }
    }

    private mutating func writeAll(_ types: Substring, to body: inout Marshaller, depth: Int) {
        var rest = types
        while !rest.isEmpty { write(Self.takeType(&rest), to: &body, depth: depth + 1) }
    }

    private mutating func writeArray(of element: Substring, to body: inout Marshaller, depth: Int) {
        let count = depth < 6 ? input.below(element == "{sv}" ? 8 : 4) : 0
        body.array(alignment: Self.alignment(of: element)) { body in
            for _ in 0..<count { writeElement(element, to: &body, depth: depth) }
        }
    }

    private static func alignment(of type: Substring) -> Int {
        switch type.first {
        case "x", "t", "d", "(", "{": 8
        case "y", "g", "v": 1
        case "n", "q": 2
        default: 4
        }
    }

    private mutating func writeElement(_ element: Substring, to body: inout Marshaller, depth: Int) {
        guard element.hasPrefix("{") else { return write(element, to: &body, depth: depth + 1) }
        body.align(8)
        guard element == "{sv}" else { return writeAll(element.dropFirst().dropLast(), to: &body, depth: depth) }
        let key = input.pick(Self.keys)
        body.text(Array(key.name.utf8))
        let type = input.below(8) == 7 ? input.pick(Self.types) : key.type
        body.signature(type)
        write(type[...], to: &body, depth: depth + 1)
    }

    private mutating func text() -> [UInt8] {
        let choice = input.byte()
        switch choice & 7 {
        case 0, 1: return Array(input.pick(Self.ids).utf8)
        case 2: return Array(input.pick(Self.identifiers).utf8)
        case 3, 4: return Array(Self.words[Int(choice >> 3) % Self.words.count].utf8)
        case 5: return Array((actions.isEmpty ? "" : actions[Int(choice >> 3) % actions.count]).utf8)
        case 6: return input.take(Int(choice >> 3))
        default: return [UInt8](repeating: choice, count: choice > 128 ? 1_025 : 3)
        }
    }
}
