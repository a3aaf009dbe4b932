// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

// Requests that outlive the service. `NoReply` is not a refusal: a service that was killed may have done what it was
// asked, so the next one with its state is asked again, and says so if it was done.

extension CallClient {
    /// Tells the service something that is part of its state. It is repeated until a service with that state has
    /// answered, and dropped with an error when that state is lost: then ``register`` tells the next service. `done` is
    /// the refusal that a repeated report gets if it was successful before.
    package func report<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument, done: CallError.Code? = nil,
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        let ask: Outbox.Ask = { [unowned self] in call(method, repeat each arguments, timeout: .max, then: $0) }
        outbox.add(.report, done: done, ask, then: completion)
    }

    /// Reports an update of a call. Updates that wait in a row to be sent become one. `heard` gets the service's answer
    /// and all that was in the update; it is not called for an update that became part of an earlier one.
    package func reportUpdate(
        of call: CallID, _ wire: [String: Variant], then heard: @escaping (BusError?, [String: Variant]) -> Void
    ) {
        if let waiting = outbox.lastUpdate(of: call) { return waiting.merge(wire) }
        let update = WaitingUpdate(call, wire)
        let ask: Outbox.Ask = { [unowned self] in
            self.call(.reportCallUpdated, call.description, update.wire, timeout: .max, then: $0)
        }
        outbox.add(.report, done: nil, update: update, ask) { heard($0, update.wire) }
    }

    /// Asks for something that any service may do after ``register``. It is repeated if the service has gone before it
    /// answered, or if a new one was asked before the registration. It fails at once if the bus can start no service.
    package func request(
        _ ask: @escaping (_ heard: @escaping (Result<Message, BusError>) -> Void) -> Void, done: CallError.Code? = nil,
        then completion: @escaping (BusError?) -> Void
    ) {
        register()
        outbox.add(.request, done: done, ask, then: completion)
    }

    /// The same for one method of the manager object.
    package func request<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument, done: CallError.Code? = nil,
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        let ask: Outbox.Ask = { [unowned self] in call(method, repeat each arguments, timeout: .max, then: $0) }
        request(ask, done: done, then: completion)
    }

    /// Requests a transaction.
    package func request(
        _ transaction: Request, then completion: @escaping (Result<TransactionID?, BusError>) -> Void
    ) {
        var accepted: TransactionID?
        let ask: Outbox.Ask = { [unowned self] heard in
            let answer: (Result<Message, BusError>) -> Void = { reply in
                if let text = try? reply.get().read(String.self) { accepted = TransactionID(text) }
                heard(reply)
            }
            call(method(.requestTransaction), timeout: .max, then: answer) { (writer) throws(BusError) in
                try transaction.write(to: &writer)
            }
        }
        request(ask) { error in completion(error.map { .failure($0) } ?? .success(accepted)) }
    }
}
