// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The audio routes that a shell sets.
@Suite(.daemonLogs)
struct RouteTests {
    private let mic = "MicrophoneBuiltIn “Microphone” Built-In Microphone"

    private func app(_ routes: String) throws -> AudioApp {
        let app = try AudioApp()
        try app.shell(routes)
        try app.expect("category playAndRecord")
        return app
    }

    @Test func `Without a shell no route is known and none can be chosen`() throws {
        let app = try AudioApp()
        try app.expect("route", "from [] to []")
        try app.expect("inputs", "inputs []")
        try app.expect(
            "speaker",
            "refused: resourceNotAvailable NSOSStatusErrorDomain 561145203: No shell is registered that could switch to the "
                + "speaker; start monkeycall-agent.")
        try app.expect("quiet")
    }

    @Test(arguments: [
        ("earpiece", "Receiver", nil), ("speaker", "Speaker", nil), ("headphones", "Headphones", nil),
        ("headset", "Headphones", "MicrophoneWired"), ("bluetooth", "BluetoothHFP", "BluetoothHFP"),
        ("hearing-aid", "BluetoothLE", "BluetoothLE"), ("car", "CarAudio", "CarAudio"), ("other", "other", "other"),
    ])
    func `Each kind of route has its ports`(_ kind: String, _ output: String, _ input: String?) throws {
        let app = try app(kind + "*")
        let from = input.map { "\($0) “The \(kind)” the-\(kind)" } ?? mic
        try app.expect("route", "from [\(from)] to [\(output) “The \(kind)” the-\(kind)]")
        try app.expect("category playback")
        try app.expect("route", "from [] to [\(output) “The \(kind)” the-\(kind)]")
        try app.expect("inputs", "inputs []")
    }

    @Test func `The session asks the shell for the speaker and releases it`() throws {
        let app = try app("earpiece* speaker")
        try app.tell("listen")
        try app.expect("speaker")
        #expect(try app.requestedRoute() == "the-speaker")
        try app.shell("earpiece speaker*")
        try app.expect(["override after [Receiver “The earpiece”] elsewhere"])
        try app.expect("route", "from [\(mic)] to [Speaker “The speaker” the-speaker]")
        try app.expect("quiet")
        #expect(try app.requestedRoute() == "the-earpiece")
        try app.shell("earpiece* speaker")
        try app.expect(["override after [Speaker “The speaker”] elsewhere"])
        try app.expect("quiet")
        #expect(try app.requestedRoute() == "")
    }

    @Test func `A route that was chosen since is not changed back`() throws {
        let app = try app("earpiece* speaker headset")
        try app.expect("speaker")
        try app.shell("earpiece speaker* headset")
        try app.shell("earpiece speaker headset*")
        try app.expect("quiet")
        #expect(try app.requestedRoute() == "")
        try app.expect("speaker")
        try app.shell("earpiece* speaker headset")
        #expect(try app.requestedRoute() == "the-speaker")
        try app.expect("quiet")
        #expect(try app.requestedRoute() == "")
    }

    @Test func `A missing or unavailable speaker is refused`() throws {
        let app = try app("earpiece* speaker!")
        try app.expect(
            "speaker",
            "refused: resourceNotAvailable NSOSStatusErrorDomain 561145203: The desktop has no speaker for calls. Use "
                + "another route.")
    }

    @Test func `A route change notification tells new and lost devices, not on the main thread`() throws {
        let app = try app("speaker*")
        try app.tell("listen")
        try app.shell("speaker headset*")
        try app.expect(["newDeviceAvailable after [Speaker “The speaker”] elsewhere"])
        try app.shell("speaker*")
        try app.expect(["oldDeviceUnavailable after [Headphones “The headset”] elsewhere"])
        try app.shell("speaker* bluetooth")
        try app.expect(["newDeviceAvailable after [Speaker “The speaker”] elsewhere"])
        try app.shell("speaker bluetooth*")
        try app.expect(["override after [Speaker “The speaker”] elsewhere"])
        try app.shell("speaker! bluetooth*")
        try app.expect(["oldDeviceUnavailable after [BluetoothHFP “The bluetooth”] elsewhere"])
        app.endShell()
        try app.expect(["unknown after [BluetoothHFP “The bluetooth”] elsewhere"])
        try app.expect("route", "from [] to []")
    }

    @Test func `A preferred microphone selects its route`() throws {
        let app = try app("speaker* headset earpiece")
        try app.expect(
            "inputs", "inputs [MicrophoneBuiltIn “Microphone”, MicrophoneWired “The headset”]")
        try app.expect("prefer the-headset", "prefers MicrophoneWired")
        #expect(try app.requestedRoute() == "the-headset")
        try app.shell("speaker headset* earpiece")
        try app.expect("prefer Built-In", "prefers MicrophoneBuiltIn")
        #expect(try app.requestedRoute() == "the-speaker")
        try app.expect("prefer nothing", "prefers nothing")
        #expect(try app.requestedRoute() == "")
    }

    @Test func `A removed microphone cannot be chosen`() throws {
        let app = try app("speaker* headset")
        try app.tell("listen")
        try app.expect("prefer the-headset", "prefers MicrophoneWired")
        try app.shell("speaker*")
        try app.expect(["oldDeviceUnavailable after [Speaker “The speaker”] elsewhere"])
        let said = try app.tell("prefer the-headset")
        #expect(
            said.first?.hasPrefix("refused: badParam NSOSStatusErrorDomain -50: This microphone is not available")
                == true)
    }

    @Test func `The session reports a crash of the service and its return`() throws {
        let app = try app("speaker*")
        try app.tell("listen")
        try app.stage.crash()
        try app.expect(["services lost", "unknown after [Speaker “The speaker”] elsewhere"], inOrder: false)
        try app.stage.startService()
        try app.expect(["services reset"])
        app.endShell()
        try app.shell("speaker*")
        try app.expect(["newDeviceAvailable after [] elsewhere"])
    }
}
