// SPDX-License-Identifier: MIT

import CallCore
public import SDBus
import Testing

@testable import CallStories

/// The sentences that `monkeycall why` makes of moments.
struct StoryTellerTests {
    @Test func `The story of a call that was held and resumed consists of sentences`() {
        let teller = tell(
            [
                ["Event": "appeared", "State": "incoming"],
                ["Event": "requested", "Action": "answer-call", "Origin": "shell"],
                ["Event": "delivered", "Action": "answer-call", "Origin": "shell"],
                ["Event": "moved", "State": "connecting"],
            ], [["Event": "moved", "State": "active", "Reason": "answered"], ["Event": "audio-gained"]],
            [
                held([
                    "Event": "delivered", "Action": "set-held", "Origin": "system", "Reason": "held-for-answer",
                    "ReasonCall": .string(Self.grace),
                ])
            ],
            [
                ["Event": "moved", "State": "held", "Reason": "held-for-answer", "ReasonCall": .string(Self.grace)],
                ["Event": "audio-lost"],
            ],
            [
                ["Event": "moved", "State": "active", "Reason": "resumed", "ReasonCall": .string(Self.grace)],
                ["Event": "audio-gained"],
            ], [["Event": "ended", "State": "ended", "EndedReason": "remote-ended", "Reason": "ended-by-provider"]])
        #expect(
            teller.heading
                == "Call 6ba7b810 with Ada Lovelace (+44 20) through MonkeyCall, incoming. Ended.")
        #expect(
            teller.lines.map(\.text) == [
                "MonkeyCall reported the call; it rang.", "Somebody at the shell asked to answer it.",
                "MonkeyCall was told to answer it.",
                "MonkeyCall answered: active, with the microphone and the speaker since then.",
                "Put on hold so that call 1b9d671b (Grace through Jabber) could be answered; it lost the audio.",
                "Resumed, because call 1b9d671b (Grace through Jabber), which it was held for, is over; it has the audio again.",
                "The other side hung up. Lasted 3 min 54 s.",
            ])
        #expect(teller.lines.map(\.time) == [1, 1, 1, 2, 4, 5, 6].map { $0 * 1_000_000 })
    }

    @Test func `The name of an app keeps its first letter at the beginning of a sentence`() {
        var storyCalls = StoryCalls()
        storyCalls.entries["6ba7b810-9dad-11d1-80b4-00c04fd430c8"] = StoryCalls.Entry(
            shortID: "6ba7b810", party: "Ada", name: "Ada", app: "org.example.Phone")
        let moments: [StoryMoment] = [
            StoryMoment(["Time": .uint64(1), "Event": "appeared", "State": "incoming"]),
            StoryMoment(["Time": .uint64(2), "Event": "requested", "Action": "answer-call", "Origin": "app"]),
            StoryMoment(["Time": .uint64(3), "Event": "audio-gained"]),
        ]
        let teller = StoryTeller(of: "6ba7b810-9dad-11d1-80b4-00c04fd430c8", moments, storyCalls)
        #expect(
            teller.lines.map(\.text) == [
                "org.example.Phone reported the call; it rang.", "org.example.Phone asked to answer it.",
                "It got the microphone and the speaker.",
            ])
    }

    @Test func `A sentence begins with a capital letter, unless it begins with the name or the identifier of an app`() {
        var storyCalls = StoryCalls()
        storyCalls.entries["a"] = StoryCalls.Entry(shortID: "a", app: "some")
        storyCalls.entries["b"] = StoryCalls.Entry(shortID: "b", app: "other phone")
        let words = StoryWords(call: "a", calls: storyCalls)
        #expect(words.sentence("some refused to hold it") == "some refused to hold it.")
        #expect(words.sentence("somebody asked to end it") == "Somebody asked to end it.")
        #expect(words.sentence("other phone refused to hold it") == "other phone refused to hold it.")
        #expect(words.sentence("org.example.New asked to end it") == "org.example.New asked to end it.")
    }

    @Test func `The heading of a story says which action is pending`() {
        var moments: [[String: Variant]] = [
            ["Event": "appeared", "State": "incoming"],
            ["Event": "requested", "Action": "answer-call", "Origin": "shell"],
        ]
        #expect(
            tell(moments, pendingAction: .answerCall).heading.hasSuffix(
                " It rings. MonkeyCall is to answer it, and will be told when other calls have made way."))
        moments += [
            ["Event": "delivered", "Action": "answer-call", "Origin": "shell"],
            ["Event": "moved", "State": "connecting"],
        ]
        #expect(
            tell(moments, pendingAction: .answerCall).heading.hasSuffix(
                " It is connecting. MonkeyCall is to answer it, and has not done so yet."))
        #expect(tell(moments).heading.hasSuffix(" It is connecting."))
    }

    @Test func `The story of a failed request names the app that failed`() {
        for (reason, blamed, sentence) in [
            ("hold-timed-out", Self.grace, "Jabber did not hold call 1b9d671b (Grace through Jabber) in time."),
            ("hold-failed", Self.grace, "Jabber refused to hold call 1b9d671b (Grace through Jabber)."),
            ("superseded", Self.ada, "somebody asked to end it."),
            (
                "call-is-protected", Self.grace,
                "call 1b9d671b (Grace through Jabber) would have had to end, and must not."
            ),
            ("provider-lost", Self.grace, "Jabber has left the bus."),
            ("maximum-call-groups-reached", Self.ada, "MonkeyCall has as many groups of calls as it may."),
            ("something-new", "", "something-new."),
        ] {
            let teller = tell([
                ["Event": "failed", "Action": "answer-call", "Reason": .string(reason), "ReasonCall": .string(blamed)]
            ])
            #expect(teller.lines.map(\.text) == ["It was not answered, because " + sentence])
        }
    }

    @Test func `A story tells an action that the app did not perform, unless its consequence is told`() {
        let hold: [String: Variant] = [
            "Event": "delivered", "Action": "set-held", "OnHold": .bool(true), "Origin": "system",
            "Reason": "held-for-start", "ReasonCall": .string(Self.grace),
        ]
        let teller = tell([hold], [held(["Event": "timed-out", "Action": "set-held"])])
        #expect(
            teller.lines.map(\.text) == [
                "MonkeyCall was told to put it on hold, so that call 1b9d671b (Grace through Jabber) could be placed.",
                "MonkeyCall did not put it on hold in time.",
            ])
        let ended = tell([
            ["Event": "refused", "Action": "answer-call"],
            ["Event": "ended", "State": "ended", "EndedReason": "failed", "Reason": "answer-failed"],
        ])
        #expect(ended.lines.map(\.text) == ["MonkeyCall refused to answer it; it ended as failed. Lasted 3 min 54 s."])
    }

    @Test func `Unknown words of a later service appear unchanged, and omitted moments are counted`() {
        let teller = tell(
            [["Event": "transferred", "Reason": "by-magic"]], [["Event": "muted", "Omitted": .uint32(12)]])
        #expect(
            teller.lines.map(\.text) == ["Transferred by-magic.", "… Moments that are left out here: 12.", "Muted."])
    }

    @Test func `A forgotten call is named by its id`() {
        let teller = tell([["Event": "stays-held", "ReasonCall": "99999999-0000-0000-0000-000000000000"]])
        #expect(
            teller.lines.map(\.text) == [
                "Call 99999999, which it was held for, is over; it stays on hold all the same."
            ])
    }

    @Test(arguments: CallFilter.allCases)
    func `The story of a refused call names the filter and tells of no ringing`(_ filter: CallFilter) {
        let told = [filter.rawValue, "moon-phase"].map { word in
            tell([
                ["Event": "appeared", "State": "incoming", "FilteredBy": .string(word)],
                ["Event": "ended", "State": "ended", "EndedReason": "filtered"],
            ]).lines.map(\.text)
        }
        #expect(told.allSatisfy { $0.count == 2 && $0[0] == "MonkeyCall reported the call." })
        #expect(!told[0][1].contains("refused by \(filter.rawValue)"))
        // Only a later version knows this word.
        #expect(told[1][1] == "It was refused by moon-phase.")
    }

    @Test(arguments: Reason.allCases) func `Every reason has a text other than its word in the contract`(
        _ reason: Reason
    ) {
        let word = Variant.string(reason.rawValue)
        let about: [String: Variant] = ["Action": "set-held", "Reason": word, "ReasonCall": .string(Self.grace)]
        let told = [
            tell([about.merging(["Event": "moved", "State": "held"]) { $1 }]),
            tell([about.merging(["Event": "failed"]) { $1 }]),
            tell([about.merging(["Event": "ended", "State": "ended", "EndedReason": "failed"]) { $1 }]),
        ].flatMap(\.lines).map(\.text)
        #expect(told.count == 3)
        #expect(!reason.rawValue.contains("-") || told.contains { !$0.contains(reason.rawValue) }, "\(told)")
    }

    @Test(arguments: MomentWord.allCases) func `Every kind of moment becomes a sentence`(_ what: MomentWord) {
        let lines = tell([
            ["Event": .string(what.rawValue), "Action": "answer-call", "State": "active", "Origin": "other"]
        ]).lines
        #expect(
            lines.count == 1 && lines[0].text.hasSuffix(".") && !lines[0].text.contains(what.rawValue + " answer-call"))
    }

    private static let ada = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    private static let grace = "1b9d671b-0000-4000-8000-000000000000"

    private func held(_ moment: [String: Variant]) -> [String: Variant] {
        moment.merging(["OnHold": .bool(true)]) { $1 }
    }

    /// Each list has the moments of one event.
    private func tell(_ turns: [[String: Variant]]..., pendingAction: ActionWord? = nil) -> StoryTeller {
        var storyCalls = StoryCalls()
        storyCalls.entries[Self.ada] = StoryCalls.Entry(
            shortID: "6ba7b810", party: "Ada Lovelace (+44 20)", name: "Ada Lovelace", app: "MonkeyCall")
        storyCalls.entries[Self.grace] = StoryCalls.Entry(
            shortID: "1b9d671b", party: "Grace (g@example.org)", name: "Grace", app: "Jabber", endedAt: 4_500_000)
        var moments: [[String: Variant]] = []
        for (number, turn) in turns.enumerated() {
            for moment in turn {
                moments.append(moment.merging(["Time": .uint64(UInt64(number + 1) * 1_000_000)]) { $1 })
            }
        }
        moments[0].merge(["ConnectedAt": .uint64(1_000_000), "EndedAt": .uint64(235_000_000)]) { $1 }
        return StoryTeller(
            of: Self.ada, moments.map { StoryMoment($0) }, storyCalls, pendingAction: pendingAction.map { Received($0) }
        )
    }
}

extension Variant: ExpressibleByStringLiteral {
    /// A variant with a string in it.
    public init(stringLiteral value: String) { self = .string(value) }
}
