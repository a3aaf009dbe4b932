// SPDX-License-Identifier: MIT

import BusTesting
import CallClient
import CallInterface
import ConfigurationText
import Foundation
import SDBus
import Testing

@testable import SessionAgent

/// The memory of missed calls.
struct MissedCallTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private var remembered: MissedCalls { MissedCalls(Journal("missed", in: folder.url.path)) }

    private func missed(_ number: Int, of app: String = "Phone") -> MissedCall {
        let call = CallRecord([
            "UUID": .string("call-\(number)"), "Provider": .string("org.example.Phone"),
            "ProviderName": .string("Phone"),
            "RemoteHandle": WireHandle(type: Received(.phoneNumber), value: "+49\(number)").variant,
            "LocalizedCallerName": .string("Ada\u{1F}\u{1E}"), "StartedAt": .uint64(UInt64(number) + 1),
            "EndedAt": .uint64(UInt64(number) + 2), "FilteredBy": .string("do-not-disturb"),
            "Formatted": .string("030 \(number)"),
        ])
        return MissedCall(call: call, icon: "phone", desktopEntry: "org.example.Phone", app: app)
    }

    @Test func `The record of a missed call has all that the next agent needs to call back`() throws {
        var calls = remembered
        calls.append(missed(1))
        let again = try #require(remembered["call-1"])
        #expect(again.call.provider == "org.example.Phone" && again.call.providerName == "Phone")
        #expect(again.call.handle == WireHandle(type: Received(.phoneNumber), value: "+491"))
        #expect(again.icon == "phone" && again.desktopEntry == "org.example.Phone" && again.failure == nil)
        #expect(again.app == "Phone" && again.filter == .doNotDisturb)
        #expect(again.call.startedAt == 2 && again.call.endedAt == 3 && again.call.address == "030 1")
        calls.remove("call-1")
        #expect(remembered.all.isEmpty)
    }

    @Test(arguments: ["org.example.Phone", "org.monkeycall.Echo"])
    func `A test call is no missed call, whether it rang too long or was refused`(_ provider: String) {
        let isReal = provider == "org.example.Phone"
        let unanswered = CallRecord([
            "Provider": .string(provider), "State": .string("ended"), "EndedReason": .string("unanswered"),
        ])
        #expect(unanswered.isMissed == isReal)
        let refused = CallRecord(["Provider": .string(provider), "FilteredBy": .string("do-not-disturb")])
        #expect(refused.isRefusedForNow == isReal)
    }

    @Test func `The oldest of too many missed calls are dropped, and none is stored twice`() {
        var calls = remembered
        for number in 0...MissedCalls.limit { calls.append(missed(number)) }
        calls.append(missed(MissedCalls.limit))
        #expect(calls.all.count == MissedCalls.limit && calls["call-0"] == nil && calls["call-1"] != nil)
        #expect(remembered.all.map(\.call.uuid) == calls.all.map(\.call.uuid))
    }

    @Test func `Many missed calls of one app push out its own, and none of another app`() {
        var calls = remembered
        calls.append(missed(0, of: "Good"))
        for number in 1...100 { calls.append(missed(number, of: "Evil")) }
        #expect(calls.all.count == MissedCalls.limit && calls["call-0"] != nil)
        #expect(calls["call-81"] == nil && calls["call-82"] != nil)
        calls.append(missed(101, of: "Good"))
        #expect(calls["call-0"] != nil && calls["call-101"] != nil && calls["call-82"] == nil)
    }

    @Test func `The record of an agent of an earlier version is a missed call of its provider`() throws {
        let app = "org.example.Phone"
        let record = ["call-1", app, "Phone", "phone-number", "+491", "Ada", "phone", app]
        #expect(Journal("missed", in: folder.url.path).write([record]))
        let known = try #require(remembered["call-1"])
        #expect(known.app == app && known.words(at: Self.noon).isEmpty)
    }

    // MARK: The words

    /// Noon of a day, in the time zone of the user.
    private static let noon: UInt64 = {
        let moment: UInt64 = 1_800_000_000_000_000
        return moment - UInt64(LocalTime.second(of: moment)) * 1_000_000 + 12 * 3_600_000_000
    }()

    /// The words for a call that came that long before noon, and that `outcome` refused.
    private func words(hours: UInt64, _ outcome: String = "") -> String {
        let call = CallRecord([
            "StartedAt": .uint64(Self.noon - hours * 3_600_000_000), "EndedAt": .uint64(Self.noon),
            "Outcome": .string(outcome),
        ])
        return MissedCall(call: call, icon: "", desktopEntry: "", app: "").words(at: Self.noon)
    }

    @Test func `A missed call has its time, with the day if that is not today`() throws {
        #expect(words(hours: 1).wholeMatch(of: /\d\d:\d\d/) != nil)
        #expect(words(hours: 24).wholeMatch(of: /Yesterday \d\d:\d\d/) != nil)
        #expect(words(hours: 3 * 24).wholeMatch(of: /[A-Z][a-z]+day \d\d:\d\d/) != nil)
        #expect(words(hours: 10 * 24).wholeMatch(of: /[A-Z][a-z]+ \d+ \d\d:\d\d/) != nil)
        #expect(words(hours: 1, "missed") == words(hours: 1))
    }

    @Test func `A missed call says that do-not-disturb or another call kept it from ringing`() {
        #expect(words(hours: 1, "do-not-disturb") == words(hours: 1) + ", while Do Not Disturb was on")
        #expect(words(hours: 1, "busy") == words(hours: 1) + ", while you were in another call")
    }

    @Test func `Missed calls that share a notification have their callers in one line, each once, the newest first`() {
        func banner(_ names: [String]) -> Banner {
            let calls = names.enumerated().map { number, name in
                var missed = missed(number)
                missed.call.properties[.localizedCallerName] = .string(name)
                return missed
            }
            return Banner(earlier: calls, in: DesktopState())
        }
        #expect(banner(["Ada", "Grace", "Ada"]).lines(nil) == ["\u{2068}Ada\u{2069}, \u{2068}Grace\u{2069}"])
        #expect(banner(["A", "B", "C", "D", "E", "F"]).lines(nil).map(\.withoutIsolation) == ["F, E, D, C, …"])
    }
}
