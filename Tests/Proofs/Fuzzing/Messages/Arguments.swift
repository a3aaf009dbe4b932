// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import FuzzingSupport
internal import SDBus

/// Turns bytes into the arguments of a method. They usually have types and words that the service knows, so that its
/// checks accept them; sometimes they are arbitrary.
struct Arguments: ~Copyable {
    var input: Input
    /// The ids of the open actions.
    var actions: [String] = []

    init(_ input: consuming Input) { self.input = input }

    static let ids = (0..<4).map { CallID(high: 0, low: $0).description }
    static let identifiers = ["p", "q", "box", "cell", "box.two", ""]

    /// Every key with its type.
    static let keys: [(name: String, type: String)] = known.map { ($0.0.rawValue, $0.1) } + [("Unknown", "v")]

    private static let known: [(Key, String)] = [
        (.localizedName, "s"), (.icon, "s"), (.icon, "h"), (.ringtone, "s"), (.ringtone, "h"),
        (.maximumCallGroups, "u"), (.maximumCallsPerCallGroup, "u"), (.supportedHandleTypes, "as"),
        (.supportsVideo, "b"), (.includesCallsInRecents, "b"), (.holdsImplicitly, "b"), (.desktopEntry, "s"),
        (.emergencyNumbers, "as"), (.includesInRecents, "b"), (.dialed, "b"), (.awaitAnswer, "b"), (.postDial, "s"),
        (.remoteHandle, "(ss)"), (.localizedCallerName, "s"), (.contactIdentifier, "s"), (.hasVideo, "b"),
        (.supportsHolding, "b"), (.supportsGrouping, "b"), (.supportsUngrouping, "b"), (.supportsDTMF, "b"),
        (.supportsResuming, "b"), (.supportsAnswering, "b"), (.supportsEnding, "b"), (.supportsMuting, "b"),
        (.streamProcess, "u"),
        (.mutesStreams, "b"), (.emergency, "b"), (.outgoing, "b"), (.state, "s"), (.onHold, "b"), (.muted, "b"),
        (.group, "s"),
        (.remoteOnHold, "b"), (.encrypted, "b"), (.externalID, "s"),
        (.localMember, "(sss)"), (.members, "a(sss)"), (.activeMembers, "a(sss)"), (.handles, "a(sss)"),
        (.heldFor, "s"), (.identifier, "s"), (.transaction, "s"), (.startedAt, "t"), (.connectedAt, "t"),
        (.action, "s"), (.call, "s"), (.provider, "s"), (.handle, "(ss)"), (.video, "b"), (.groupWith, "s"),
        (.digits, "s"), (.dtmfType, "s"), (.origin, "s"), (.activationToken, "s"), (.dateStarted, "t"),
        (.dateConnected, "t"), (.dateEnded, "t"), (.doNotDisturb, "b"), (.doNotDisturbAllow, "a(ss)"),
        (.repeatCallers, "b"), (.autoResume, "b"), (.ringTimeout, "t"), (.defaultProviders, "a{ss}"),
        (.routes, "aa{sv}"), (.route, "s"), (.kind, "s"), (.name, "s"), (.available, "b"), (.user, "u"),
        (.inserted, "aa{sv}"), (.deadline, "t"), (.whenLate, "s"), (.displayName, "s"), (.displayNameSource, "s"),
        (.label, "s"), (.formatted, "s"), (.relation, "s"), (.filteredBy, "s"), (.doNotDisturbAllowRelations, "as"),
        (.doNotDisturbSilences, "b"), (.whileInCall, "s"), (.disabledProviders, "as"),
    ]

    private static let types = [
        "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "h", "v", "as", "ay", "a{sv}", "a{ss}", "aa{sv}",
        "a(ss)", "(ss)", "a(sss)", "(sss)", "(sa{sv})", "a{s(bav)}", "aav", "a{tv}",
    ]

    private static let words: [String] =
        Handle.Kind.allCases.map(\.rawValue) + CallState.allCases.map(\.rawValue)
        + EndedReason.allCases.map(\.rawValue) + ActionWord.allCases.map(\.rawValue)
        + DTMFType.allCases.map(\.rawValue) + Verdict.allCases.map(\.rawValue) + Relation.allCases.map(\.rawValue)
        + [
            "headset", "1", "12#,A", "true", CallManagerName.call.text, CallManagerName.audio.text, "Muted", "State",
            "Alert",
        ]

    /// A signature of at most three complete types.
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
        case "o":
            let root = CallManagerName.path.text
            body.text(Array(input.pick(["/", root, root + "/providers/1"]).utf8))
        case "g": body.signature(input.pick(["", "s", "a{sv}", "(", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaas"]))
        case "v":
            // Deep variants come from the mode that takes raw bytes.
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
