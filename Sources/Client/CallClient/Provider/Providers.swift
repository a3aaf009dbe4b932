// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// The providers of this program on one connection, and what the service tells them. Confined as ``CallClient`` is.
package final class Providers {
    package let client: CallClient
    /// How many incoming calls this program has reported so far.
    package internal(set) var incomingReports = 0
    /// Hears of what a provider does wrong.
    package let log: Log
    private(set) var links: [String: ProviderLink] = [:]
    /// Whether the service tells how calls change.
    private var isFollowingCalls = false
    /// The requested transactions that are not over.
    var followed: [TransactionID: FollowedRequest] = [:]

    package init(_ client: CallClient, log: Log) {
        (self.client, self.log) = (client, log)
        client.onPropertiesChanged { [weak self] in self?.callChanged($0) }
        client.observe { [weak self] in self?.serviceChanged($0) }
        client.register = { [weak self] in
            guard let self else { return }
            for link in links.values { link.register(in: self) }
        }
    }

    /// Lets the providers receive the signals of the service.
    package func begin() throws(BusError) {
        try client.listen(to: CallManagerName.manager) { [weak self] in self?.received($0) }
    }

    /// A provider by its identifier.
    package subscript(identifier: String) -> ProviderLink? {
        get { links[identifier] }
        set { links[identifier] = newValue }
    }

    /// A provider takes another name.
    func rename(_ link: ProviderLink, to identifier: String) {
        if links[link.identifier] === link { links[link.identifier] = nil }
        links[identifier] = link
    }

    package var identifiers: some Collection<String> { links.keys }

    // MARK: The service

    private func serviceChanged(_ change: ServiceChange) {
        switch change {
        case .found: break
        case .continues:
            updateAudio()
            if isFollowingCalls { client.report(.subscribe) }
        case .absent: for link in links.values { link.stopAudio() }
        case .lost:
            isFollowingCalls = false
            for link in links.values { link.serviceHasGone() }
            forgetAcceptedRequests()
        }
    }

    /// The service goes on with its state. Only the calls that have the audio may differ from what it said before.
    private func updateAudio() {
        guard links.values.contains(where: \.hasCalls) else { return }
        let get = client.standardMethod("Get", of: StandardInterface.properties)
        client.call(get, CallManagerName.audio.text, Key.ownerCalls.rawValue, timeout: .max) { [weak self] reply in
            guard let self, let reply = try? reply.get(), client.isFromService(reply),
                let calls = (try? reply.read(Variant.self))?.strings
            else { return }
            let owners = Set(calls.compactMap { CallID($0) })
            for link in links.values { link.updateAudio(owners) }
        }
    }

    /// The answer comes after everything that was reported before, and that the service had sent when it read the
    /// question.
    package func ping(then completion: @escaping (BusError?) -> Void) {
        client.request({ [client] in client.ping(then: $0) }, then: completion)
    }

    // MARK: Messages

    private func received(_ signal: Message) {
        guard let name = SignalName(rawValue: signal.member) else { return }
        if name == .transactionCompleted { return transactionCompleted(signal) }
        guard let identifier = try? signal.read(String.self) else { return }
        links[identifier]?.received(name, signal, in: self)
    }

    /// Lets the service tell which call a held call is held for, because a service without its state must be told.
    func followCalls() {
        guard !isFollowingCalls else { return }
        isFollowingCalls = true
        client.report(.subscribe)
    }

    /// An ended call is held for no other.
    private func callChanged(_ change: PropertiesChange) {
        guard change.interface == CallManagerName.call, change.properties[.hasEnded]?.bool != true,
            let target = change.properties[.heldFor]?.string, let call = CallID(path: change.path)
        else { return }
        for link in links.values { link.received(call, heldFor: CallID(target)) }
    }
}

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
            completion(result.failure)
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

extension ActionKind {
    fileprivate var isStart: Bool { if case .start = self { true } else { false } }
}
