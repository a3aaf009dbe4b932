// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The audio routes that a shell sets.
@Suite(.daemonLogs)
struct RouteTests {
    private let mic = "MicrophoneBuiltIn “Microphone” Built-In Microphone"

    private func desktop(_ routes: String) throws -> Desktop {
        let desktop = try Desktop()
        try desktop.shell(routes)
        try desktop.expect("category playAndRecord")
        return desktop
    }

    @Test func `Without a shell no route is known and none can be chosen`() throws {
        let desktop = try Desktop()
        try desktop.expect("route", "from [] to []")
        try desktop.expect("inputs", "inputs []")
        try desktop.expect(
            "speaker",
            "refused: resourceNotAvailable NSOSStatusErrorDomain 561145203: No shell is registered that could switch to the "
                + "speaker; start monkeycall-agent.")
        try desktop.expect("quiet")
    }

    @Test(arguments: [
        ("earpiece", "Receiver", nil), ("speaker", "Speaker", nil), ("headphones", "Headphones", nil),
        ("headset", "Headphones", "MicrophoneWired"), ("bluetooth", "BluetoothHFP", "BluetoothHFP"),
        ("hearing-aid", "BluetoothLE", "BluetoothLE"), ("car", "CarAudio", "CarAudio"), ("other", "other", "other"),
    ])
    func `Each kind of route has its ports`(_ kind: String, _ output: String, _ input: String?) throws {
        let desktop = try desktop(kind + "*")
        let from = input.map { "\($0) “The \(kind)” the-\(kind)" } ?? mic
        try desktop.expect("route", "from [\(from)] to [\(output) “The \(kind)” the-\(kind)]")
        try desktop.expect("category playback")
        try desktop.expect("route", "from [] to [\(output) “The \(kind)” the-\(kind)]")
        try desktop.expect("inputs", "inputs []")
    }

    @Test func `The session asks the shell for the speaker and releases it`() throws {
        let desktop = try desktop("earpiece* speaker")
        try desktop.tell("listen")
        try desktop.expect("speaker")
        #expect(try desktop.requestedRoute() == "the-speaker")
        try desktop.shell("earpiece speaker*")
        try desktop.expect(["override after [Receiver “The earpiece”] elsewhere"])
        try desktop.expect("route", "from [\(mic)] to [Speaker “The speaker” the-speaker]")
        try desktop.expect("quiet")
        #expect(try desktop.requestedRoute() == "the-earpiece")
        try desktop.shell("earpiece* speaker")
        try desktop.expect(["override after [Speaker “The speaker”] elsewhere"])
        try desktop.expect("quiet")
        #expect(try desktop.requestedRoute() == "")
    }

    @Test func `A route that was chosen since is not changed back`() throws {
        let desktop = try desktop("earpiece* speaker headset")
        try desktop.expect("speaker")
        try desktop.shell("earpiece speaker* headset")
        try desktop.shell("earpiece speaker headset*")
        try desktop.expect("quiet")
        #expect(try desktop.requestedRoute() == "")
        try desktop.expect("speaker")
        try desktop.shell("earpiece* speaker headset")
        #expect(try desktop.requestedRoute() == "the-speaker")
        try desktop.expect("quiet")
        #expect(try desktop.requestedRoute() == "")
    }

    @Test func `A missing or unavailable speaker is refused`() throws {
        let desktop = try desktop("earpiece* speaker!")
        try desktop.expect(
            "speaker",
            "refused: resourceNotAvailable NSOSStatusErrorDomain 561145203: The desktop has no speaker for calls. Use "
                + "another route.")
    }

    @Test func `A route change notification tells new and lost devices, not on the main thread`() throws {
        let desktop = try desktop("speaker*")
        try desktop.tell("listen")
        try desktop.shell("speaker headset*")
        try desktop.expect(["newDeviceAvailable after [Speaker “The speaker”] elsewhere"])
        try desktop.shell("speaker*")
        try desktop.expect(["oldDeviceUnavailable after [Headphones “The headset”] elsewhere"])
        try desktop.shell("speaker* bluetooth")
        try desktop.expect(["newDeviceAvailable after [Speaker “The speaker”] elsewhere"])
        try desktop.shell("speaker bluetooth*")
        try desktop.expect(["override after [Speaker “The speaker”] elsewhere"])
        try desktop.shell("speaker! bluetooth*")
        try desktop.expect(["oldDeviceUnavailable after [BluetoothHFP “The bluetooth”] elsewhere"])
        desktop.endShell()
        try desktop.expect(["unknown after [BluetoothHFP “The bluetooth”] elsewhere"])
        try desktop.expect("route", "from [] to []")
    }

    @Test func `A preferred microphone selects its route`() throws {
        let desktop = try desktop("speaker* headset earpiece")
        try desktop.expect(
            "inputs", "inputs [MicrophoneBuiltIn “Microphone”, MicrophoneWired “The headset”]")
        try desktop.expect("prefer the-headset", "prefers MicrophoneWired")
        #expect(try desktop.requestedRoute() == "the-headset")
        try desktop.shell("speaker headset* earpiece")
        try desktop.expect("prefer Built-In", "prefers MicrophoneBuiltIn")
        #expect(try desktop.requestedRoute() == "the-speaker")
        try desktop.expect("prefer nothing", "prefers nothing")
        #expect(try desktop.requestedRoute() == "")
    }

    @Test func `A removed microphone cannot be chosen`() throws {
        let desktop = try desktop("speaker* headset")
        try desktop.tell("listen")
        try desktop.expect("prefer the-headset", "prefers MicrophoneWired")
        try desktop.shell("speaker*")
        try desktop.expect(["oldDeviceUnavailable after [Speaker “The speaker”] elsewhere"])
        let said = try desktop.tell("prefer the-headset")
        #expect(
            said.first?.hasPrefix("refused: badParam NSOSStatusErrorDomain -50: This microphone is not available")
                == true)
    }

    @Test func `The session reports a crash of the service and its return`() throws {
        let desktop = try desktop("speaker*")
        try desktop.tell("listen")
        try desktop.crash()
        try desktop.expect(["services lost", "unknown after [Speaker “The speaker”] elsewhere"], inOrder: false)
        try desktop.startService()
        try desktop.expect(["services reset"])
        desktop.endShell()
        try desktop.shell("speaker*")
        try desktop.expect(["newDeviceAvailable after [] elsewhere"])
    }
}
