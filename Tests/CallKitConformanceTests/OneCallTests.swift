// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// One call of one app, and the callbacks in their order.
@Suite(.daemonLogs)
struct OneCallTests {
    let scene: Scene
    let phone: Player

    init() throws {
        scene = try Scene()
        phone = try scene.app("Phone")
    }

    /// A call that came in and is talked on.
    private func talk() throws {
        try phone.does("ring A", "request answer A")
        try scene.settle()
    }

    /// A call that was placed and is talked on.
    private func reach() throws {
        try phone.does("request start A +49")
        try scene.settle()
        try phone.does("connecting A", "connected A")
        try scene.settle()
    }

    @Test func `an incoming call is answered at a shell`() throws {
        try phone.does("ring A")
        try scene.expect(["Phone": ["A reported"]])
        try scene.shell().ask("Answer", "A")
        try scene.expect(["Phone": ["answer A", "activate"]])
    }

    @Test func `an incoming call is answered in the app, by the same way`() throws {
        try phone.does("ring A", "request answer A")
        try scene.expect(["Phone": ["A reported", "accepted", "answer A", "activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `the audio comes when the answer is fulfilled, and not before`() throws {
        try phone.does("drop-habit obey", "ring A", "request answer A")
        try scene.expect(["Phone": ["A reported", "accepted", "answer A"]])
        try scene.expect(calls: "A connecting")
        try phone.does("fulfil")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `declining is ending`() throws {
        try phone.does("ring A")
        try scene.settle()
        try scene.shell().ask("End", "A")
        try scene.expect(["Phone": ["end A"]])
        try scene.expect(calls: "")
    }

    @Test(arguments: ["remote-ended", "unanswered", "answered-elsewhere", "declined-elsewhere", "failed"])
    func `a call that stops ringing by itself brings no action`(reason: String) throws {
        try phone.does("ring A")
        try scene.settle()
        try phone.does("ended A \(reason)")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `a user who does not want to be disturbed is not, and the app is told so`() throws {
        let shell = try scene.shell()
        try shell.register(["DoNotDisturb": true])
        try phone.does("ring A handle=+49")
        try scene.expect(["Phone": ["A refused filteredByDoNotDisturb"]])
        try phone.does("update A name=Ada", "ended A unanswered")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `an outgoing call has the audio once it is started, before the other side answers`() throws {
        try phone.does("request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49", "activate"]])
        try scene.expect(calls: "A dialing")
        try phone.does("connecting A")
        try scene.settle()
        try scene.expect(calls: "A connecting")
        try phone.does("connected A")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `a call may be reported as connecting before its start is fulfilled`() throws {
        try phone.does("drop-habit obey", "request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49"]])
        try phone.does("connecting A", "fulfil")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A connecting")
        try phone.does("connected A")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `a call may be updated as soon as its start is accepted`() throws {
        try phone.does("drop-habit obey", "afterwards update A name=Ada", "request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49"]])
        #expect(try scene.shell().property("LocalizedCallerName", of: "A") == "Ada")
        #expect(try scene.shell().property("RemoteHandle", of: "A")[1] == "+49")
    }

    @Test func `an outgoing call with pictures says so`() throws {
        try phone.does("request start A +49 video")
        try scene.expect(["Phone": ["accepted", "start A +49 video", "activate"]])
    }

    @Test func `the local side ends a call, and the audio goes when it is done`() throws {
        try talk()
        try phone.does("drop-habit obey", "request end A")
        try scene.expect(["Phone": ["accepted", "end A"]])
        try scene.expect(calls: "A ending")
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "")
    }

    @Test func `the remote side ends a call, and only the audio goes`() throws {
        try talk()
        try phone.does("ended A remote-ended")
        try scene.expect(["Phone": ["deactivate"]])
    }

    @Test func `a call is muted and unmuted, and keeps the audio`() throws {
        try talk()
        try phone.does("request mute A")
        try scene.expect(["Phone": ["accepted", "mute A"]])
        #expect(try scene.shell().property("Muted", of: "A") == true)
        try scene.shell().ask("SetMuted", "A", false)
        try scene.expect(["Phone": ["unmute A"]])
        #expect(try scene.shell().property("Muted", of: "A") == false)
    }

    @Test func `nobody is muted or unmuted unasked: neither when a call connects nor when a muted one ends`() throws {
        try phone.does("request start A +49, mute A")
        try scene.expect(["Phone": ["accepted", "start A +49", "activate", "mute A"]])
        try phone.does("connecting A", "connected A")
        try scene.expect([:])
        #expect(try scene.shell().property("Muted", of: "A") == true)
        try phone.does("request end A")
        try scene.expect(["Phone": ["accepted", "end A", "deactivate"]])
    }

    @Test func `tones are played one after another, each when the last is done`() throws {
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

    @Test func `a hold takes the audio, and every resume brings it back`() throws {
        try reach()
        for _ in 1...2 {
            try phone.does("request hold A")
            try scene.expect(["Phone": ["accepted", "hold A", "deactivate"]])
            try scene.shell().ask("SetHeld", "A", false)
            try scene.expect(["Phone": ["resume A", "activate"]])
        }
    }

    @Test func `a call is on hold when the hold is fulfilled, and not before`() throws {
        try talk()
        try phone.does("drop-habit obey", "request hold A")
        try scene.expect(["Phone": ["accepted", "hold A"]])
        #expect(try scene.shell().property("OnHold", of: "A") == false)
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"]])
        #expect(try scene.shell().property("OnHold", of: "A") == true)
    }

    @Test func `what is asked for with async is told in the same order`() throws {
        try phone.does("ring A async")
        try scene.expect(["Phone": ["A reported"]])
        try phone.does("async-request answer A")
        #expect(try scene.story()["Phone"]?.sorted() == ["accepted", "activate", "answer A"])
        try phone.does("ring A async", "async-request end B")
        let refusals = try scene.story()["Phone"]?.sorted()
        #expect(refusals == ["A refused callUUIDAlreadyExists A", "refused unknownCallUUID B"])
    }
}
