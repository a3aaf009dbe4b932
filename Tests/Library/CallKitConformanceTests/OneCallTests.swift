// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// One call of one app, and the callbacks in their order.
@Suite(.daemonLogs)
final class OneCallTests: PhoneSuite {
    /// An outgoing call that is active.
    private func reach() throws {
        try scene.does(phone, "request start A +49")
        try phone.does("connecting A", "connected A")
        try scene.settle()
    }

    @Test func `An incoming call is answered in a shell`() throws {
        try phone.does("ring A")
        try scene.expect(["Phone": ["A reported"]])
        try scene.shell().ask("Answer", "A")
        try scene.expect(["Phone": ["answer A", "activate"]])
    }

    @Test func `An incoming call is answered in the app in the same way`() throws {
        try phone.does("ring A", "request answer A")
        try scene.expect(["Phone": ["A reported", "accepted", "answer A", "activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `The audio comes only when the answer is fulfilled`() throws {
        try phone.does("drop-habit obey", "ring A", "request answer A")
        try scene.expect(["Phone": ["A reported", "accepted", "answer A"]])
        try scene.expect(calls: "A connecting")
        try phone.does("fulfil")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `A decline is an end action`() throws {
        try scene.does(phone, "ring A")
        try scene.shell().ask("End", "A")
        try scene.expect(["Phone": ["end A"]])
        try scene.expect(calls: "")
    }

    @Test(arguments: ["remote-ended", "unanswered", "answered-elsewhere", "declined-elsewhere", "failed"])
    func `A call that stops ringing by itself brings no action`(reason: String) throws {
        try scene.does(phone, "ring A")
        try phone.does("ended A \(reason)")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `Do-not-disturb refuses a call with an error for the app`() throws {
        _ = try scene.stage.shell("shell", ["DoNotDisturb": true])
        try phone.does("ring A handle=+49")
        try scene.expect(["Phone": ["A refused filteredByDoNotDisturb"]])
        try phone.does("update A name=Ada", "ended A unanswered")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `A call beside another one is refused with an error for the app if the user wants none`() throws {
        _ = try scene.stage.shell("shell", ["WhileInCall": "busy"])
        try phone.does("request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49", "activate"]])
        try phone.does("ring B handle=+50")
        try scene.expect(["Phone": ["B refused filteredByDoNotDisturb"]])
        try scene.expect(calls: "A dialing")
    }

    @Test func `A call of an app that the user switched off is refused with an error for the app`() throws {
        let directory = try scene.stage.actor("directory")
        try directory.call("RegisterDirectory", ["DisabledProviders": .strings(["org.example.Phone"])])
        try phone.does("ring A handle=+49")
        try scene.expect(["Phone": ["A refused filteredByBlockList"]])
        try scene.expect(calls: "")
    }

    @Test func `An outgoing call has the audio from its start, before the other side answers`() throws {
        try phone.does("request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49", "activate"]])
        try scene.expect(calls: "A dialing")
        try scene.does(phone, "connecting A")
        try scene.expect(calls: "A connecting")
        try phone.does("connected A")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `A call may be reported as connecting before its start is fulfilled`() throws {
        try phone.does("drop-habit obey", "request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49"]])
        try phone.does("connecting A", "fulfil")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A connecting")
        try phone.does("connected A")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `A call may be reported as connected before its start is fulfilled, and gets the audio with the report`()
        throws
    {
        try phone.does("drop-habit obey", "request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49"]])
        try phone.does("connected A")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A active")
        try phone.does("fulfil", "request hold A")
        try scene.expect(["Phone": ["accepted", "hold A"]])
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "A held")
    }

    @Test func `A call may be updated once its start is accepted`() throws {
        try phone.does("drop-habit obey", "afterwards update A name=Ada", "request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49"]])
        #expect(try scene.shell().property("LocalizedCallerName", of: "A") == "Ada")
        #expect(try scene.shell().property("RemoteHandle", of: "A")[1] == "+49")
    }

    @Test func `An outgoing video call is marked as video`() throws {
        try phone.does("request start A +49 video")
        try scene.expect(["Phone": ["accepted", "start A +49 video", "activate"]])
    }

    @Test func `The audio is released when the end of the local side is fulfilled`() throws {
        try talk()
        try phone.does("drop-habit obey", "request end A")
        try scene.expect(["Phone": ["accepted", "end A"]])
        try scene.expect(calls: "A ending")
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "")
    }

    @Test func `An end by the remote side releases the audio and brings no action`() throws {
        try talk()
        try phone.does("ended A remote-ended")
        try scene.expect(["Phone": ["deactivate"]])
    }

    @Test func `A muted call keeps the audio`() throws {
        try talk()
        try phone.does("request mute A")
        try scene.expect(["Phone": ["accepted", "mute A"]])
        #expect(try scene.shell().property("Muted", of: "A") == true)
        try scene.shell().ask("SetMuted", "A", false)
        try scene.expect(["Phone": ["unmute A"]])
        #expect(try scene.shell().property("Muted", of: "A") == false)
    }

    @Test func `A mute or a hold to the present value is done without the delegate`() throws {
        try scene.does(phone, "ring A", "request answer A")
        try phone.does("request unmute A")
        try scene.expect(["Phone": ["accepted"]])
        try phone.does("request mute A")
        try scene.expect(["Phone": ["accepted", "mute A"]])
        try phone.does("request mute A")
        try scene.expect(["Phone": ["accepted"]])
        try phone.does("request hold A")
        try scene.expect(["Phone": ["accepted", "hold A", "deactivate"]])
        try phone.does("request hold A, unmute A")
        try scene.expect(["Phone": ["accepted", "unmute A"]])
        try phone.does("pending")
        try scene.expect(["Phone": ["pending "]])
        try phone.does("request resume A")
        try scene.expect(["Phone": ["accepted", "resume A", "activate"]])
    }

    @Test func `No mute action comes without a request`() throws {
        try phone.does("request start A +49, mute A")
        try scene.expect(["Phone": ["accepted", "start A +49", "activate", "mute A"]])
        try phone.does("connecting A", "connected A")
        try scene.expect([:])
        #expect(try scene.shell().property("Muted", of: "A") == true)
        try phone.does("request end A")
        try scene.expect(["Phone": ["accepted", "end A", "deactivate"]])
    }

    @Test func `Tones are played one after another`() throws {
        try talk()
        try phone.does("drop-habit obey", "request play A 1, play A 2, pause A 34")
        try scene.expect(["Phone": ["accepted", "play A 1 singleTone"]])
        try phone.does("fulfil")
        try scene.expect(["Phone": ["play A 2 singleTone"]])
        try phone.does("fulfil")
        try scene.expect(["Phone": ["play A 34 softPause"]])
        try phone.does("fulfil")
        try scene.expect([:])
    }

    @Test func `A hold takes the audio, and every resume brings it back`() throws {
        try reach()
        for _ in 1...2 {
            try phone.does("request hold A")
            try scene.expect(["Phone": ["accepted", "hold A", "deactivate"]])
            try scene.shell().ask("SetHeld", "A", false)
            try scene.expect(["Phone": ["resume A", "activate"]])
        }
    }

    @Test func `A call is on hold only when the hold is fulfilled`() throws {
        try talk()
        try phone.does("drop-habit obey", "request hold A")
        try scene.expect(["Phone": ["accepted", "hold A"]])
        #expect(try scene.shell().property("OnHold", of: "A") == false)
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"]])
        #expect(try scene.shell().property("OnHold", of: "A") == true)
    }

    @Test func `Async requests are delivered in their order`() throws {
        try phone.does("ring A async")
        try scene.expect(["Phone": ["A reported"]])
        try phone.does("async-request answer A")
        #expect(try scene.story()["Phone"]?.sorted() == ["accepted", "activate", "answer A"])
        try phone.does("ring A async", "async-request end B")
        let refusals = try scene.story()["Phone"]?.sorted()
        #expect(refusals == ["A refused callUUIDAlreadyExists A", "refused unknownCallUUID B"])
    }
}
