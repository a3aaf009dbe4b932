// SPDX-License-Identifier: MIT

import CallClient
import CallKit
import CallLibrary
import Foundation

/// An app with one provider, which fulfils each action at once, and with the shared audio session.
final class Actor: NSObject, @unchecked Sendable {
    private let session = AVAudioSession.sharedInstance()
    private var provider: CXProvider?
    private let controller = CXCallController()
    private let call = UUID()
    private var observers: [any NSObjectProtocol] = []
    private lazy var listener = Listener { [unowned self] in say($0) }

    func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    func obey(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        let argument = words.count > 1 ? words[1] : ""
        switch words.first {
        case "listen": listen()
        case "settle": settle()
        case "category": attempt { try session.setCategory(Words.category(argument), mode: .voiceChat) }
        case "activate": attempt { try session.setActive(true) }
        case "deactivate": attempt { try session.setActive(false, options: .notifyOthersOnDeactivation) }
        case "activate-async": wait { try await self.session.activate() }
        case "route": say(Words.route(session.currentRoute))
        case "inputs": say("inputs \(session.availableInputs ?? [])")
        case "others": say("\(session.isOtherAudioPlaying) \(session.secondaryAudioShouldBeSilencedHint)")
        case "speaker": attempt { try session.overrideOutputAudioPort(.speaker) }
        case "quiet": attempt { try session.overrideOutputAudioPort(.none) }
        case "prefer": prefer(argument)
        case "sound": attempt { try listener.obey(Array(words.dropFirst())) }
        case "provider": makeProvider()
        case "invalidate": provider?.invalidate()
        case "ring": wait { try await self.provider?.reportNewIncomingCall(with: self.call, update: CXCallUpdate()) }
        case "answer": request(CXAnswerCallAction(call: call))
        case "hold": request(CXSetHeldCallAction(call: call, onHold: true))
        case "resume": request(CXSetHeldCallAction(call: call, onHold: false))
        case "end": request(CXEndCallAction(call: call))
        default: say("what is “\(line)”?")
        }
    }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            say("refused: " + Words.error(error))
        }
    }

    private func wait(_ body: @escaping @Sendable () async throws -> some Any) {
        let done = DispatchSemaphore(value: 0)
        Task {
            do {
                _ = try await body()
            } catch {
                say("refused: " + Words.error(error))
            }
            done.signal()
        }
        done.wait()
    }

    /// Waits until each notification is posted whose signal the service has already sent.
    private func settle() {
        let _: Bool? = ServiceThread.ask { thread, reply in
            thread.providers.ping { _ in reply { true } }
        }
        DispatchQueue.main.sync {}
    }

    private func prefer(_ uid: String) {
        attempt {
            guard uid != "nothing" else { return try session.setPreferredInput(nil) }
            let input = session.availableInputs?.first { $0.uid.hasPrefix(uid) }
            try session.setPreferredInput(input ?? lost)
        }
        say("prefers \(session.preferredInput?.portType.rawValue ?? "nothing")")
        // A later command can ask for this port after it has gone.
        lost = session.preferredInput
    }
    private var lost: AVAudioSessionPortDescription?

    // MARK: Notifications

    private func listen() {
        let names = [
            AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification,
            AVAudioSession.mediaServicesWereLostNotification, AVAudioSession.mediaServicesWereResetNotification,
            AVAudioSession.silenceSecondaryAudioHintNotification,
        ]
        observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { [self] in
                say(Words.notification($0) + (Thread.isMainThread ? "" : " elsewhere"))
            }
        }
        settle()
    }

    // MARK: Calls

    private func makeProvider() {
        let configuration = CXProviderConfiguration(localizedName: "Alpha")
        configuration.identifier = "org.example.Alpha"
        let provider = CXProvider(configuration: configuration)
        provider.setDelegate(self, queue: DispatchQueue(label: "delegate"))
        self.provider = provider
    }

    private func request(_ action: CXAction) {
        nonisolated(unsafe) let action = action
        wait { try await self.controller.requestTransaction(with: action) }
    }
}

extension Actor: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) { say("reset") }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { say("call activated") }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { say("call deactivated") }
}

/// An app that obeys commands from standard input, one for each line. It prints their results and the notifications of
/// its audio session.
///
/// ``Actor/obey(_:)`` has the commands. The app prints `done` after each of them.
@main
enum AVFAudioActor {
    static func main() {
        let actor = Actor()
        Thread.detachNewThread {
            while let line = readLine() {
                actor.obey(line)
                actor.say("done")
            }
            exit(0)
        }
        while true { RunLoop.main.run(until: .distantFuture) }
    }
}
