// SPDX-License-Identifier: MIT

import Testing

@testable import CallService

/// The decision whose state is given up, without a service.
struct StrikesTests {
    @Test func `Services that end with a user at hand cost this user the state, step by step`() {
        var strikes = Strikes()
        var recoveries: [Recovery] = []
        for _ in 0..<6 {
            strikes.add(.user(1))
            recoveries.append(strikes.recovery(of: 1))
        }
        #expect(recoveries == [.proceed, .proceed, .reduce, .reset, .drop, .drop])
        #expect(strikes.recovery(of: 2) == .proceed && !strikes.areOfFile)
    }

    @Test func `A kill while nothing is at hand is no strike, and an answered client clears the strikes of its user`() {
        var strikes = Strikes()
        for _ in 0..<9 {
            strikes.add(.nothing)
            strikes.add(.user(1))
            strikes.add(.user(2))
            strikes.clear(.user(2))
        }
        #expect(strikes.counts == [.user(1): 9])
    }

    @Test func `Services that end with the file at hand cost the file, and no services before a whole read`() {
        var strikes = Strikes()
        for _ in 0..<4 { strikes.add(.file) }
        #expect(!strikes.areOfFile)
        strikes.add(.file)
        #expect(strikes.areOfFile && strikes.recovery(of: 0) == .proceed)
    }

    @Test func `The words in the folder have the strikes and what is at hand`() {
        var strikes = Strikes()
        for uid in [0, 1_000, UInt32.max] { strikes.add(.user(uid)) }
        strikes.add(.file)
        strikes.add(.file)
        #expect(strikes.words.count == Strikes.words - 1)
        #expect(Strikes([AtHand.file.word] + strikes.words) == strikes)
        for atHand in [AtHand.nothing, .file, .user(0), .user(.max)] { #expect(AtHand(atHand.word) == atHand) }
        #expect(AtHand(0) == .nothing)
    }

    @Test func `Only so many users have strikes as there are words, and no more words are written`() {
        var strikes = Strikes()
        for uid in 0..<UInt32(Strikes.words * 2) { strikes.add(.user(uid)) }
        #expect(strikes.words.count == Strikes.words - 1)
    }

    @Test func `If the words do not hold all users, those with the most strikes have one`() {
        var strikes = Strikes()
        for uid in 0..<UInt32(Strikes.words * 2) { strikes.add(.user(uid)) }
        for _ in 0..<4 { strikes.add(.user(7)) }
        let kept = Strikes([AtHand.nothing.word] + strikes.words)
        #expect(kept.recovery(of: 7) == .drop && kept.counts.count == Strikes.words - 1)
    }
}
