// SPDX-License-Identifier: MIT

import BusTesting
import SipTesting
import Testing

@Suite(.serialized) struct SipCallTests {
    @Test func `Two phones hear each other`() throws {
        let bus = try BusDaemon.session()
        let sound = try SoundServer(on: bus, of: .alice)
        let alice = try SipPhone(name: "alice", user: .alice, sound: sound, hertz: 440)
        let bob = try SipPhone(name: "bob", user: .alice, sound: sound, hertz: 1_000)
        let call = try bob.dial(alice)
        try alice.isSilent()
        try bob.isSilent()
        try alice.answer(call)
        try alice.hears(bob)
        try bob.hears(alice)
    }
}
