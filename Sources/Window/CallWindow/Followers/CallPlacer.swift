// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// Makes the calls that the user asks for, one at a time: does what ``WantedCall`` decides.
@MainActor
final class CallPlacer {
    private(set) var pending = WantedCall()
    /// Shows the request as it is now.
    var changed: () -> Void = {}
    /// A new request comes to the front.
    var began: () -> Void = {}
    private unowned let context: CallWindowContext
    private var timer: Later?
    /// Why the service refused the last request.
    private var refusal: BusError?
    /// How long a call waits for what the directory knows about the line, in microseconds.
    private static let lookUpTimeout: UInt64 = 1_000_000

    init(_ context: CallWindowContext) {
        self.context = context
        context.calls.observe { [unowned self] in follow() }
        context.calls.providerLeft = { [unowned self] in handle(.providerLeft($0)) }
    }

    /// Whether a request is open, so that no other call can be asked for.
    var isOpen: Bool { pending.attempt != nil }

    /// The user presses *Call*. A press while a request is open shows that request.
    func call(_ request: WantedCall.Request) {
        handle(.calls(outgoing))
        handle(.press(request))
        guard isOpen else { return }
        // What was wrong with an earlier call is over.
        context.show(nil)
        began()
    }

    func cancel() { handle(.cancel) }
    func choose(_ provider: String) { handle(.choose(provider)) }

    private var now: UInt64 { SystemClock.monotonic }

    /// The request in front of the calls; nil if there is none.
    func screen(_ registry: Registry, unenforced: Set<String>) -> CallScreen? {
        isOpen ? CallScreen(pending, registry, unenforced: unenforced, at: now) : nil
    }

    private func follow() {
        if pending.watchesCalls { handle(.calls(outgoing)) }
    }

    private var outgoing: [WantedCall.OutgoingCall] {
        context.calls.registry.calls.values.filter { $0.isOutgoing && $0.state != .ended }.map {
            WantedCall.OutgoingCall(id: $0.uuid, provider: $0.provider, handle: $0.handle)
        }
    }

    private func handle(_ event: WantedCall.Event) {
        let before = pending.stage
        let effects = pending.handle(event, at: now)
        for effect in effects { perform(effect) }
        wait()
        if pending.stage != before || event == .time { changed() }
    }

    private func wait() {
        let now = now
        timer = pending.deadline(after: now).map { deadline in
            Later(microseconds: max(deadline, now) - now) { [unowned self] in handle(.time) }
        }
    }

    private func perform(_ effect: WantedCall.Effect) {
        switch effect {
        case .lookUp(let attempt): lookUp(attempt)
        case .ask(let attempt): ask(attempt)
        case .end(let call): context.calls.end([call])
        case .tellRefusal(let request):
            tell(refusal.map { CallServiceWords.dialing($0) } ?? "", again: request)
        case .tellClosed(let request):
            tell(Catalogue.text("The app has closed before it called. Open it and try again."), again: request)
        }
    }

    private func lookUp(_ attempt: WantedCall.Attempt) {
        guard let client = context.directory.client, let type = attempt.request.handle.type.word else {
            return handle(.prepared(attempt.number, provider: "", name: "", formatted: ""))
        }
        client.lookUp(attempt.request.handle, within: Self.lookUpTimeout) { [unowned self] facts in
            let provider = PhoneLine.provider(
                for: type, in: context.calls.registry, proposed: facts?[.providers]?.strings ?? [])
            handle(
                .prepared(
                    attempt.number, provider: provider, name: facts?.text(.displayName) ?? "",
                    formatted: facts?.text(.formatted) ?? ""))
        }
    }

    private func ask(_ attempt: WantedCall.Attempt) {
        let request = attempt.request
        var details = StartCallDetails()
        (details.displayName, details.video, details.postDial) = (attempt.name, request.isVideo, request.postDial)
        context.calls.client.call(
            .requestStartCall, attempt.provider, request.handle, details.wireThatAwaitsAnswer
        ) { [unowned self] reply in
            switch reply {
            case .success(let message):
                let provider = (try? message.read(String.self)) ?? attempt.provider
                handle(.accepted(attempt.number, provider: provider))
            case .failure(let error):
                refusal = error
                handle(.refused(attempt.number))
            }
        }
    }

    private func tell(_ text: String, again request: WantedCall.Request) {
        context.show(
            Notice(
                text: text,
                cure: (Catalogue.text("Call Again"), { [weak self] in self?.call(request) })))
    }
}
