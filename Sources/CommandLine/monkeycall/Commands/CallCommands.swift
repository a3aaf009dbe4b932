// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import CallLinks
import SDBus

struct Answer: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer a call.",
        discussion: "The service first puts an active call on hold, or ends it if it cannot be held.")

    @Argument(
        help: """
            The call, by the first characters of its id, at least four. Without it the one that has rung longest; a \
            silenced call comes last.
            """, completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "answered" }
    var action: ActionKind { .answer }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.isUnanswered }

    func preferred(of calls: [CallRecord]) -> [CallRecord] {
        Array((calls.filter { !$0.isSilenced } + calls).prefix(1))
    }
}

struct Decline: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decline a call that is ringing.",
        discussion: "It never ends a call that was answered meanwhile; use end for that.")

    @Argument(help: .call("ringing"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "declined" }
    var action: ActionKind { .end }
    var onlyIfRinging: Bool { true }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.state == .incoming }

    func check(_ call: CallRecord) throws(Failure) {
        guard call.state != .incoming else { return }
        throw Failure(
            .refused, "RequestTransaction.InvalidAction",
            "The call is \(call.state) and cannot be declined any more; to end it, use end")
    }
}

struct End: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a call in any state.",
        discussion: """
            Without a call it ends your current call (dialing, connecting or active), or else the only one on hold. \
            Of a conference it ends all calls. It ends a ringing call only by its id; use decline for others. A call \
            that was held to make room for the ended one then resumes by itself.
            """)

    @Argument(
        help: "The call, by the first characters of its id, at least four. Without it your current call.",
        completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "ended" }
    var action: ActionKind { .end }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.isUnderWay || call.state == .held }

    func advice(in registry: Registry) -> String {
        registry.calls.values.contains(where: \.isUnanswered) ? "; to refuse the one that rings, use decline" : ""
    }
}

struct Hold: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a call on hold.",
        discussion: "Both sides then hear nothing, and the microphone is free.")

    @Argument(help: .call("not on hold yet"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "put on hold" }
    var action: ActionKind { .setHeld(true) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool {
        call.state == .active && call.allows(action.word)
    }
}

struct Resume: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take a call off hold.",
        discussion: "The service first puts an active call on hold, or ends it if it cannot be held.")

    @Argument(help: .call("on hold"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "resumed" }
    var action: ActionKind { .setHeld(false) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.state == .held }
}

struct Swap: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Talk to the call on hold, and put your current call on hold.",
        discussion: "It ends no call: if your current call cannot be held, nothing changes.")

    @Argument(help: .call("on hold"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "resumed" }
    var action: ActionKind { .setHeld(false) }
    var endsOthers: Bool { false }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.state == .held }
}

struct Merge: ActionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Join your current call and another call of the same app to a conference.",
        discussion: "Both may be conferences already. Use group to name both calls, and ungroup to take one out.")

    @Argument(
        help: """
            The other call, by the first characters of its id, at least four. Leave it out if only one call can be \
            merged with your current one.
            """, completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    func perform() throws(Failure) {
        let service = try options.control.connect()
        let registry = try service.registry()
        let mine = try select(nil, toBe: "merged", in: registry) { call?.fits($0.uuid) != true }
        let others = try select(call, toBe: "merged with your current call", in: registry) {
            $0.provider == mine[0].provider && $0.group != mine[0].group
        }
        let (joining, joined) = others.count == 1 ? (others, mine[0]) : (mine, others[0])
        guard let group = CallID(joined.uuid) else { throw .refused(.failed("The call to join has no UUID")) }
        try perform(
            joining.map { ActionRequest(kind: .setGroup(with: group), call: $0.uuid) }, on: service, registry,
            done: "joined \(registry.shortID(joined.uuid))")
    }

    private func select(
        _ reference: IDPrefix?, toBe verb: String, in registry: Registry, where fits: (CallRecord) -> Bool
    ) throws(Failure) -> [CallRecord] {
        try registry.selectAll(
            reference, toBe: verb, where: { $0.allows(.setGroup) && fits($0) }, preferring: \.current,
            otherwise: "; a conference needs two calls of an app that can join them",
            allowing: { $0.count == 1 || reference == nil && $0.isConference })
    }
}

struct Group: ActionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Join two calls of the same provider to a conference.")

    @Argument(help: "The call, by the first characters of its id.", completion: .calls)
    var call: IDPrefix
    @Argument(help: "The call to join, by the first characters of its id.", completion: .calls)
    var with: IDPrefix
    @OptionGroup var options: ActionOptions

    func perform() throws(Failure) {
        let service = try options.control.connect()
        let registry = try service.registry()
        let (one, other) = (try select(call, in: registry), try select(with, in: registry))
        guard let group = CallID(other.uuid) else { throw .refused(.failed("The call to join has no UUID")) }
        try perform(
            [ActionRequest(kind: .setGroup(with: group), call: one.uuid)], on: service, registry,
            done: "joined \(registry.shortID(other.uuid))")
    }

    private func select(_ reference: IDPrefix, in registry: Registry) throws(Failure) -> CallRecord {
        try registry.select(reference, toBe: "joined") { _ in true }
    }
}

struct Ungroup: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take a call out of its conference.",
        discussion: "It becomes the active call; the app puts the rest of the conference on hold.")

    @Argument(help: .call("in a conference"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "taken out of its conference" }
    var takesConference: Bool { false }
    var action: ActionKind { .setGroup(with: nil) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { !registry.companions(of: call).isEmpty }
}

struct DTMF: CallCommand {
    static let configuration = CommandConfiguration(
        commandName: "dtmf",
        abstract: "Play tones to the other side of a call.",
        usage: "monkeycall dtmf [<call>] <digits> [<options>]",
        discussion: """
            One argument is the digits; the command then uses the only call that can play tones. Between the tones a \
            comma or p is a pause of 2 seconds, and a semicolon or w a wait, for which the app pauses as long.

            EXAMPLES
              monkeycall dtmf '1#'
              monkeycall dtmf '1,,2'
            """)

    @Argument(
        help: ArgumentHelp(
            "The call, by the first characters of its id, and the digits: 0 to 9, A to D, * and #, with , p ; w for pauses.",
            valueName: "call digits"),
        completion: .calls)
    var words: [String]
    @OptionGroup var options: ActionOptions

    var call: IDPrefix? { words.count > 1 ? IDPrefix(argument: words[0]) : nil }
    var digits: String { words.last?.tones ?? "" }
    var participle: String { "sent tones" }
    var done: String { "was sent \(digits)" }
    var action: ActionKind { .playDTMF(digits: digits, .singleTone) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.allows(action.word) }

    func validate() throws {
        guard (1...2).contains(words.count) else { throw ValidationError("Give the call and the digits, nothing else") }
        if words.count == 2, call == nil { throw ValidationError("'\(words[0])' is not the beginning of a call's id") }
        guard !digits.isEmpty else {
            let text = words.last ?? ""
            throw ValidationError("'\(text)' is not made of 0 to 9, A to D, *, # and the pauses , p ; w only")
        }
    }
}
