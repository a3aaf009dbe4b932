// SPDX-License-Identifier: MIT

/// The calls as a shell of the user sees them.
package final class CallWatch {
    package typealias Properties = [String: DBusValue]

    package let client: BusClient

    package init(_ daemon: DaemonUnderTest) throws {
        client = try daemon.client()
        try client.subscribe()
    }

    /// All calls, by id.
    package func calls() throws -> [String: Properties] {
        var calls: [String: Properties] = [:]
        for (_, interfaces) in try client.managedObjects() {
            guard let call = interfaces[CallName.call]?.entries, let id = call["UUID"]?.string else { continue }
            calls[id] = call
        }
        return calls
    }

    /// Waits until there are such calls.
    package func wait(until matches: ([String: Properties]) -> Bool) throws {
        while true {
            client.forgetSignals()
            let calls = try calls()
            if matches(calls) { return }
            do {
                _ = try client.nextSignal()
            } catch {
                throw SupportError("the calls are \(calls): \(error)")
            }
        }
    }

    /// Waits for a call in this state that fits, and returns its id.
    package func call(_ state: String, where matches: (Properties) -> Bool) throws -> String {
        var found: String?
        try wait { calls in
            found = calls.first { _, call in call["State"]?.string == state && matches(call) }?.key
            return found != nil
        }
        return found ?? ""
    }

    /// Waits for a call of a browser in this state, and returns its id.
    @discardableResult
    package func meeting(_ state: String, where matches: (Properties) -> Bool = { _ in true }) throws -> String {
        try call(state) { $0["Provider"]?.string?.contains(".profile-") == true && matches($0) }
    }

    /// Waits until there is no call of a browser.
    package func noMeeting() throws {
        try wait { calls in
            !calls.values.contains { $0["Provider"]?.string?.contains(".profile-") == true }
        }
    }
}
