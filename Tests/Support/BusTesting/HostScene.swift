// SPDX-License-Identifier: MIT

/// The real host of a browser and the real service. The test is the browser, and a recorder that it starts is the
/// browser's microphone stream.
package struct HostScene {
    package let stage: Stage
    package let sound: SoundServer
    package let watch: CallWatch

    package init(_ kind: SoundServer.Kind = .pulseAudio) throws {
        stage = try Stage(keepsState: true)
        sound = try SoundServer(on: stage.bus, kind)
        try sound.addMicrophone()
        watch = try CallWatch(stage.daemon)
    }

    package func host(_ arguments: [String] = HostProcess.chromium) throws -> HostProcess {
        try HostProcess(arguments, environment: sound.environment)
    }

    package func record(_ source: String = "mic") throws -> ChildProcess {
        let recorder = try ChildProcess(
            ["sh", "-c", "parec -d \(source) --raw | od -An -v -td2 -w3200"], environment: sound.environment)
        _ = try recorder.waitForLine()
        return recorder
    }
}
