// SPDX-License-Identifier: MIT

import BusTesting
import CallClient
import CallInterface
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
            "LocalizedCallerName": .string("Ada\u{1F}\u{1E}"),
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
        #expect(again.app == "Phone")
        calls.remove("call-1")
        #expect(remembered.all.isEmpty)
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
        #expect(try #require(remembered["call-1"]).app == app)
    }
}
