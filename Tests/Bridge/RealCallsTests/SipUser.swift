// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import SipTesting

/// A user with a login session: a session bus, a sound server, an agent if the test wants one, and a SIP phone whose
/// calls are in the registry.
final class SipUser {
    let phone: SipPhone
    let sound: SoundServer
    /// Crashes and starts again in some tests.
    private(set) var provider: SipProvider
    /// A connection of the user that watches the calls.
    let watcher: Actor

    private let user: TestUser
    private let stage: Stage
    /// Whether the phone mutes its calls.
    private let mutes: Bool
    private let sessionBus: BusDaemon
    private var agent: ChildProcess?
    private let programs: [String: WorldReadableProgram]
    /// The device that rings. It is not the one of the phone.
    static let ringer = "speaker"

    init(_ name: String, _ user: TestUser, hertz: Int, on stage: Stage, mutes: Bool = true) throws {
        (self.user, self.stage, self.mutes) = (user, stage, mutes)
        sessionBus = try .session()
        // On a busy machine PipeWire 1.4 sometimes never reports that a stream has played to its end, for which baresip
        // waits when it closes a stream.
        sound = try SoundServer(on: sessionBus, .pulseAudio, of: user)
        phone = try SipPhone(name: name, user: user, sound: sound, hertz: hertz)
        programs = try ["monkeycall", "monkeycall-agent"].reduce(into: [:]) {
            $0[$1] = try WorldReadableProgram(Product.path($1), neededBy: user)
        }
        watcher = try stage.actor(name, of: user)
        try watcher.call("Subscribe")
        provider = try phone.provider(on: stage.bus, mutes: mutes)
    }

    func startAgent() throws {
        let settings = try sessionBus.directory.write("[Ringing]\nDevice=\(Self.ringer)\n", to: "agent.conf")
        agent = try ChildProcess(
            [programs["monkeycall-agent"]?.path ?? "", "--call-bus", stage.bus.address, "--settings", settings.path],
            environment: sound.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }, user: user)
        try wait("agent") { try watcher.audioProperty("HasShell") == true }
    }

    // MARK: At the command line

    /// Runs `monkeycall` as this user. It returns when the action has been performed.
    @discardableResult
    func run(_ arguments: String...) throws -> String {
        let command = [programs["monkeycall"]?.path ?? "", "--address=\(stage.bus.address)"] + arguments
        let result = try ChildProcess.run(command, user: user)
        guard result.succeeded else { throw SupportError("monkeycall \(arguments) failed: \(result.errors)") }
        return result.output
    }

    // MARK: The registry

    /// The states of the calls that the registry shows to this user.
    func states() throws -> [String] { try watcher.states().values.sorted() }

    func expect(_ states: String...) throws { try wait("\(states)") { try self.states() == states } }

    /// How the last call ended.
    func endedReason() throws -> String {
        try watcher.call("ListEndedCalls").first?.elements?.last?["EndedReason"]?.string ?? "no call has ended"
    }

    /// Waits for signals of the service until that is true.
    private func wait(_ purpose: String, until isTrue: () throws -> Bool) throws {
        while true {
            watcher.client.forgetSignals()
            if try isTrue() { return }
            do {
                _ = try watcher.client.nextSignal()
            } catch {
                let calls = try watcher.states()
                throw SupportError(
                    "\(phone.name) has no \(purpose), but \(calls); the agent: \(agent?.text(of: .error) ?? "")")
            }
        }
    }

    /// Watches a service that does not know the watcher.
    func watchAgain() throws { try watcher.call("Subscribe") }

    // MARK: The sound server

    /// Waits until the server mutes the recording streams of these processes, and no others.
    func expectMutedRecordings(_ processes: [ChildProcess]) throws {
        let expected = Set(processes.map(\.processID))
        try sound.waitForRecordings("the streams of \(expected) are not the muted ones") { recordings in
            Set(recordings.filter(\.isMuted).map { $0.process ?? 0 }) == expected
        }
    }

    // MARK: Other apps and crashes

    /// An app of this user, for a call beside that of the phone.
    func app() throws -> Provider {
        let app = Provider(try stage.actor("app of \(phone.name)", of: user), "org.example.Phone")
        try app.register()
        return app
    }

    func crashProvider() { provider.crash() }

    func startProvider() throws { provider = try phone.provider(on: stage.bus, mutes: mutes) }
}
