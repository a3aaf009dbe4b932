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
        let desktop = try Desktop()
        try desktop.expect("category \(category)")
        try desktop.expect("activate")
        try desktop.expect("deactivate")
        try desktop.talk(on: "Beta")
        try desktop.expect("activate", refusal + "Beta (org.example.Beta)" + advice)
        try desktop.expect("activate-async", refusal + "Beta (org.example.Beta)" + advice)
        try desktop.hangUp(on: "Beta")
        try desktop.expect("activate")
    }

    @Test(arguments: ["playback", "ambient"])
    func `A session that does not record can be activated during another app's call`(_ category: String) throws {
        let desktop = try Desktop()
        try desktop.talk(on: "Beta")
        try desktop.expect("category \(category)")
        try desktop.expect("activate")
        try desktop.expect("others", "true true")
    }

    @Test(.needsRoot)
    func `A sandboxed app is refused too, and the message names no app`() throws {
        let desktop = try Desktop(sandbox: .flatpak("org.example.Alpha", uid: 0))
        try desktop.talk(on: "Beta")
        try desktop.expect("category record")
        try desktop.expect("activate", refusal + "Another app" + advice)
        try desktop.shell("earpiece* speaker")
        let said = try desktop.tell("speaker")
        #expect(said.first?.hasPrefix("refused: missingEntitlement") == true)
    }

    @Test func `A session without a service can be activated`() throws {
        let desktop = try Desktop(hasService: false)
        try desktop.expect("category record")
        try desktop.expect("activate")
        try desktop.expect("others", "false false")
        try desktop.expect("route", "from [] to []")
        try desktop.startService()
        try desktop.talk(on: "Beta")
        try desktop.expect("activate", refusal + "Beta (org.example.Beta)" + advice)
    }

    @Test func `Another app's call interrupts once, and its end says that the app should resume`() throws {
        let desktop = try Desktop()
        try desktop.tell("listen", "category playback", "activate")
        try desktop.talk(on: "Beta")
        try desktop.expect(["interruption began", "hint begin"])
        try desktop.hangUp(on: "Beta")
        try desktop.expect(["interruption ended, should resume", "hint end"])
        try desktop.talk(on: "Beta", "c")
        try desktop.expect([])
    }

    @Test func `An interruption lasts while any other app has the audio`() throws {
        let desktop = try Desktop()
        try desktop.tell("listen", "category playback", "activate")
        try desktop.talk(on: "Beta")
        try desktop.expect(["interruption began", "hint begin"])
        try desktop.tell("activate")
        try desktop.talk(on: "Gamma", "c")
        try desktop.hangUp(on: "Gamma", "c")
        try desktop.hangUp(on: "Beta")
        try desktop.expect(["interruption ended, should resume", "hint end"])
    }

    @Test func `An inactive session is not interrupted`() throws {
        let desktop = try Desktop()
        try desktop.tell("listen", "category playback", "activate", "deactivate")
        try desktop.talk(on: "Beta")
        try desktop.hangUp(on: "Beta")
        try desktop.expect([])
    }

    @Test func `A session that was activated during another app's call is told its end`() throws {
        let desktop = try Desktop()
        try desktop.talk(on: "Beta")
        try desktop.tell("listen", "category playback", "activate")
        try desktop.hangUp(on: "Beta")
        try desktop.expect(["hint end"])
        try desktop.talk(on: "Beta", "c")
        try desktop.expect(["interruption began", "hint begin"])
    }

    @Test func `A call activates the session of its app, and the call that it is held for interrupts the session`()
        throws
    {
        let desktop = try Desktop()
        try desktop.tell("listen", "provider", "ring", "answer")
        try desktop.expect(["call activated"])
        try desktop.expect("category playAndRecord")
        try desktop.expect("activate")
        try desktop.expect("others", "false false")
        try desktop.ringAndAnswer(on: "Beta")
        try desktop.expect(["call deactivated", "hint begin", "interruption began"], inOrder: false)
        // The call stays held, so that the other side does not overhear the user.
        try desktop.hangUp(on: "Beta")
        try desktop.expect(["interruption ended", "hint end"])
        try desktop.tell("resume")
        try desktop.expect(["call activated"])
        try desktop.tell("end")
        try desktop.expect(["call deactivated"])
    }

    @Test func `A session whose call the user holds is not interrupted by later calls`() throws {
        let desktop = try Desktop()
        try desktop.tell("listen", "provider", "ring", "answer")
        try desktop.expect(["call activated"])
        try desktop.tell("hold")
        try desktop.expect(["call deactivated"])
        try desktop.talk(on: "Beta")
        try desktop.hangUp(on: "Beta")
        try desktop.expect([])
    }

    @Test func `A session that was active only for a call is not interrupted after it`() throws {
        let desktop = try Desktop()
        try desktop.tell("listen", "provider", "ring", "answer")
        try desktop.expect(["call activated"])
        try desktop.tell("invalidate")
        try desktop.talk(on: "Beta")
        try desktop.expect([])
    }

    @Test func `A service that does not reply is not awaited, and its last state counts`() throws {
        let desktop = try Desktop()
        try desktop.tell("category record", "activate")
        desktop.freeze()
        try desktop.expect("activate")
        desktop.thaw()
        try desktop.talk(on: "Beta")
        try desktop.tell("settle")
        try desktop.expect("others", "true true")
        desktop.freeze()
        try desktop.expect("activate", refusal + "org.example.Beta" + advice)
    }

    @Test func `An interruption outlasts a crash of the service and ends when no app has the audio`() throws {
        let desktop = try Desktop()
        try desktop.tell("listen", "category playback", "activate")
        try desktop.talk(on: "Beta")
        try desktop.expect(["interruption began", "hint begin"])
        try desktop.crash()
        try desktop.expect(["services lost"])
        try desktop.startService()
        try desktop.expect(["services reset", "interruption ended, should resume", "hint end"])
    }

    @Test func `An app that reports its call to a new service keeps interrupting others`() throws {
        let desktop = try Desktop()
        try desktop.tell("listen", "category playback", "activate")
        try desktop.talk(on: "Beta")
        try desktop.expect(["interruption began", "hint begin"])
        try desktop.crash()
        try desktop.expect(["services lost"])
        try desktop.startService()
        try desktop.expect(["services reset"])
        try desktop.register("Beta")
        try desktop.talk(on: "Beta")
        try desktop.expect([])
        try desktop.hangUp(on: "Beta")
        try desktop.expect(["interruption ended, should resume", "hint end"])
    }
}
