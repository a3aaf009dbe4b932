// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// What a shell asks of the call service. Everything is asked for the user, at the desktop: `Origin` is `shell`.
package final class CallServiceClient {
    package let connection: BusConnection
    private let log: (String) -> Void

    package init(_ connection: BusConnection, log: @escaping (String) -> Void) {
        self.connection = connection
        self.log = log
    }

    /// Asks for actions on calls, done one after another.
    package func request(_ actions: [[String: Variant]]) {
        call("RequestTransaction", actions, [Key.origin: Variant.string("shell")])
    }

    package func silence(_ call: String) { self.call("SilenceAlert", call, interface: CallManagerName.audio) }

    /// Asks the app to call somebody.
    package func startCall(_ provider: String, _ handle: WireHandle) {
        call("RequestStartCall", provider, handle, [String: Variant]())
    }

    /// Calls a method of the manager. What is refused is worth a line in the log, and nothing else: the state says what
    /// is the case.
    func call<each Argument: BusValue>(
        _ member: String, _ arguments: repeat each Argument, interface: String = CallManagerName.manager,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        let target = CallTarget(CallManagerName.bus, CallManagerName.path, interface, member)
        do throws(BusError) {
            try connection.callAsync(target, repeat each arguments) { [log] reply in
                if case .failure(let error) = reply { log("\(member): \(error.message)") }
                completion(reply)
            }
        } catch {
            log("\(member): \(error.message)")
        }
    }
}
