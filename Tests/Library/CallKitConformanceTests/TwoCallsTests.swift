// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// Two or three calls, of one app or of two.
@Suite(.daemonLogs)
final class TwoCallsTests: TwoAppsSuite {
    // MARK: An incoming call during another call

    @Test func `End & Accept ends one call and answers the other in one app`() throws {
        try talk()
        try scene.does(phone, "ring B")
        try scene.shell().request([.end("A"), .answer("B")])
        try scene.expect(["Phone": ["end A", "deactivate", "answer B", "activate"]])
        try scene.expect(calls: "B active")
    }

    @Test func `A transaction continues when the remote side ends the call that was to be held`() throws {
        try talk()
        try scene.does(phone, "ring B", "habit execute", "drop-habit obey")
        try scene.shell().request([.hold("A"), .answer("B")])
        try scene.expect(["Phone": ["execute hold A, answer B", "hold A"]])
        try phone.does("ended A remote-ended")
        try scene.expect(["Phone": ["deactivate", "answer B"]])
        try phone.does("pending", "fulfil", "fulfil")
        try scene.expect(["Phone": ["pending answer B", "activate"]])
        try phone.does("pending")
        try scene.expect(["Phone": ["pending "]])
    }

    @Test func `End & Accept ends a call of one app and answers a call of another`() throws {
        try talk()
        try scene.does(chat, "ring B")
        try scene.shell().request([.end("A"), .answer("B")])
        try scene.expect(["Phone": ["end A", "deactivate"], "Chat": ["answer B", "activate"]])
    }

    @Test func `Hold & Accept holds one call and answers the other in one app`() throws {
        try talk()
        try scene.does(phone, "ring B")
        try scene.shell().request([.hold("A"), .answer("B")])
        try scene.expect(["Phone": ["hold A", "deactivate", "answer B", "activate"]])
        try scene.expect(calls: "A held, B active")
    }

    @Test func `Hold & Accept holds a call of one app and answers a call of another`() throws {
        try talk()
        try scene.does(chat, "ring B")
        try scene.shell().request([.hold("A"), .answer("B")])
        try scene.expect(["Phone": ["hold A", "deactivate"], "Chat": ["answer B", "activate"]])
    }

    @Test func `An answer first holds the other app's call`() throws {
        try talk()
        try scene.does(chat, "ring B")
        try phone.does("drop-habit obey")
        try chat.does("request answer B")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try scene.expect(calls: "A active, B incoming")
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"], "Chat": ["answer B", "activate"]])
    }

    @Test func `An answer ends a call that cannot be held`() throws {
        try talk("holding=no")
        try scene.does(chat, "ring B")
        try chat.does("request answer B")
        try scene.expect(["Phone": ["end A", "deactivate"], "Chat": ["accepted", "answer B", "activate"]])
        try scene.expect(calls: "B active")
    }

    @Test func `An answer ends a call that can no longer be held`() throws {
        try talk()
        try scene.does(phone, "update A holding=no")
        try scene.does(chat, "ring B")
        try scene.shell().ask("Answer", "B")
        try scene.expect(["Phone": ["end A", "deactivate"], "Chat": ["answer B", "activate"]])
    }

    @Test func `End Held & Accept ends the held call, holds the active call and answers the third`() throws {
        try talk()
        try scene.does(phone, "ring B", "request answer B")
        try scene.does(chat, "ring C")
        try scene.shell().request([.end("A"), .hold("B"), .answer("C")])
        try scene.expect(["Phone": ["end A", "hold B", "deactivate"], "Chat": ["answer C", "activate"]])
        try scene.expect(calls: "B held, C active")
    }

    @Test func `Each of two ringing calls can be answered, and the other keeps ringing`() throws {
        try scene.does(phone, "ring A")
        try scene.does(chat, "ring B")
        try scene.expect(calls: "A incoming, B incoming")
        try scene.shell().ask("Answer", "B")
        try scene.expect(["Chat": ["answer B", "activate"]])
        try scene.expect(calls: "A incoming, B active")
        try scene.shell().ask("Answer", "A")
        try scene.expect(["Phone": ["answer A", "activate"], "Chat": ["hold B", "deactivate"]])
    }

    // MARK: A second outgoing call

    @Test func `A second outgoing call holds the other app's call`() throws {
        try talk()
        try chat.does("request start B +1")
        try scene.expect([
            "Phone": ["hold A", "deactivate"], "Chat": ["accepted", "start B +1", "activate"],
        ])
        try scene.expect(calls: "A held, B dialing")
    }

    @Test func `A second outgoing call of an app holds its first call`() throws {
        try talk()
        try phone.does("request start B +1")
        try scene.expect(["Phone": ["accepted", "hold A", "deactivate", "start B +1", "activate"]])
    }

    @Test func `A second outgoing call is not placed if the hold is refused`() throws {
        try talk()
        try phone.does("drop-habit obey")
        try chat.does("request start B +1")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try phone.does("fail")
        try scene.expect(["Chat": ["timed out start B +1"]])
        try scene.expect(calls: "A active")
    }

    // MARK: Swap

    @Test func `Swap holds one call and resumes the other in one app`() throws {
        try talk()
        try scene.does(phone, "ring B", "request answer B")
        try phone.does("request hold B, resume A")
        try scene.expect(["Phone": ["accepted", "hold B", "deactivate", "resume A", "activate"]])
        try scene.expect(calls: "A active, B held")
    }

    @Test func `Swap works across two apps, from an app or a shell`() throws {
        try talk()
        try scene.does(chat, "ring B", "request answer B")
        try scene.shell().request([.hold("B"), .resume("A")])
        try scene.expect(["Chat": ["hold B", "deactivate"], "Phone": ["resume A", "activate"]])
        try chat.does("request resume B")
        try scene.expect(["Chat": ["accepted", "resume B", "activate"], "Phone": ["hold A", "deactivate"]])
    }

    @Test func `A swap waits for a late hold and ends no call`() throws {
        try talk()
        try scene.does(chat, "ring B", "request answer B")
        try chat.does("drop-habit obey")
        try scene.shell().request([.hold("B"), .resume("A")])
        try scene.expect(["Chat": ["hold B"]])
        try chat.does("fulfil")
        try scene.expect(["Chat": ["deactivate"], "Phone": ["resume A", "activate"]])
        try scene.expect(calls: "A active, B held")
    }

    // MARK: A held call when the other call ends

    @Test func `A held call resumes when the local side ends the other call of the app`() throws {
        try talk()
        try scene.does(phone, "ring B", "request answer B")
        try phone.does("request end B")
        try scene.expect(["Phone": ["accepted", "end B", "deactivate", "resume A", "activate"]])
    }

    @Test func `A held call resumes when the local side ends the other app's call`() throws {
        try talk()
        try scene.does(chat, "ring B", "request answer B")
        try chat.does("request end B")
        try scene.expect(["Chat": ["accepted", "end B", "deactivate"], "Phone": ["resume A", "activate"]])
    }

    @Test func `A held call stays held when the remote side ends the other call, and its resume brings the audio`()
        throws
    {
        try talk()
        try scene.does(chat, "ring B", "request answer B")
        try chat.does("ended B remote-ended")
        try scene.expect(["Chat": ["deactivate"]])
        try scene.expect(calls: "A held")
        try phone.does("request resume A")
        try scene.expect(["Phone": ["accepted", "resume A", "activate"]])
    }

    @Test func `A held call resumes when the call that it was held for cannot be placed`() throws {
        try talk()
        try chat.does("drop-habit obey", "request start B +1")
        try scene.expect(["Phone": ["hold A", "deactivate"], "Chat": ["accepted", "start B +1"]])
        try chat.does("fail")
        try scene.expect(["Phone": ["resume A", "activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `A call that its user held stays held`() throws {
        try talk()
        try scene.does(phone, "request hold A")
        try scene.does(chat, "ring B", "request answer B")
        try chat.does("request end B")
        try scene.expect(["Chat": ["accepted", "end B", "deactivate"]])
        try scene.expect(calls: "A held")
    }
}
