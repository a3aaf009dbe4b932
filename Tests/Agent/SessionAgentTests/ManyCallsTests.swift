// SPDX-License-Identifier: MIT

import BusTesting
import CallClient
import CallInterface
import Glibc
import PulseAudio
import SDBus
import Testing

@testable import SessionAgent

/// More calls than a person can act on: what is shown, and what it costs.
struct ManyCallsTests {
    /// Calls that ring, of the providers with these identifiers and apps; each provider has `count` of them.
    private func state(_ providers: [(identifier: String, app: String)], _ count: Int) -> DesktopState {
        var objects: Registry.Objects = [:]
        var number: UInt64 = 0
        for (identifier, app) in providers {
            objects[ObjectPath(trusted: "/calls/provider/\(identifier)")] = [
                CallManagerName.provider.text: [String: Variant]([
                    .identifier: .string(identifier), .appID: .string(app),
                ])
            ]
            for _ in 0..<count {
                number += 1
                objects[ObjectPath(trusted: "/calls/call/\(number)")] = [
                    CallManagerName.call.text: [String: Variant]([
                        .uuid: .string("\(number)"), .provider: .string(identifier),
                        .providerName: .string("App \(app)"),
                        .state: .string(CallState.incoming.rawValue), .startedAt: .uint64(number),
                        .allowedActions: .strings([ActionWord.answerCall.rawValue, ActionWord.endCall.rawValue]),
                    ])
                ]
            }
        }
        var state = DesktopState()
        state.registry = Registry(objects, at: "/calls")
        return state
    }

    private func change(_ state: inout DesktopState, _ call: Int, _ properties: KeyValuePairs<Key, Variant>) {
        state.registry.calls["/calls/call/\(call)"]?.properties.merge([String: Variant](properties)) { $1 }
    }

    @Test func `Twenty calls of an app are shown one by one, and the rest of this app's calls as a number`() throws {
        #expect(state([("one", "")], 20).index.more == [])
        let many = state([("one", ""), ("two", "")], 100).index
        let shown = (1...20).map(String.init) + (101...120).map(String.init)
        #expect(many.shown.map(\.uuid) == shown)
        #expect(many.more.map(\.count) == [80, 80])
        let banner = Banner(try #require(many.more.first))
        #expect(banner.summary == "More calls from \u{2068}App \u{2069}: 80")
        #expect(banner.buttons == [] && banner.isQuiet && !banner.isUrgent)
        var keys = ActionKeys()
        let hints = banner.freedesktop(FreedesktopNotifications.Traits(), &keys).hints
        #expect(hints["category"] == .string("call"))
    }

    @Test func `A sandboxed app with several providers is one app`() {
        let many = state([("boxed.1", "boxed"), ("boxed.2", "boxed"), ("other", "")], 15).index
        #expect(many.shown.count == 35 && many.more.map(\.count) == [10])
    }

    @Test func `A host app with several identifiers is one app by its unit, or else by its process`() {
        let identifiers: [(identifier: String, app: String)] = (1...13).map { ("evil.\($0)", "") }
        var many = state(identifiers + [("good", "")], 20)
        #expect(many.index.shown.count == 280 && many.index.more == [])
        func give(_ key: Key, _ value: Variant) {
            for (identifier, _) in identifiers {
                many.registry.providers["/calls/provider/\(identifier)"]?.properties[key] = value
            }
        }
        give(.processID, .uint32(7))
        #expect(many.index.shown.count == 40 && many.index.more.map(\.count) == [240])
        // Neither a login session nor a terminal is an app.
        for unit in ["session-2.scope", "vte-spawn-1.scope"] {
            give(.unit, .string(unit))
            #expect(many.index.more.map(\.app) == ["process 7"])
        }
        give(.unit, .string("app-evil-1.scope"))
        #expect(many.index.shown.count == 40 && many.index.more.map(\.app) == ["unit app-evil-1.scope"])
    }

    @Test func `A call that the user answers or makes is shown before others that ring`() {
        var many = state([("one", "")], 30)
        change(&many, 30, [.state: .string(CallState.active.rawValue)])
        let shown = (1...19).map(String.init) + ["30"]
        #expect(many.index.shown.map(\.uuid) == shown)
        #expect(many.index.more.map(\.count) == [10])
    }

    @Test func `A flood of one app does not take the attention from the call of another app`() {
        var many = state([("evil", ""), ("good", "")], 1)
        #expect(many.index.mostUrgent == "2")
        // The calls of the flood begin later, so they are the newest ones.
        let flood = state([("evil", "")], 300)
        for number in 3...300 {
            many.registry.calls["/calls/call/\(number)"] = flood.registry.calls["/calls/call/\(number)"]
        }
        #expect(many.index.shown.count == 21)
        #expect(many.index.mostUrgent == "21")
        // The app is at its limit: another one changes nothing.
        let before = many.index.shown.map(\.uuid)
        many.registry.calls["/calls/call/301"] = flood.registry.calls["/calls/call/300"]?.renamed("301")
        #expect(many.index.shown.map(\.uuid) == before && many.index.mostUrgent == "21")
    }

    /// The processor time of all that the surfaces show of these calls.
    private func cost(_ calls: Int) -> Double {
        let one = state((0..<calls / 20).map { ("app\($0)", "") }, 20)
        return (0..<5).map { _ in
            let start = Self.now
            var state = DesktopState()
            state.registry = one.registry
            let banners = state.index.shown.compactMap { Banner($0, in: state, canBlock: true) }
            let facts = state.index.shown.compactMap { GnomeCallFacts($0, in: state) }
            #expect(banners.count == calls && facts.count == calls && ShownCalls(state).calls.count == calls)
            _ = (Sound(state), DesiredStreams(state))
            return Self.now - start
        }.min() ?? 0
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func `The work for one event does not grow with the square of the calls`() {
        // Of eight times as many calls the square would be 64 times the work.
        let (few, many) = (cost(100), cost(800))
        #expect(many < few * 24, "\(few) s, \(many) s")
    }

    /// The unit of the tests, and of the apps that they start, is no unit of one app.
    private static var hasApps: Bool { !StreamOwner.isOfOneApp(StreamOwner(of: UInt32(getpid())).unit) }

    @Test(.enabled(if: ManyCallsTests.hasApps, "all programs in the unit of the tests are one app"))
    func `A hundred ringing calls of one app have 21 notifications, and another app's call is shown`() throws {
        let desktop = try Desktop()
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let evil = try desktop.stage.app("Evil", ["LocalizedName": "Evil", "MaximumCallGroups": .uint32(256)])
        let other = try desktop.stage.app("Other", ["MaximumCallGroups": .uint32(256)])
        for number in 100..<200 {
            let provider = number < 150 ? evil : other
            try provider.ring("00000000-0000-4000-8000-000000000\(number)", name: "Caller \(number)")
        }
        // An app is a process.
        let good = try desktop.app()
        try good.type("incoming ada Ada")
        var ids: [UInt32: String] = [:]
        func hasEnd(_ end: String) -> Bool { ids.values.contains { $0.hasSuffix(end) } }
        while !hasEnd("Ada\u{2069}") || !hasEnd(": 80") {
            let shown = try server.next()
            ids[shown.id] = shown.summary
        }
        #expect(ids.values.count { $0.contains("Caller") } == 20)
        #expect(ids.count == 22)
    }
}

extension CallRecord {
    fileprivate func renamed(_ uuid: String) -> CallRecord {
        CallRecord(properties.merging([String: Variant]([.uuid: .string(uuid), .startedAt: .uint64(1_000)])) { $1 })
    }
}
