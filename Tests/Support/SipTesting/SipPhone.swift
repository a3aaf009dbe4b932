// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation

/// A SIP phone: a process of the real baresip with its own loudspeaker and microphone at a sound server, an own
/// address, and a tone that its user always "says". It is not in the registry until ``provider(on:)`` puts it there.
///
/// The methods are what a person does at the phone and hears from it. All waits have a deadline, and throw with a
/// report.
package final class SipPhone: Sendable {
    /// The user's part of the address; also the prefix of the names of its devices.
    package let name: String
    package let user: TestUser?
    /// The frequency of the tone that this phone sends.
    package let hertz: Int
    /// The address that others dial.
    package let address: String
    /// The commands and events of the program.
    package let control: SipControl
    /// The process of baresip.
    package let process: ChildProcess

    private let folder: TemporaryDirectory
    private let voice: ChildProcess
    private let ear: ToneMeter
    /// Lives as long as the phone: without a server baresip writes errors without end.
    private nonisolated(unsafe) let sound: SoundServer

    /// Starts a phone.
    ///
    /// - Parameters:
    ///   - name: unique at its sound server: lower-case letters
    ///   - user: the user of the process; nil = of the tests
    ///   - sound: the server for its devices, which the user may use
    ///   - hertz: the tone that it sends: a multiple of 10 below 3,000
    package init(name: String, user: TestUser?, sound: SoundServer, hertz: Int) throws {
        (self.name, self.user, self.hertz, self.sound) = (name, user, hertz, sound)
        let host = try LoopbackAddress.free()
        address = "sip:\(name)@\(host):\(LoopbackAddress.sipPort)"
        for sink in ["\(name)-out", "\(name)-voice"] {
            try sound.pactl("load-module", "module-null-sink", "sink_name=\(sink)")
        }
        try sound.pactl("load-module", "module-remap-source", "source_name=\(name)-mic", "master=\(name)-voice.monitor")
        folder = try SipConfiguration(name: name, host: host, address: address).write(for: user)
        voice = try Self.speak(hertz, to: "\(name)-voice", folder, sound)
        ear = try ToneMeter.listening(to: "\(name)-out.monitor", at: sound)
        // The role keeps its sound as loud as it is during other calls.
        process = try ChildProcess(
            ["baresip", "-f", folder.url.path],
            environment: sound.environment.merging(
                ["HOME": folder.url.path, "PULSE_PROP": "media.role=phone"]) { $1 },
            user: user)
        control = try SipControl(address: host, of: process)
    }

    deinit {
        // The threads that read from these processes would keep them.
        for process in [process, voice] { try? process.kill9() }
    }

    /// Whether the program and its modules are on this machine.
    package static var isInstalled: Bool { !SipConfiguration.modules.isEmpty }

    /// Plays the tone. With this role the agent does not make it quieter during a call, and the server does not give it
    /// the volume of the phone's streams.
    private static func speak(
        _ hertz: Int, to sink: String, _ folder: TemporaryDirectory, _ sound: SoundServer
    ) throws -> ChildProcess {
        let tone = folder.url.appendingPathComponent("tone")
        try Tone.second(of: hertz).write(to: tone)
        let player =
            "pacat -p -d \(sink) --property=media.role=a11y --raw --format=s16le --rate=\(Tone.rate) --channels=1"
            + " --latency-msec=50"
        return try ChildProcess(
            ["sh", "-c", "while cat \(tone.path); do :; done | \(player)"], environment: sound.environment,
            user: sound.user)
    }

    // MARK: The registry

    /// Registers the phone as a provider of its user's calls. If it does not mute, only a shell can mute its calls.
    package func provider(on bus: BusDaemon, mutes: Bool = true) throws -> SipProvider {
        try SipProvider(of: self, on: bus, mutes: mutes)
    }

    // MARK: At the phone

    /// Dials the other phone, and waits until that rings. Returns the id of the call, which is the same at both.
    @discardableResult
    package func dial(_ other: SipPhone) throws -> String {
        let there = try other.control.listen()
        try control.command("dial", other.address)
        return try there.wait(for: "CALL_INCOMING") { $0.peer == self.address }.call
    }

    package func answer(_ call: String) throws { try control.command("accept", of: call) }

    package func hangUp(_ call: String) throws { try control.command("hangup", of: call) }

    // MARK: What is heard

    /// Waits until the loudspeaker plays the tone of the other phone, and not this phone's own.
    package func hears(_ other: SipPhone) throws {
        try ear.wait(for: "\(name) hears \(other.name)") {
            let level = $0.level(of: other.hertz)
            return level > Self.audible && $0.level(of: self.hertz) < level / 10
        }
    }

    /// Another program of the user, which records the phone's microphone.
    package func recordMicrophone() throws -> ToneMeter { try .listening(to: "\(name)-mic", at: sound) }

    /// Waits until the recording of that program has the tone that this phone sends.
    package func isHeard(by recorder: ToneMeter) throws {
        try recorder.wait(for: "the recording of \(name)") { $0.level(of: hertz) > Self.audible }
    }

    /// Waits until the loudspeaker is silent.
    package func isSilent() throws { try ear.wait(for: "\(name) hears nothing") { $0.level < Self.silence } }

    private static let audible = 0.1
    private static let silence = 0.003
}
