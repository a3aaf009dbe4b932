// SPDX-License-Identifier: MIT

import SDBus
import Testing

@testable import CallClient
@testable import SessionAgent

/// The choice of the sound, without a sound server.
struct SoundTests {
    private static let phone = Sound.ring(Sound.ProviderTone(object: "/phone", themed: ""))
    private static let chat = Sound.ring(Sound.ProviderTone(object: "/chat", themed: "bell"))

    /// A state with an incoming call of each of these providers. The first call is the oldest.
    private func state(_ alert: String, _ calls: [String], silenced: Set<String> = []) -> DesktopState {
        var state = DesktopState()
        state.audio.properties = ["Alert": .string(alert)]
        for (path, identifier, ringtone) in [("/phone", "phone", ""), ("/chat", "chat", "bell")] {
            let properties: [String: Variant] = ["Identifier": .string(identifier), "Ringtone": .string(ringtone)]
            state.registry.providers[path] = ProviderRecord(properties)
        }
        for (index, provider) in calls.enumerated() {
            state.registry.calls["/\(index)"] = CallRecord([
                "UUID": .string("\(index)"), "Provider": .string(provider), "State": .string("incoming"),
                "StartedAt": .uint64(UInt64(index + 1)), "Silenced": .bool(silenced.contains(provider)),
            ])
        }
        return state
    }

    @Test func `The service's Alert determines the sound`() {
        #expect(Sound(state("ring", ["phone"])) == Self.phone)
        #expect(Sound(state("call-waiting", ["phone"])) == .callWaiting)
        for alert in ["none", "silent", "", "word of a later version"] {
            #expect(Sound(state(alert, ["phone"])) == nil)
        }
    }

    @Test func `The ringtone is that of the first call that is not silenced`() {
        #expect(Sound(state("ring", ["chat", "phone"])) == Self.chat)
        #expect(Sound(state("ring", ["chat", "phone"], silenced: ["chat"])) == Self.phone)
    }

    @Test func `A second ringing call does not change the ringtone, and the last one has its own`() {
        #expect(Sound(state("ring", ["chat", "phone"]), after: Self.phone) == Self.phone)
        #expect(Sound(state("ring", ["chat"]), after: Self.phone) == Self.chat)
    }

    @Test func `A ringtone that may be a file of an app ends when a call of another app rings`() {
        let users = Sound.ring(Sound.ProviderTone())
        #expect(Sound(state("ring", ["phone", "phone"]), after: Self.phone, mayBeFile: true) == Self.phone)
        #expect(Sound(state("ring", ["phone", "chat"]), after: Self.phone, mayBeFile: true) == Self.chat)
        var plain = state("ring", ["phone", "chat"])
        plain.registry.providers["/chat"] = ProviderRecord(["Identifier": .string("chat")])
        #expect(Sound(plain, after: Self.phone, mayBeFile: true) == users)
        // Without a file the present ringtone goes on, and so does the user's.
        #expect(Sound(plain, after: Self.phone) == Self.phone)
        #expect(Sound(state("ring", ["phone", "chat"]), after: users) == users)
        #expect(Sound(state("ring", ["phone"]), after: users) == Self.phone)
        // No app's file is the first one.
        #expect(Sound(plain) == users)
    }

    @Test func `No sound plays before the calling provider is known`() {
        #expect(Sound(state("ring", [])) == nil)
    }

    @Test func `No sound plays while another shell is primary`() {
        #expect(Sound(DesktopState()) == nil)
    }
}
