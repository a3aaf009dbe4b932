// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import ConfigurationText
import PulseAudio
package import SDBus

/// The program of the test call: its object on the session bus, its provider at the service, and its sound. It ends
/// when it has nothing to do.
package final class Echo {
    private let session: BusConnection
    private let own: BusConnection
    private let calls: BusConnection
    private let loop: EventLoop
    private let client = CallClient()
    private let providers: Providers
    private lazy var mirror = RegistryMirror(client, .objects) { _ in }
    private let sound: SoundServerConnection
    private var call = EchoCall()
    /// The question that waits for the facts.
    private var question: Question?
    private var link: ProviderLink?
    private var streams: VoiceStreams?
    /// The call has sound as soon as the sound server is back.
    private var waitsForServer = false
    private var buffer = EchoSound(delay: 0)
    private var deadline: Timer?
    private var rest: Timer?
    private let log: Log

    /// How long the program waits for another question, in microseconds.
    private static let patience: UInt64 = 5_000_000
    /// How long the service, the agent and the sound server may take to answer.
    private static let longest: UInt64 = 10_000_000
    /// What calls that wait, and replies that are not read, may take in all, in bytes.
    private static let mostBytes = 1 << 16

    private struct Question {
        let reply: PendingReply<>
        var hasService: Bool?
        var isQuiet: Bool?
        var hasSound: Bool?
        var timer: Timer?
    }

    /// `calls` is the connection to the service. `own` has the name on the session bus, because a proxy of a sandbox
    /// opens connections, not names.
    package init(_ calls: BusConnection, session: BusConnection, own: BusConnection, _ loop: EventLoop, log: Log) {
        (self.calls, self.session, self.own, self.loop, self.log) = (calls, session, own, loop, log)
        providers = Providers(client, log: log)
        sound = SoundServerConnection(loop, as: "Echo", icon: "call-start", log: log)
    }

    package func begin() throws(BusError) {
        sound.onChange { [unowned self] in
            lookAtSound()
            resumeSound()
        }
        sound.failed = { [unowned self] in
            lookAtSound()
            waitsForServer = call.hasSound
        }
        try providers.begin()
        try client.follow(on: calls)
        try mirror.begin { [unowned self] _ in decide() }
        try own.export(interface(), at: EchoName.path) { () }
        try own.serve(waitingBytes: Self.mostBytes, unreadBytes: Self.mostBytes, unanswered: 4)
        try own.requestName(EchoName.bus)
        restIfIdle()
    }

    /// The interface of `dbus/org.monkeycall.Echo.xml`.
    package func interface() -> Interface<Void> {
        Interface(
            EchoName.interface, refusal: "An app in a sandbox cannot start a test call. Ask the user to do it.",
            [
                .deferredMethod(EchoName.start, for: .user) { [unowned self] (_, _, reply) throws(BusError) in
                    ask(reply)
                }
            ])
    }

    // MARK: The question

    private func ask(_ reply: PendingReply<>) {
        guard question == nil else { return refuse(reply, .callExists) }
        rest = nil
        question = Question(reply: reply)
        question?.timer = loop.timer(after: Self.longest) { [unowned self] in
            // A service without its calls, or a sound server that hangs, is as good as none.
            if !mirror.isLoaded || question?.hasService == nil { question?.hasService = false }
            if question?.isQuiet == nil { question?.isQuiet = false }
            if question?.hasSound == nil { question?.hasSound = false }
            decide()
        }
        // The bus starts the service if it can.
        client.ping(timeout: Self.longest) { [unowned self] reply in
            question?.hasService = reply.failure == nil
            decide()
        }
        sound.begin()
        lookAtSound()
        let agent = CallTarget(AgentName.bus, AgentName.path, StandardInterface.properties, "GetAll")
        session.ask(agent, AgentName.interface.text, timeout: Self.longest) { [unowned self] reply in
            // Without an agent, or if another shell is the primary one, only the service knows.
            let properties = (try? reply.get().read([String: Variant].self)) ?? [:]
            question?.isQuiet = properties.flag(.doNotDisturb) && properties.flag(.primary)
            decide()
        }
    }

    private func lookAtSound() {
        guard question != nil else { return }
        if let state = sound.state {
            question?.hasSound = state.hasDevice
        } else if sound.isAbsent {
            question?.hasSound = false
        }
        decide()
    }

    /// Answers when everything is known.
    private func decide() {
        guard let question, let hasService = question.hasService, let isQuiet = question.isQuiet,
            let hasSound = question.hasSound, mirror.isLoaded || !hasService
        else { return }
        self.question = nil
        var facts = EchoFacts()
        (facts.hasService, facts.hasCall) = (hasService, hasOtherCall)
        (facts.isQuiet, facts.hasSound) = (isQuiet, hasSound)
        if let refusal = call.start(facts, at: SystemClock.boottime) {
            refuse(question.reply, refusal)
        } else {
            question.reply.succeed()
        }
        followDeadline()
        restIfIdle()
    }

    private func refuse(_ reply: PendingReply<>, _ refusal: TestCall.Refusal) {
        reply.fail(BusError(name: refusal.name, message: refusal.message))
    }

    private var hasOtherCall: Bool {
        mirror.registry.calls.values.contains { $0.state != .ended && !$0.isTest }
    }

    // MARK: The call

    private func handle(_ event: EchoEvent) {
        for effect in call.handle(event, at: SystemClock.boottime) { perform(effect) }
        followDeadline()
        restIfIdle()
    }

    private func followDeadline() {
        let now = SystemClock.boottime
        deadline = call.deadline.flatMap { time in
            loop.timer(after: time > now ? time - now : 0) { [unowned self] in handle(.moment(hasCall: hasOtherCall)) }
        }
    }

    private func perform(_ effect: EchoEffect) {
        switch effect {
        case .ring(let call): ring(call)
        case .fulfil(let action): complete(action, .fulfilled(nil))
        case .fail(let action): complete(action, .failed)
        case .end(let call, let reason): link?.reportEnded(call, at: 0, reason, in: providers)
        case .beginSound: beginSound()
        case .endSound: endSound()
        case .leave: leave()
        }
    }

    private func ring(_ call: CallID) {
        var configuration = ProviderConfiguration()
        (configuration.localizedName, configuration.icon) = ("Echo", "call-start")
        (configuration.maximumCallGroups, configuration.maximumCallsPerCallGroup) = (1, 1)
        // No request to call a number reaches it.
        (configuration.supportedHandleTypes, configuration.includesCallsInRecents) = ([.generic], false)
        let link = ProviderLink(TestCall.provider, configuration.wire) { [weak self] in self?.received($0) }
        (self.link, providers[TestCall.provider]) = (link, link)
        var update = CallUpdate()
        update.localizedCallerName = Catalogue.text("Test Call")
        (update.supportsGrouping, update.supportsUngrouping, update.supportsDTMF) = (false, false, false)
        update.includesInRecents = false
        link.reportIncoming(call, update, in: providers) { [weak self] error in
            guard let self else { return }
            if let error { log("the test call does not ring", error) }
            handle(error == nil ? .accepted : .refused)
        }
    }

    private func received(_ news: ProviderNews) {
        switch news {
        case .perform(let delivered):
            actions[delivered.action.id] = delivered.action
            handle(.perform(delivered.action.id, delivered.action.kind))
        case .refused: handle(.refused)
        case .didActivate: handle(.audio(true))
        case .didDeactivate: handle(.audio(false))
        case .startCallRequested(let handle, _): link?.answerStartCall(handle, false, in: providers)
        case .didBegin, .timedOut, .vanished, .callChanged: break
        }
    }

    /// The actions that are performed now.
    private var actions: [ActionID: ActionRecord] = [:]

    private func complete(_ id: ActionID, _ outcome: ActionOutcome) {
        guard let action = actions.removeValue(forKey: id) else { return }
        link?.complete(action, outcome, in: providers)
    }

    private func leave() {
        link?.invalidate(in: providers)
        (link, actions) = (nil, [:])
        // Everything that was told before is at the service then.
        providers.ping { [weak self] _ in self?.handle(.left) }
    }

    // MARK: The sound

    private func beginSound() {
        waitsForServer = sound.state == nil
        guard !waitsForServer else { return }
        buffer = EchoSound(delay: Int(VoiceStreams.rate))
        streams = sound.openVoice(
            named: "Echo", heard: { [unowned self] in buffer.hear($0, isMuted: call.isMuted) },
            wanted: { [unowned self] in buffer.play($0) }, ended: { [unowned self] in endSound() })
        if streams == nil { log("the test call has no sound, because the sound server refuses it") }
    }

    /// A server that was away may be back.
    private func resumeSound() {
        if waitsForServer, call.hasSound { beginSound() }
    }

    private func endSound() {
        let old = streams
        (streams, buffer) = (nil, EchoSound(delay: 0))
        // The streams must not be released in their own callback.
        loop.deferred { withExtendedLifetime(old) {} }
    }

    // MARK: The end

    private func restIfIdle() {
        guard question == nil, call.phase == .idle else { return rest = nil }
        guard rest == nil else { return }
        rest = loop.timer(after: Self.patience) { [loop] in loop.exit() }
        // The connection may be the caller of this.
        loop.deferred { [weak self] in if let self, rest != nil { sound.end() } }
    }
}

extension TestCall.Refusal {
    /// What is wrong, then what to do.
    var message: String {
        switch self {
        case .noCallService: "The call service does not run; start monkeycalld."
        case .callExists: "There is a call already; try again when it is over."
        case .doNotDisturb: "Do-not-disturb is on, so the test call would not ring; turn it off first."
        case .noSound: "There is no sound device; connect one, or start the sound server."
        }
    }
}
