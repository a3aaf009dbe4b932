// SPDX-License-Identifier: MIT

import CallClient
package import CallInterface
package import SDBus

/// The requests of a shell to the call service. Their `Origin` is `shell`.
package final class CallServiceClient {
    package let connection: BusConnection
    let client = CallClient()
    private let log: (String) -> Void

    package init(_ connection: BusConnection, log: @escaping (String) -> Void) {
        self.connection = connection
        self.log = log
    }

    /// Requests actions on calls in this order. The token lets an app raise its window.
    package func request(_ actions: [[String: Variant]], activationToken: String = "") {
        call("RequestTransaction", actions, Self.options(activationToken, [Key.origin: .string("shell")]))
    }

    package func silence(_ call: String) { self.call("SilenceAlert", call, interface: CallManagerName.audio) }

    /// Asks the app to make a call. The answer says whether the service asked it.
    package func startCall(
        _ provider: String, _ handle: WireHandle, activationToken: String = "",
        then completion: @escaping (Bool) -> Void = { _ in }
    ) {
        call("RequestStartCall", provider, handle, Self.options(activationToken)) { completion((try? $0.get()) != nil) }
    }

    /// Opens the icon file of the provider at that path; nil if it has none.
    func openIcon(_ provider: String, then completion: @escaping (BusFile?) -> Void) {
        open("OpenIcon", provider, completion)
    }

    /// Opens the ringtone file of the provider at that path; nil if it has none.
    func openRingtone(_ provider: String, then completion: @escaping (BusFile?) -> Void) {
        open("OpenRingtone", provider, completion)
    }

    /// Most providers have none: do not log the error.
    private func open(_ member: String, _ provider: String, _ completion: @escaping (BusFile?) -> Void) {
        let target = CallTarget(CallManagerName.bus, provider, CallManagerName.provider, member)
        do throws(BusError) {
            try connection.callAsync(target) { completion(try? $0.get().read(BusFile.self)) }
        } catch {
            completion(nil)
        }
    }

    private static func options(_ activationToken: String, _ more: [String: Variant] = [:]) -> [String: Variant] {
        activationToken.isEmpty ? more : more.merging([Key.activationToken: .string(activationToken)]) { $1 }
    }

    /// Calls a method of the manager, and logs a refusal. The properties show the result.
    func call<each Argument: BusValue>(
        _ member: String, _ arguments: repeat each Argument, interface: String = CallManagerName.manager,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        client.call(member, repeat each arguments, interface: interface) { [log] reply in
            if case .failure(let error) = reply { log("\(member): \(error.message)") }
            completion(reply)
        }
    }
}
