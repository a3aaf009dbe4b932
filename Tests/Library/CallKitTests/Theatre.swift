// SPDX-License-Identifier: MIT

import BusTesting
import CallKit
import Foundation

/// The bus and the daemon of this process. All tests share them, because the library looks for its bus once.
final class Theatre: @unchecked Sendable {
    static let shared: Theatre = {
        do { return try Theatre() } catch { fatalError("no daemon to test with: \(error)") }
    }()

    let stage: Stage

    private init() throws {
        stage = try Stage()
        setenv("MONKEYCALL_BUS", stage.bus.address, 1)
        // The process does not release static objects at its end.
        atexit { Theatre.shared.close() }
    }

    private func close() {
        try? stage.daemon.kill9()
        stage.bus.stop()
        try? FileManager.default.removeItem(at: stage.bus.directory.url)
    }
}

/// A delegate that records its callbacks, and fulfils its actions at once.
class Recorder: NSObject, CXProviderDelegate, @unchecked Sendable {
    private let condition = NSCondition()
    private var lines: [String] = []
    /// False if the test completes the actions.
    var isObedient = true
    private(set) var actions: [CXAction] = []

    /// The recorded lines, once there are `count` of them; at the deadline the lines so far.
    func story(_ count: Int) -> [String] {
        let deadline = Deadline().date
        condition.lock()
        defer { condition.unlock() }
        while lines.count < count, condition.wait(until: deadline) {}
        defer { lines = [] }
        return lines
    }

    func note(_ line: String, _ action: CXAction? = nil) {
        condition.withLock {
            lines.append(line)
            if let action { actions.append(action) }
            condition.broadcast()
        }
        if isObedient { action?.fulfill() }
    }

    func providerDidReset(_ provider: CXProvider) { note("reset") }
    func providerDidBegin(_ provider: CXProvider) { note("begin") }
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        note("start \(action.handle.value)", action)
    }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { note("answer", action) }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { note("end", action) }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        note(action.isOnHold ? "hold" : "resume", action)
    }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        note(action.isMuted ? "mute" : "unmute", action)
    }
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        note("play \(action.digits)", action)
    }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { note("activate") }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { note("deactivate") }
}

/// Remembers the calls that an observer reports.
final class Witness: NSObject, CXCallObserverDelegate, @unchecked Sendable {
    private let condition = NSCondition()
    private var seen: [CXCall] = []

    /// Returns when the observer has reported such a call, or at the deadline.
    func wait(for isWanted: (CXCall) -> Bool) {
        let deadline = Deadline().date
        condition.lock()
        defer { condition.unlock() }
        while !seen.contains(where: isWanted), condition.wait(until: deadline) {}
    }

    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        condition.withLock {
            seen.append(call)
            condition.broadcast()
        }
    }
}
