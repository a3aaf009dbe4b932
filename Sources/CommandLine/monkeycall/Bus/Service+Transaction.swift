// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import SDBus

/// One action on one call.
struct ActionRequest {
    let kind: ActionKind
    /// UUID of the call.
    let call: String
    /// Whether an end declines: the service refuses it if the call was answered meanwhile.
    var onlyIfRinging = false

    var word: String { kind.word.rawValue }
    fileprivate var wire: [String: Variant] {
        var wire = kind.wire(call: call)
        if onlyIfRinging { wire[Key.onlyIfRinging.rawValue] = .bool(true) }
        return wire
    }
}

extension Service {
    /// Requests an action and returns the UUID of its transaction when the service has accepted it, or if `waiting`
    /// when the app has performed it. Throws `failed` if the app does not perform it.
    func perform(_ action: ActionRequest, waiting: Bool) throws(Failure) -> String {
        let wait = waiting ? try TransactionWait(self, action) : nil
        // The id makes the request harmless to repeat.
        let options = [String: Variant]([.transaction: .string(TransactionID.random().description)])
        let reply = try call(.requestTransaction, [action.wire], options)
        let transaction = try attempt { () throws(BusError) in try reply.read(String.self) }
        try wait?.finish(transaction)
        return transaction
    }
}

/// Waits for the end of a transaction. Created before the request, so that it misses no signal.
private final class TransactionWait {
    private let service: Service
    private let action: ActionRequest
    private var transaction = ""
    private var failure: Failure?

    init(_ service: Service, _ action: ActionRequest) throws(Failure) {
        self.service = service
        self.action = action
        try service.attempt { () throws(BusError) in
            try service.connection.onDisconnect { [weak self] in self?.end(service.lost) }
            try service.client.listen(to: CallManagerName.manager) { [weak self] in self?.came($0) }
            service.client.observe { [weak self] in
                switch $0 {
                // A service that is back with its state goes on with the transaction, and tells its end.
                case .found, .continues: break
                case .absent, .lost: self?.end(service.lost)
                }
            }
            try service.client.follow(on: service.connection)
        }
    }

    func finish(_ transaction: String) throws(Failure) {
        self.transaction = transaction
        _ = try service.attempt { () throws(BusError) in try service.loop.run() }
        if let failure { throw failure }
    }

    private func end(_ failure: Failure?) {
        self.failure = failure
        service.loop.exit()
    }

    private func came(_ signal: Message) {
        guard signal.member == SignalName.transactionCompleted.rawValue,
            let (transaction, success, details) = try? signal.read(String.self, Bool.self, [String: Variant].self),
            transaction == self.transaction
        else { return }
        end(success ? nil : notPerformed(details))
    }

    private func notPerformed(_ details: [String: Variant]) -> Failure {
        // The service inserted any other action to make room.
        let word = details.text(.failedAction)
        let isOther = !word.isEmpty && word != action.word && IDPrefix(argument: word) == nil
        let reason = details.text(.reason)
        let reasonCall = details.text(.reasonCall)
        let other = reasonCall == action.call ? "" : String(reasonCall.prefix(8))
        let isUnheld = !other.isEmpty && [Reason.holdFailed, .holdTimedOut].contains { $0.rawValue == reason }
        let message = [
            "\(action.word) was not performed: ", reason.isEmpty ? "no reason given" : reason,
            isOther ? ", at \(word)" : "",
            other.isEmpty ? "" : " (call \(other))",
            isUnheld ? "; end that call first: monkeycall end \(other)" : "",
        ]
        return Failure(
            status: .failed, name: "ActionFailed", message: message.joined().printable,
            details: [("Action", .string(action.word)), ("Call", .string(action.call))]
                + [("Transaction", .string(transaction))]
                + details.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
    }
}
