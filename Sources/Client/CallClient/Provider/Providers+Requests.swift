// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// A transaction that this program requested, until it is over.
struct FollowedRequest {
    let request: Request
    /// The program's own objects for its starts and answers.
    let objects: [ActionID: any Sendable]
    let isOver: () -> Void
    /// The transaction that does all of it, perhaps one that was accepted before. Nil until the service has accepted
    /// the request. Until then the client repeats it, also to the next service.
    var transaction: TransactionID?

    /// The calls that it starts.
    var starts: some Sequence<CallID> { request.items.lazy.filter { $0.kind.isStart }.map(\.call) }
}

// The actions that this program requests on its own calls.
extension Providers {
    /// Asks the service for a transaction, unless an action is on a call that no provider of this program has.
    ///
    /// - Parameters:
    ///   - objects: the program's own object of each start and answer. A provider hears of one that will never be
    ///     delivered.
    ///   - isOver: called once when an accepted transaction has ended, which may come first after a restart of the
    ///     service
    ///   - completion: called with the refusal, or nil
    package func request(
        _ request: Request, as transaction: TransactionID, _ objects: [ActionID: any Sendable],
        isOver: @escaping () -> Void, then completion: @escaping (BusError?) -> Void
    ) {
        if let refusal = refusal(of: request) { return completion(refusal) }
        var named = request
        named.transaction = transaction
        // A request that is repeated after its end has no second end.
        if !links.values.contains(where: { $0.knows(request) }) {
            followed[transaction] = FollowedRequest(request: request, objects: objects, isOver: isOver)
        }
        client.request(named) { [weak self] result in
            switch result {
            case .success(let accepted): self?.followed[transaction]?.transaction = accepted ?? transaction
            case .failure: self?.followed[transaction] = nil
            }
            completion(result.refusal)
        }
    }

    /// The calls of starts that were not delivered yet belong to this program, too.
    private func refusal(of request: Request) -> BusError? {
        var own = Set(followed.values.flatMap(\.starts))
        for item in request.items {
            if item.kind.isStart { own.insert(item.call) }
            guard own.contains(item.call) || links.values.contains(where: { $0.has(item.call) }) else {
                let calls = "Request actions only on calls that this app has reported or started."
                return CallError(.unknownCallUUID, "This app has no call with the UUID \(item.call). \(calls)").onBus
            }
        }
        return nil
    }

    /// Whether a call of that provider was requested, and did not begin yet.
    func isStarting(_ identifier: String) -> Bool {
        followed.values.contains { followed in
            followed.request.items.contains {
                if case .start(let start) = $0.kind { start.provider == identifier } else { false }
            }
        }
    }

    func transactionCompleted(_ signal: Message) {
        guard !followed.isEmpty, let (text, success) = try? signal.read(String.self, Bool.self),
            let transaction = TransactionID(text)
        else { return }
        // After a restart of the service this may come before the reply to the request.
        endRequests(didSucceed: success) { $0.value.transaction == transaction || $0.key == transaction }
    }

    /// The state of the service is lost, and with it all transactions that it accepted.
    func forgetAcceptedRequests() { endRequests(didSucceed: false) { $0.value.transaction != nil } }

    private func endRequests(
        didSucceed: Bool, where isMeant: (Dictionary<TransactionID, FollowedRequest>.Element) -> Bool
    ) {
        let ended = followed.filter(isMeant)
        for transaction in ended.keys { followed[transaction] = nil }
        for request in ended.values {
            if !didSucceed { giveUp(request) }
            request.isOver()
        }
        for link in links.values { link.renameIfIdle(in: self) }
    }

    private func giveUp(_ failed: FollowedRequest) {
        for item in failed.request.items {
            guard let action = item.identifier, let object = failed.objects[action] else { continue }
            for link in links.values { link.giveUp(item, action, object) }
        }
    }
}

extension Result<TransactionID?, BusError> {
    fileprivate var refusal: BusError? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}

extension ActionKind {
    fileprivate var isStart: Bool {
        switch self {
        case .start: true
        case .answer, .end, .setHeld, .setMuted, .setGroup, .playDTMF: false
        }
    }
}
