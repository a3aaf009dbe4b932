// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// The requests of a shell to the call service. Their `Origin` is `shell`.
package final class CallServiceClient {
    package let connection: BusConnection
    let client = CallClient()
    private let log: Log

    package init(_ connection: BusConnection, log: Log) {
        self.connection = connection
        self.log = log
    }

    /// Requests actions on calls in this order. The token lets an app raise its window. `completion` gets the refusal
    /// of the service, nil = it accepted the request.
    package func request(
        _ actions: [[String: Variant]], activationToken: String = "", endsOthers: Bool = true,
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        client.requestAsShell(
            actions, activationToken: activationToken, endsOthers: endsOthers,
            then: noting(.requestTransaction, completion))
    }

    package func silence(_ call: String, then completion: @escaping (BusError?) -> Void = { _ in }) {
        client.request(.silenceAlert, call, then: noting(.silenceAlert, completion))
    }

    /// Calls `body` when the service has done what the agent asked before; at once if there is no service, and at the
    /// latest after two seconds.
    package func afterRequests(_ body: @escaping () -> Void) {
        guard client.owner != nil else { return body() }
        client.ping(timeout: 2_000_000) { _ in body() }
    }

    /// Silences the calls that ring and that do-not-disturb would refuse now.
    func silenceRinging() { report(.setShellState, [String: Variant]([.silenceRinging: .bool(true)])) }

    /// Asks an app to make a call; "" is the default app. `completion` gets the refusal, nil = the app has taken the
    /// call, or asks its user about it.
    func startCall(
        _ provider: String, _ handle: WireHandle, _ details: StartCallDetails,
        then completion: @escaping (BusError?) -> Void
    ) {
        call(.requestStartCall, provider, handle, details.wireThatAwaitsAnswer) { completion($0.failure) }
    }

    /// Tells the service something that is part of its state, and logs a refusal. A service that was restarted gets it
    /// again.
    func report<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument,
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        client.report(method, repeat each arguments, then: noting(method, completion))
    }

    /// Calls a method of the manager, and logs a refusal. The properties show the result.
    func call<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        client.call(method, repeat each arguments) { [self] reply in
            note(reply.failure, of: method)
            completion(reply)
        }
    }

    /// Logs a refusal before it is told.
    private func noting(
        _ method: MethodName, _ completion: @escaping (BusError?) -> Void
    ) -> (BusError?) -> Void {
        { [self] refusal in
            note(refusal, of: method)
            completion(refusal)
        }
    }

    private func note(_ refusal: BusError?, of method: MethodName) {
        if let refusal { log("the call service refuses a request", refusal, ["method": method.rawValue]) }
    }
}

extension CallServiceClient {
    /// Does what the button says, if the state still allows it: the screen may have been locked since the button was
    /// shown. `completion` gets the refusal, nil = the service accepted the request.
    func press(
        _ button: CallButton, of call: String, in state: DesktopState, _ token: String = "",
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        guard state.rules.allows(button) else {
            return completion(.accessDenied("A locked screen does not offer this. Unlock it first."))
        }
        if button == .silence { return silence(call, then: completion) }
        request(button.actions(on: call, in: state.registry), activationToken: token, then: completion)
    }
}

extension BusError? {
    /// Replies with the refusal of a request, or that the service has accepted it.
    func complete(_ reply: PendingReply<>) {
        if let self { reply.fail(self) } else { reply.succeed() }
    }
}
