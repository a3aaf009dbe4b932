// SPDX-License-Identifier: MIT

import CallInterface
import SDBus
import Testing

@testable import CallClient
@testable import SessionAgent

/// Which sandboxed apps the user is asked about, and until when.
struct AppQuestionListTests {
    private var list: AppQuestionList
    private let one = RingingApp(call: "A", app: "org.example.One", name: "One")
    private let again = RingingApp(call: "B", app: "org.example.One", name: "One")
    private let two = RingingApp(call: "C", app: "org.example.Two", name: "Two")

    init() {
        var count = 0
        list = AppQuestionList {
            count += 1
            return "\(count)"
        }
    }

    private var asked: [String] { list.open.map(\.app) }

    @Test mutating func `The first call of an app asks, and its other calls ask nothing more`() {
        list.follow([one], decided: [], mayAsk: true)
        #expect(list.open == [AppQuestion(id: "1", app: "org.example.One", name: "One")])
        list.follow([one, again], decided: [], mayAsk: true)
        #expect(list.open.map(\.id) == ["1"])
    }

    @Test mutating func `An app that the user has decided about is not asked about`() {
        list.follow([one, two], decided: ["org.example.One"], mayAsk: true)
        #expect(asked == ["org.example.Two"])
        // In the window, meanwhile.
        list.follow([one, two], decided: ["org.example.One", "org.example.Two"], mayAsk: true)
        #expect(asked == [])
    }

    @Test mutating func `Nothing is asked while the decisions are not known, and a question goes with the directory`() {
        list.follow([one], decided: nil, mayAsk: true)
        #expect(asked == [])
        list.follow([one], decided: [], mayAsk: true)
        #expect(asked == ["org.example.One"])
        list.follow([one], decided: nil, mayAsk: true)
        #expect(asked == [])
    }

    @Test mutating func `A locked screen shows no question, which comes back with the user if the app still rings`() {
        list.follow([one], decided: [], mayAsk: false)
        #expect(asked == [])
        list.follow([one, two], decided: [], mayAsk: true)
        list.follow([one, two], decided: [], mayAsk: false)
        #expect(asked == [])
        list.follow([two], decided: [], mayAsk: true)
        #expect(asked == ["org.example.Two"])
    }

    @Test mutating func `A question stays after its call, so that the user may decline first`() {
        list.follow([one], decided: [], mayAsk: true)
        list.follow([], decided: [], mayAsk: true)
        #expect(asked == ["org.example.One"])
        let closed = list.close("1")
        #expect(closed?.app == "org.example.One" && closed?.calls == [])
    }

    @Test mutating func `Without an answer the app is asked about again at its next call, and not before`() {
        list.follow([one], decided: [], mayAsk: true)
        let closed = list.close("1")
        #expect(closed?.app == "org.example.One" && closed?.calls == ["A"])
        list.follow([one], decided: [], mayAsk: true)
        #expect(asked == [])
        list.follow([one, again], decided: [], mayAsk: true)
        #expect(list.open.map(\.id) == ["2"])
        let second = list.close("2")
        #expect(second?.calls == ["A", "B"])
        list.follow([again], decided: [], mayAsk: true)
        #expect(asked == [])
    }

    @Test mutating func `A question that is not open has no answer`() {
        list.follow([one], decided: [], mayAsk: true)
        let other = list.close("7")
        #expect(other == nil)
        _ = list.close("1")
        let twice = list.close("1")
        #expect(twice == nil)
    }

    @Test mutating func `Three apps are asked about at a time`() {
        let apps = (1...5).map { RingingApp(call: "\($0)", app: "org.example.App\($0)", name: "") }
        list.follow(apps, decided: [], mayAsk: true)
        #expect(asked == ["org.example.App1", "org.example.App2", "org.example.App3"])
        _ = list.close("2")
        list.follow(apps, decided: [], mayAsk: true)
        #expect(asked == ["org.example.App1", "org.example.App3", "org.example.App4"])
    }

    // MARK: Which calls

    private func ringing(
        _ state: CallState = .incoming, app: String = "org.example.One", _ providerClass: ProviderClass = .voip
    ) -> RingingApp? {
        let call = CallRecord([String: Variant]([.uuid: .string("A"), .state: .string(state.rawValue)]))
        let provider = [String: Variant]([
            .identifier: .string("org.example.One.2"), .appID: .string(app), .localizedName: .string("One"),
            .providerClass: .string(providerClass.rawValue),
        ])
        return RingingApp(call, ProviderRecord(provider))
    }

    @Test func `Only a ringing call of a sandboxed app asks, and no call of a modem`() {
        #expect(ringing() == one)
        #expect(ringing(app: "") == nil)
        #expect(ringing(app: "org.monkeycall.Modem", .cellular) == nil)
        for state in CallState.allCases where state != .incoming { #expect(ringing(state) == nil) }
    }

    // MARK: What the user sees

    @Test func `The question shows the name of the app as a text, and the id that the app cannot choose`() {
        let question = AppQuestion(id: "1", app: "org.example.One", name: "<b>Bank</b>")
        let banner = Banner(question)
        #expect(banner.summary == "Allow calls from \u{2068}<b>Bank</b>\u{2069}?")
        #expect(banner.lines(nil).first == "\u{2068}org.example.One\u{2069}")
        #expect(banner.buttons.map(\.label) == ["Allow", "Don't Allow"])
        #expect(!banner.isUrgent && banner.buttons.allSatisfy { !$0.goesOn })
        let nameless = Banner(AppQuestion(id: "1", app: "org.example.One", name: " "))
        #expect(nameless.summary == "Allow calls from \u{2068}org.example.One\u{2069}?")
    }
}
