// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The activation of a session, and the calls that interrupt it.
@Suite(.daemonLogs)
struct ActivationTests {
    private let refusal = "refused: insufficientPriority NSOSStatusErrorDomain 561017449: "
    private let advice =
        " has the audio for a call. Activate the session when that call is held or over, or use a category that does not "
        + "record."

    @Test(arguments: ["record", "playAndRecord"])
    func `Recording is refused while another app's call has the audio, and the message names the app`(
        _ category: String
    ) throws {
        let app = try AudioApp()
        try app.expect("category \(category)")
        try app.expect("activate")
        try app.expect("deactivate")
        try app.other("Beta").goOn("B")
        try app.expect("activate", refusal + "Beta (org.example.Beta)" + advice)
        try app.expect("activate-async", refusal + "Beta (org.example.Beta)" + advice)
        try app.other("Beta").reportEnded("B")
        try app.expect("activate")
    }

    @Test(arguments: ["playback", "ambient"])
    func `A session that does not record can be activated during another app's call`(_ category: String) throws {
        let app = try AudioApp()
        try app.other("Beta").goOn("B")
        try app.expect("category \(category)")
        try app.expect("activate")
        try app.expect("others", "true true")
    }

    @Test(.needsRoot)
    func `A sandboxed app is refused too, and the message names no app`() throws {
        let app = try AudioApp(sandbox: .flatpak("org.example.Alpha", uid: 0))
        try app.other("Beta").goOn("B")
        try app.expect("category record")
        try app.expect("activate", refusal + "Another app" + advice)
        try app.shell("earpiece* speaker")
        let said = try app.tell("speaker")
        #expect(said.first?.hasPrefix("refused: missingEntitlement") == true)
    }

    @Test func `A session without a service can be activated`() throws {
        let app = try AudioApp(hasService: false)
        try app.expect("category record")
        try app.expect("activate")
        try app.expect("others", "false false")
        try app.expect("route", "from [] to []")
        try app.stage.startService()
        try app.other("Beta").goOn("B")
        try app.expect("activate", refusal + "Beta (org.example.Beta)" + advice)
    }

    @Test func `Another app's call interrupts once, and its end says that the app should resume`() throws {
        let app = try AudioApp()
        try app.tell("listen", "category playback", "activate")
        try app.other("Beta").goOn("B")
        try app.expect(["interruption began", "hint begin"])
        try app.other("Beta").reportEnded("B")
        try app.expect(["interruption ended, should resume", "hint end"])
        try app.other("Beta").goOn("C")
        try app.expect([])
    }

    @Test func `An interruption lasts while any other app has the audio`() throws {
        let app = try AudioApp()
        try app.tell("listen", "category playback", "activate")
        try app.other("Beta").goOn("B")
        try app.expect(["interruption began", "hint begin"])
        try app.tell("activate")
        try app.other("Gamma").goOn("C")
        try app.other("Gamma").reportEnded("C")
        try app.other("Beta").reportEnded("B")
        try app.expect(["interruption ended, should resume", "hint end"])
    }

    @Test func `An inactive session is not interrupted`() throws {
        let app = try AudioApp()
        try app.tell("listen", "category playback", "activate", "deactivate")
        try app.other("Beta").goOn("B")
        try app.other("Beta").reportEnded("B")
        try app.expect([])
    }

    @Test func `A session that was activated during another app's call is told its end`() throws {
        let app = try AudioApp()
        try app.other("Beta").goOn("B")
        try app.tell("listen", "category playback", "activate")
        try app.other("Beta").reportEnded("B")
        try app.expect(["hint end"])
        try app.other("Beta").goOn("C")
        try app.expect(["interruption began", "hint begin"])
    }

    @Test func `A call activates the session of its app, and the call that it is held for interrupts the session`()
        throws
    {
        let app = try AudioApp()
        try app.tell("listen", "provider", "ring", "answer")
        try app.expect(["call activated"])
        try app.expect("category playAndRecord")
        try app.expect("activate")
        try app.expect("others", "false false")
        try app.ringAndAnswer(on: "Beta", "B")
        try app.expect(["call deactivated", "hint begin", "interruption began"], inOrder: false)
        // The call stays held, so that the other side does not overhear the user.
        try app.other("Beta").reportEnded("B")
        try app.expect(["interruption ended", "hint end"])
        try app.tell("resume")
        try app.expect(["call activated"])
        try app.tell("end")
        try app.expect(["call deactivated"])
    }

    @Test func `A session whose call the user holds is not interrupted by later calls`() throws {
        let app = try AudioApp()
        try app.tell("listen", "provider", "ring", "answer")
        try app.expect(["call activated"])
        try app.tell("hold")
        try app.expect(["call deactivated"])
        try app.other("Beta").goOn("B")
        try app.other("Beta").reportEnded("B")
        try app.expect([])
    }

    @Test func `A session that was active only for a call is not interrupted after it`() throws {
        let app = try AudioApp()
        try app.tell("listen", "provider", "ring", "answer")
        try app.expect(["call activated"])
        try app.tell("invalidate")
        try app.other("Beta").goOn("B")
        try app.expect([])
    }

    @Test func `A service that does not reply is not awaited, and its last state counts`() throws {
        let app = try AudioApp()
        try app.tell("category record", "activate")
        app.stage.freeze()
        try app.expect("activate")
        app.stage.thaw()
        try app.other("Beta").goOn("B")
        try app.tell("settle")
        try app.expect("others", "true true")
        app.stage.freeze()
        try app.expect("activate", refusal + "org.example.Beta" + advice)
    }

    @Test func `An interruption outlasts a crash of the service and ends when no app has the audio`() throws {
        let app = try AudioApp()
        try app.tell("listen", "category playback", "activate")
        try app.other("Beta").goOn("B")
        try app.expect(["interruption began", "hint begin"])
        try app.stage.crash()
        try app.expect(["services lost"])
        try app.stage.startService()
        try app.expect(["services reset", "interruption ended, should resume", "hint end"])
    }

    @Test func `An app that reports its call to a new service keeps interrupting others`() throws {
        let app = try AudioApp()
        try app.tell("listen", "category playback", "activate")
        try app.other("Beta").goOn("B")
        try app.expect(["interruption began", "hint begin"])
        try app.stage.crash()
        try app.expect(["services lost"])
        try app.stage.startService()
        try app.expect(["services reset"])
        try app.other("Beta").register(["LocalizedName": "Beta"])
        try app.other("Beta").goOn("B")
        try app.expect([])
        try app.other("Beta").reportEnded("B")
        try app.expect(["interruption ended, should resume", "hint end"])
    }
}
