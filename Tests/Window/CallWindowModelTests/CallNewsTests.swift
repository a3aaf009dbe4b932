// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import SDBus
import Testing

/// What the window says of a call that something happened to, and of one that is over.
struct CallNewsTests {
    private static func call(_ id: String, _ state: CallState, _ more: [Key: Variant] = [:]) -> CallRecord {
        CallScreenTests.call(id, state, more)
    }

    private static func plain(_ text: String) -> String {
        String(text.filter { !["\u{2066}", "\u{2068}", "\u{2069}"].contains($0) })
    }

    /// Ada is resumed after Grace has ended for that reason.
    private static func resumed(after reason: EndedReason) -> CallNews {
        var (news, registry) = (CallNews(), Registry())
        let ended: [Key: Variant] = [.endedReason: .string(reason.rawValue)]
        news.removed(call("Grace", .ended, ended))
        let ada = call("Ada", .active, [.reason: .string("resumed"), .reasonCall: .string("Grace")])
        registry.calls["/Ada"] = ada
        news.changed(call("Ada", .held), ada, in: registry, at: 1_000)
        return news
    }

    @Test func `A call that resumes because the other side of another call hung up says so for ten seconds`() {
        let news = Self.resumed(after: .remoteEnded)
        let text = Self.plain(news.text(of: "Ada", at: 1_000))
        #expect(text == "Name of Grace hung up. You are talking to Name of Ada again.")
        let end = 1_000 + CallNews.length
        #expect(news.end(of: "Ada", after: 1_000) == end && news.end(of: "Ada", after: end) == nil)
        #expect(!news.text(of: "Ada", at: end - 1).isEmpty && news.text(of: "Ada", at: end).isEmpty)
        let own = Self.resumed(after: .localEnded)
        #expect(Self.plain(own.text(of: "Ada", at: 1_000)) == "You are talking to Name of Ada again.")
    }

    @Test func `A call that is held for another one says with whom the user talks`() {
        var (news, registry) = (CallNews(), Registry())
        registry.calls["/Grace"] = Self.call("Grace", .active)
        let held = Self.call("Ada", .held, [.reason: .string("held-for-answer"), .reasonCall: .string("Grace")])
        news.changed(Self.call("Ada", .active), held, in: registry, at: 1)
        #expect(Self.plain(news.text(of: "Ada", at: 2)) == "On hold, because you talk to Name of Grace.")
        // Another change of the call keeps the sentence, and another reason removes it.
        news.changed(held, held, in: registry, at: 3)
        #expect(!news.text(of: "Ada", at: 4).isEmpty)
        news.changed(held, Self.call("Ada", .held, [.reason: .string("held-by-request")]), in: registry, at: 5)
        #expect(news.text(of: "Ada", at: 6).isEmpty)
    }

    @Test(arguments: [Reason.heldByRequest, .resumedByRequest, .answered, .groupedByRequest, .resumedForGroup])
    func `What the user did is no news`(_ reason: Reason) {
        var news = CallNews()
        let after = Self.call("Ada", .active, [.reason: .string(reason.rawValue)])
        news.changed(Self.call("Ada", .held), after, in: Registry(), at: 1)
        #expect(news.text(of: "Ada", at: 1).isEmpty)
    }

    /// Whether the call is outgoing, whether it had connected, its end, and what the window says.
    private static let ends: [(Bool, Bool, Reason, EndedReason, String)] = [
        (false, true, .endedByProvider, .remoteEnded, "Name of Ada hung up · 12:34"),
        (true, true, .endedByProvider, .remoteEnded, "Name of Ada hung up · 12:34"),
        (true, false, .endedByProvider, .remoteEnded, "Busy"),
        (true, false, .endedByProvider, .unanswered, "No answer"),
        (true, false, .connectTimedOut, .unanswered, "No answer"),
        (false, false, .endedByProvider, .unanswered, "Missed call from Name of Ada"),
        (false, false, .endedByProvider, .answeredElsewhere, "Answered on another device"),
        (false, true, .endedByProvider, .failed, "The call with Name of Ada failed"),
        (false, true, .providerLost, .failed, "Phone has closed, and its call is over"),
        (false, true, .endedByProvider, .unknown, "Call ended · 12:34"),
        (false, true, .endedByRequest, .localEnded, ""), (false, true, .endedByProvider, .localEnded, ""),
        (false, false, .endedByProvider, .declined, ""), (false, true, .endedForAnswer, .localEnded, ""),
    ]

    @Test(arguments: Self.ends)
    func `An end that the user did not cause is one short fact, and the user's own end is none`(
        isOutgoing: Bool, isConnected: Bool, reason: Reason, ended: EndedReason, text: String
    ) {
        let call = Self.call(
            "Ada", .ended,
            [
                .outgoing: .bool(isOutgoing), .connectedAt: .uint64(isConnected ? 1_000_000 : 0),
                .endedAt: .uint64(755_000_000), .reason: .string(reason.rawValue),
                .endedReason: .string(ended.rawValue),
            ])
        #expect(Self.plain(call.farewell) == text)
        #expect(Self.plain(call.endText) == (isConnected ? "Call ended · 12:34" : "Call ended"))
        var gone = call
        gone.properties[.state] = .string("active")
        #expect(gone.farewell.isEmpty, "the service has gone, and nobody knows how the call ended")
    }

    @Test(arguments: [(false, "You can be heard."), (true, "You are still muted.")])
    func `A failed mute says whether the user can be heard`(_ isMuted: Bool, _ text: String) {
        var registry = Registry()
        registry.calls["/Ada"] = Self.call("Ada", .active, [.muted: .bool(isMuted)])
        for reason in [Reason.muteFailed, .muteTimedOut] {
            let details = [String: Variant]([.reason: .string(reason.rawValue), .reasonCall: .string("Ada")])
            #expect(TransactionWords.failure(details, registry) == text)
        }
        let held = [String: Variant]([.reason: .string("hold-failed"), .reasonCall: .string("Ada")])
        #expect(TransactionWords.failure(held, registry).contains("hold"))
    }
}
