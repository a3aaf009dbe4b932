// SPDX-License-Identifier: MIT

import BrowserTesting
import BusTesting
import Testing

/// The streams of a real browser with a meeting, which the agent finds by the process that the call names.
@Suite(.serialized, .daemonLogs) struct MeetingStreamsTests {
    @Test(arguments: TestedBrowser.installed)
    func `A muted or held meeting silences the browser's microphone streams, and another program records on`(
        _ kind: TestedBrowser
    ) throws {
        let scene = try MeetingScene(kind)
        try scene.startAgent()
        let other = try scene.startRecorder()
        let meeting = try scene.join()
        try scene.sound.waitUntilMutes(false, allBut: other)
        for member in ["SetMuted", "SetHeld"] {
            try scene.ask(member, meeting, true)
            try scene.sound.waitUntilMutes(true, allBut: other)
            try scene.ask(member, meeting, false)
            try scene.sound.waitUntilMutes(false, allBut: other)
        }
        // The page leaves while its streams are muted.
        try scene.ask("SetMuted", meeting, true)
        try scene.sound.waitUntilMutes(true, allBut: other)
        try scene.page.run("leave()")
        try scene.watch.noMeeting()
        try scene.join()
        try scene.sound.waitUntilMutes(false, allBut: other)
        other.terminate()
    }
}
