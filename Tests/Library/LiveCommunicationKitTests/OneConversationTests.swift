// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// One conversation of one app, and the callbacks in their order.
@Suite(.daemonLogs)
final class OneConversationTests: PhoneSuite {
    @Test func `An incoming conversation is joined from a shell`() throws {
        try phone.does("lc ring A members=+49")
        try scene.expect(["Phone": ["A idle"]])
        try scene.shell().ask("Answer", "A")
        try scene.expect(["Phone": ["join A", "A joining", "A joined", "activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `An incoming conversation is joined in the app in the same way`() throws {
        try scene.does(phone, "lc ring A members=+49")
        try phone.does("lc perform join A")
        try scene.expect(["Phone": ["join A", "A joining", "A joined", "activate"]])
    }

    @Test func `A conversation that connects in stages is joined before the fulfilment`() throws {
        try scene.does(phone, "habit stages", "lc ring A members=+49")
        try scene.shell().ask("Answer", "A")
        try scene.expect(["Phone": ["join A", "A joining", "A joined", "activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `The report that an incoming conversation connected fulfils the join`() throws {
        try scene.does(phone, "drop-habit obey", "lc ring A members=+49", "lc perform join A")
        try scene.expect(calls: "A connecting")
        try phone.does("lc connecting A")
        try scene.expect([:])
        try phone.does("lc connected A")
        try scene.expect(["Phone": ["A joined", "activate"]])
        try phone.does("lc fulfil")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `A conversation that is not answered cannot connect`() throws {
        try scene.does(phone, "lc ring A members=+49")
        try phone.does("lc connecting A", "lc connected A", "lc conversations")
        try scene.expect(["Phone": ["conversations A idle"]])
        try scene.expect(calls: "A incoming")
    }

    @Test func `A decline is an end while the conversation is idle`() throws {
        try scene.does(phone, "habit states", "lc ring A members=+49")
        try scene.shell().ask("End", "A")
        try scene.expect(["Phone": ["end A while idle", "A leaving", "A left"]])
        try phone.does("lc conversations")
        try scene.expect(["Phone": ["conversations "]])
        try scene.expect(calls: "")
    }

    @Test func `An end during the join finds the conversation joining, and the join has no effect`() throws {
        try scene.does(phone, "habit states", "drop-habit obey", "lc ring A members=+49", "lc perform join A")
        try phone.does("lc perform end A")
        try scene.expect(["Phone": ["end A while joining", "A leaving"]])
        try phone.does("lc pending")
        try scene.expect(["Phone": ["pending end A running"]])
        try phone.does("lc fulfil", "lc fulfil")
        try scene.expect(["Phone": ["A left"]])
        try scene.expect(calls: "")
    }

    @Test func `An end that fails leaves the conversation joined`() throws {
        try talk()
        try phone.does("drop-habit obey", "lc perform end A")
        try scene.expect(["Phone": ["end A", "A leaving"]])
        try phone.does("lc fail")
        try scene.expect(["Phone": ["A joined"]])
        try scene.expect(calls: "A active")
    }

    @Test func `The audio is released when the end is fulfilled`() throws {
        try talk()
        try phone.does("lc perform end A")
        try scene.expect(["Phone": ["end A", "A leaving", "A left", "deactivate"]])
    }

    @Test func `An end by the remote side brings no action`() throws {
        try talk()
        try phone.does("lc ended A remoteEnded")
        try scene.expect(["Phone": ["A left", "deactivate"]])
        try scene.expect(calls: "")
    }

    @Test(arguments: [
        ("remoteEnded", "remote-ended"), ("unanswered", "unanswered"), ("joinedElsewhere", "answered-elsewhere"),
        ("declinedElsewhere", "declined-elsewhere"), ("failed", "failed"),
    ])
    func `A conversation that stops ringing by itself has its reason`(reason: String, word: String) throws {
        let shell = try scene.stage.subscriber()
        try scene.does(phone, "lc ring A members=+49")
        try phone.does("lc ended A \(reason)")
        try scene.expect(["Phone": ["A left"]])
        #expect(try shell.end(of: "A")?["EndedReason"]?.string == word)
    }

    @Test func `A conversation with several members is started, gets the audio and connects`() throws {
        try phone.does("lc perform start A +49 +50 video")
        try scene.expect(["Phone": ["A idle", "start A +49 +50 video", "A joining", "activate"]])
        let shell = try scene.shell()
        #expect(try shell.property("RemoteHandle", of: "A") == .tuple("phone-number", "+49"))
        #expect(try shell.property("Members", of: "A").elements?.compactMap { $0[1]?.string } == ["+49", "+50"])
        #expect(try shell.property("HasVideo", of: "A") == true)
        try phone.does("lc connecting A")
        try scene.expect([:])
        try scene.expect(calls: "A connecting")
        try phone.does("lc connected A")
        try scene.expect(["Phone": ["A joined"]])
    }

    @Test func `The name of a callee is shown`() throws {
        try scene.does(phone, "lc perform start-named A +49 Ada")
        #expect(try scene.shell().property("LocalizedCallerName", of: "A") == "Ada")
    }

    @Test func `A start that fails ends the conversation`() throws {
        try phone.does("drop-habit obey", "lc perform start A +49")
        try scene.expect(["Phone": ["A idle", "start A +49", "A joining"]])
        try phone.does("lc fail")
        try scene.expect(["Phone": ["A left"]])
        try scene.expect(calls: "")
    }

    @Test func `A report and a request return before the delegate is done`() throws {
        try phone.does("habit answers", "drop-habit obey", "lc ring A members=+49")
        #expect(try scene.story()["Phone"]?.sorted() == ["A idle", "A reported"])
        try phone.does("lc perform join A")
        #expect(try scene.story()["Phone"]?.sorted() == ["A joining", "accepted", "join A"])
    }

    @Test func `A pause takes the audio, and each continuation brings it back`() throws {
        try talk()
        for _ in 1...2 {
            try phone.does("lc perform pause A")
            try scene.expect(["Phone": ["pause A", "A paused", "deactivate"]])
            try scene.shell().ask("SetHeld", "A", false)
            try scene.expect(["Phone": ["continue A", "A joined", "activate"]])
        }
    }

    @Test func `A mute is a property of the call`() throws {
        try talk()
        try phone.does("lc perform mute A")
        try scene.expect(["Phone": ["mute A"]])
        #expect(try scene.shell().property("Muted", of: "A") == true)
        try phone.does("lc perform unmute A")
        try scene.expect(["Phone": ["unmute A"]])
        #expect(try scene.shell().property("Muted", of: "A") == false)
    }

    @Test func `Tones are played one after another`() throws {
        try talk()
        try phone.does("drop-habit obey", "lc perform tone A 1, soft-pause A 34")
        try scene.expect(["Phone": ["tone A 1 single"]])
        try phone.does("lc pending")
        try scene.expect(["Phone": ["pending tone A 1 single running, tone A 34 softPause idle"]])
        try phone.does("lc fulfil")
        try scene.expect(["Phone": ["tone A 34 softPause"]])
        try phone.does("lc fulfil")
        try scene.expect([:])
    }

    @Test func `A conversation connects no earlier than it started, and ends at the date of its fulfilment`() throws {
        try scene.does(phone, "drop-habit obey", "lc ring A members=+49", "lc perform join A")
        try scene.does(phone, "lc fulfil at=100")
        let connectedAt = try scene.shell().property("ConnectedAt", of: "A")
        #expect(try connectedAt == scene.shell().property("StartedAt", of: "A"))
        let shell = try scene.stage.subscriber()
        try scene.does(phone, "lc perform end A")
        try scene.does(phone, "lc fulfil at=200")
        #expect(try shell.end(of: "A")?["EndedAt"]?.int == 200_000_000)
    }

    @Test func `A join that is not completed in time ends the conversation`() throws {
        let scene = try Scene(hurrying: "Answer")
        let phone = try scene.manager("Phone")
        try scene.does(phone, "drop-habit obey", "lc ring A members=+49")
        try phone.does("lc perform join A")
        try phone.wait(for: "A left")
        try scene.expect([
            "Phone": ["join A", "A joining", "join A timedOut", "A left"]
        ])
        try phone.does("lc fulfil", "lc pending")
        try scene.expect(["Phone": ["pending "]])
    }

    @Test func `A call that the user starts elsewhere reaches the delegate`() throws {
        try scene.shell().dial("+49", with: "org.example.Phone")
        try scene.expect(["Phone": ["asked to call +49"]])
    }

    @Test func `A late delegate is told of everything so far`() throws {
        let chat = try scene.player("Chat")
        try scene.does(chat, "lc manager quiet", "lc ring B members=+49")
        try scene.shell().ask("Answer", "B")
        try scene.settle()
        try chat.does("lc delegate")
        try scene.expect(["Chat": ["begin", "B idle", "join B", "B joining", "B joined", "activate"]])
    }

    @Test(arguments: ["invalidate", "release"])
    func `A manager that goes ends its conversations without a callback`(command: String) throws {
        try talk()
        try phone.does("lc \(command)")
        try scene.expect([:])
        try scene.expect(calls: "")
        try phone.does("lc manager", "lc ring B members=+49")
        try scene.expect(["Phone": ["begin", "B idle"]])
    }
}
