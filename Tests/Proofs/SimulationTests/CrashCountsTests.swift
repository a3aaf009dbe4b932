// SPDX-License-Identifier: MIT

import Testing

@testable import CallService

/// The decision whose state is given up, without a service.
struct CrashCountsTests {
    @Test func `Services that end with a user at hand cost this user the state, step by step`() {
        var crashes = CrashCounts()
        var recoveries: [Recovery] = []
        for _ in 0..<6 {
            crashes.add(.user(1))
            recoveries.append(crashes.recovery(of: 1))
        }
        #expect(recoveries == [.proceed, .proceed, .reduce, .reset, .drop, .drop])
        #expect(crashes.recovery(of: 2) == .proceed && !crashes.areOfFile)
    }

    @Test func `A kill while nothing is at hand is no crash, and an answered client clears the crashes of its user`() {
        var crashes = CrashCounts()
        for _ in 0..<9 {
            crashes.add(.nothing)
            crashes.add(.user(1))
            crashes.add(.user(2))
            crashes.clear(.user(2))
        }
        #expect(crashes.counts == [.user(1): 9])
    }

    @Test func `Services that end with the file at hand cost the file, and no services before a whole read`() {
        var crashes = CrashCounts()
        for _ in 0..<4 { crashes.add(.file) }
        #expect(!crashes.areOfFile)
        crashes.add(.file)
        #expect(crashes.areOfFile && crashes.recovery(of: 0) == .proceed)
    }

    @Test func `The words in the folder have the crashes and what is at hand`() {
        var crashes = CrashCounts()
        for uid in [0, 1_000, UInt32.max] { crashes.add(.user(uid)) }
        crashes.add(.file)
        crashes.add(.file)
        #expect(crashes.words.count == CrashCounts.words - 1)
        #expect(CrashCounts([AtHand.file.word] + crashes.words) == crashes)
        for atHand in [AtHand.nothing, .file, .user(0), .user(.max)] { #expect(AtHand(atHand.word) == atHand) }
        #expect(AtHand(0) == .nothing)
    }

    @Test func `Only so many users have crashes as there are words, and no more words are written`() {
        var crashes = CrashCounts()
        for uid in 0..<UInt32(CrashCounts.words * 2) { crashes.add(.user(uid)) }
        #expect(crashes.words.count == CrashCounts.words - 1)
    }

    @Test func `If the words do not hold all users, those with the most crashes have one`() {
        var crashes = CrashCounts()
        for uid in 0..<UInt32(CrashCounts.words * 2) { crashes.add(.user(uid)) }
        for _ in 0..<4 { crashes.add(.user(7)) }
        let kept = CrashCounts([AtHand.nothing.word] + crashes.words)
        #expect(kept.recovery(of: 7) == .drop && kept.counts.count == CrashCounts.words - 1)
    }
}
