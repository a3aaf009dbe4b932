// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

// What every program asks for that lets the user act on calls.

extension CallClient {
    /// Requests actions in this order. Their origin is a shell. The token lets an app raise its window. `completion`
    /// gets the refusal of the service, nil = it accepted the request.
    package func requestAsShell(
        _ actions: [[String: Variant]], transaction: String = TransactionID.random().description,
        activationToken: String = "", then completion: @escaping (BusError?) -> Void
    ) {
        // The id makes the request harmless to repeat.
        var options = [String: Variant]([
            .origin: .string(Origin.shell.rawValue), .transaction: .string(transaction),
        ])
        if !activationToken.isEmpty { options[.activationToken] = .string(activationToken) }
        request(.requestTransaction, actions, options, then: completion)
    }

    /// Opens a file of the provider at that path: its icon or its ringtone; nil if it has none, as most.
    package func open(_ method: MethodName, _ provider: String, then completion: @escaping (BusFile?) -> Void) {
        let target = CallTarget(CallManagerName.bus, ObjectPath(trusted: provider), method.interface, method.member)
        call(target) { completion(try? $0.get().read(BusFile.self)) }
    }
}
