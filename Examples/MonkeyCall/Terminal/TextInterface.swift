// SPDX-License-Identifier: MIT

import Foundation

/// Passes the user's commands to the app, and prints the events of its calls.
@MainActor
final class TextInterface {
    nonisolated static let eventHelp = """
          registered IDENTIFIER         the system knows the app
          incoming CALL HANDLE [NAME]   an incoming call
          started CALL HANDLE [video]   an outgoing call
          connecting CALL               it rings at the other side
          connected CALL                the other side has answered
          answered CALL                 the user has answered
          held CALL, resumed CALL, muted CALL, unmuted CALL
          joined CALL CALL              it has joined the conference of the second call
          private CALL                  it has left its conference
          played CALL DIGITS, heard CALL DIGITS
          ended CALL local              the user ended it
          ended CALL REASON             remote-ended, failed, unanswered,
                                        answered-elsewhere, declined-elsewhere
          ended CALL refused MESSAGE    the system did not let it through
          audio configured, audio started, audio stopped
          refused CALL COMMAND          the app failed the action because of "refuse"
          ignored CALL COMMAND          the app ignored the action because of "ignore"
          timed-out CALL COMMAND        the system did not wait longer for the action
          reset                         the system has ended all calls
          error MESSAGE
        """

    private let app: AppDelegate
    private let link: any SystemLink
    private let autoAnswer: Bool
    private var callManager: ActiveCallManager { app.callManager }

    init(_ app: AppDelegate, _ link: any SystemLink, autoAnswer: Bool) {
        (self.app, self.link, self.autoAnswer) = (app, link, autoAnswer)
        callManager.delegate = self
        link.audio.onChange = { Output.say("audio", $0.rawValue) }
    }

    /// Reads commands on a thread of its own, because reading waits.
    func start() {
        Output.ask()
        Thread.detachNewThread {
            while let line = readLine() { self.onMain { $0.obey(line) } }
            self.onMain { _ in quit() }
        }
    }

    nonisolated private func onMain(_ body: @escaping @MainActor (TextInterface) -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated { body(self) } }
    }

    private func obey(_ line: String) {
        Output.ask()
        do throws(UserCommand.Fault) {
            if let command = try UserCommand(line) { try perform(command) }
        } catch {
            Output.say("error", error.message)
        }
    }

    private func perform(_ command: UserCommand) throws(UserCommand.Fault) {
        switch command {
        case .call(let handle, let video): callManager.start(StartCallRequest(handle: handle, isVideo: video))
        case .open(let url):
            guard app.application(open: url) else { throw UserCommand.Fault(message: "\(url) is not a link to call") }
        case .incoming(let handle, let name):
            link.networkReceivedInvitation(to: UUID(), from: handle, name: name, video: false)
        case .about(let verb, let call): try perform(verb, call)
        case .swap:
            callManager.swap(
                try find(nil, "swapped", \.isActive), with: try find(nil, "swapped", \.isOnHold))
        case .merge(let call, let other): try merge(call, other)
        case .play(let digits, let call): callManager.play(digits, in: try find(call, "played to", \.isActive))
        case .mood(let mood): link.mood = mood
        case .calls:
            for call in callManager.calls { Output.say("call", call.summary) }
            if callManager.calls.isEmpty { Output.say("no calls") }
        case .help: Output.show(UserCommand.usage)
        case .quit: quit()
        }
    }

    private func perform(_ verb: UserCommand.Verb, _ reference: String?) throws(UserCommand.Fault) {
        func call(_ done: String, _ fits: (ActiveCall) -> Bool = { _ in true }) throws(UserCommand.Fault) -> ActiveCall
        {
            try find(reference, done, fits)
        }
        switch verb {
        case .answer: callManager.answer(try call("answered", \.isRinging))
        case .decline: callManager.end(try call("declined", \.isRinging))
        case .end: callManager.end(try call("ended"))
        case .hold: callManager.setHeld(try call("held", \.isActive), to: true)
        case .resume: callManager.setHeld(try call("resumed", \.isOnHold), to: false)
        case .mute: callManager.setMuted(try call("muted") { !$0.isMuted && !$0.isRinging }, to: true)
        case .unmute: callManager.setMuted(try call("unmuted", \.isMuted), to: false)
        case .makePrivate: callManager.makePrivate(try call("made private") { $0.group != nil })
        case .remoteEnd, .remoteBusy: loseRemote(try call("ended"), .remoteEnded)
        case .fail: loseRemote(try call("failed"), .failed)
        }
    }

    /// Joins a held call with the active one.
    private func merge(_ reference: String?, _ other: String?) throws(UserCommand.Fault) {
        let call = try find(reference, "merged", \.isOnHold)
        callManager.merge(call, with: try find(other, "merged with") { $0 !== call && $0.isActive })
    }

    /// Ends a call as the other side would; a real other side is told.
    private func loseRemote(_ call: ActiveCall, _ reason: ActiveCall.EndReason) {
        link.network.hangUp(call.uuid)
        link.networkEnded(call.uuid, because: reason)
    }

    /// The call whose id begins with the reference; without a reference the only call that fits.
    private func find(
        _ reference: String?, _ done: String, _ fits: (ActiveCall) -> Bool
    ) throws(UserCommand.Fault) -> ActiveCall {
        let calls = callManager.calls.filter { call in
            reference.map { call.uuid.uuidString.lowercased().hasPrefix($0.lowercased()) } ?? fits(call)
        }
        if let call = calls.first, calls.count == 1 { return call }
        throw UserCommand.Fault(
            message: calls.isEmpty
                ? "there is no call that can be \(done)"
                : "several calls can be \(done): \(calls.map(\.uuid.short).joined(separator: " ")); name one")
    }
}

/// Ends the app, and its calls with it. `exit` would also flush standard input: since glibc 2.41 it waits for the
/// thread that reads a line. All output is written already.
private func quit() -> Never { _exit(0) }

// MARK: Events

extension TextInterface: ActiveCallsDelegate {
    func calls(_ calls: ActiveCalls, changed call: ActiveCall, by change: ActiveCall.Change) {
        let id = call.uuid.short
        switch change {
        case .ringing:
            Output.say("incoming", id, call.handle.value, call.name ?? "")
            if autoAnswer { callManager.answer(call) }
        case .started: Output.say("started", id, call.handle.value, call.hasVideo ? "video" : "")
        case .connecting: Output.say("connecting", id)
        case .connected: Output.say("connected", id)
        case .answered: Output.say("answered", id)
        case .held: Output.say("held", id)
        case .resumed: Output.say("resumed", id)
        case .muted: Output.say("muted", id)
        case .unmuted: Output.say("unmuted", id)
        case .joined(let other): Output.say("joined", id, other.short)
        case .leftGroup: Output.say("private", id)
        case .played(let digits): Output.say("played", id, digits)
        case .heard(let digits): Output.say("heard", id, digits)
        case .ended(let ending): Output.say("ended", id, ending.words)
        }
    }

    func calls(_ calls: ActiveCalls, refusedWith error: any Error) {
        Output.say("error", error.localizedDescription)
    }
}

extension ActiveCall.Ending {
    fileprivate var words: String {
        switch self {
        case .local: "local"
        case .remote(let reason): reason.rawValue
        case .refused(let error): "refused " + error.localizedDescription
        }
    }
}

extension ActiveCall {
    /// A line of the list of calls, with the whole id.
    fileprivate var summary: String {
        let state = isRinging ? "incoming" : !hasConnected ? "outgoing" : isOnHold ? "held" : "active"
        let marks = [isMuted ? "muted" : nil, hasVideo ? "video" : nil, group.map { "with " + $0.short }]
        return ([uuid.uuidString.lowercased(), state, handle.value, name] + marks).compactMap { $0 }
            .joined(separator: " ")
    }
}

extension UUID {
    /// The beginning of the UUID, for people.
    var short: String { String(uuidString.lowercased().prefix(8)) }
}
