// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// The requests of a shell to the call service. Their `Origin` is `shell`.
package final class CallServiceClient {
    package let connection: BusConnection
    let client: CallClient
    private let log: Log

    /// The desktop keeps its calls for `grace` microseconds while no service runs.
    package init(_ connection: BusConnection, grace: UInt64 = 5_000_000, log: Log) {
        self.connection = connection
        self.log = log
        client = CallClient(grace: grace)
    }

    /// Requests actions on calls in this order. The token lets an app raise its window. `completion` gets the refusal
    /// of the service, nil = it accepted the request.
    package func request(
        _ actions: [[String: Variant]], activationToken: String = "",
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        client.requestAsShell(actions, activationToken: activationToken) { [self] refusal in
            note(refusal, of: .requestTransaction)
            completion(refusal)
        }
    }

    package func silence(_ call: String, then completion: @escaping (BusError?) -> Void = { _ in }) {
        client.request(.silenceAlert, call) { [self] refusal in
            note(refusal, of: .silenceAlert)
            completion(refusal)
        }
    }

    /// Calls `body` when the service has done what the agent asked before; at once if there is no service, and at the
    /// latest after two seconds.
    package func afterRequests(_ body: @escaping () -> Void) {
        guard client.owner != nil else { return body() }
        client.ping(timeout: 2_000_000) { _ in body() }
    }

    /// Silences the calls that ring and that do-not-disturb would refuse now.
    func silenceRinging() { report(.setShellState, [String: Variant]([.silenceRinging: .bool(true)])) }

    /// Asks an app to make a call; "" is the default app. `completion` gets the refusal of the service, nil = it asked
    /// the app.
    func startCall(
        _ provider: String, _ handle: WireHandle, _ details: StartCallDetails,
        then completion: @escaping (BusError?) -> Void
    ) {
        call(.requestStartCall, provider, handle, details.wire) { reply in
            if case .failure(let error) = reply { completion(error) } else { completion(nil) }
        }
    }

    /// Opens the icon file of the provider at that path; nil if it has none.
    func openIcon(_ provider: String, then completion: @escaping (BusFile?) -> Void) {
        client.open(.openIcon, provider, then: completion)
    }

    /// Opens the ringtone file of the provider at that path; nil if it has none.
    func openRingtone(_ provider: String, then completion: @escaping (BusFile?) -> Void) {
        client.open(.openRingtone, provider, then: completion)
    }

    /// Tells the service something that is part of its state, and logs a refusal. A service that was restarted gets it
    /// again.
    func report<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument,
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        client.report(method, repeat each arguments) { [self] error in
            note(error, of: method)
            completion(error)
        }
    }

    /// Calls a method of the manager, and logs a refusal. The properties show the result.
    func call<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        client.call(method, repeat each arguments) { [self] reply in
            if case .failure(let error) = reply { note(error, of: method) }
            completion(reply)
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
