// SPDX-License-Identifier: MIT

import CallInterface
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

    /// Lets the providers hear the service.
    package func begin() throws(BusError) {
        try client.listen(to: CallManagerName.manager) { [weak self] in self?.heard($0) }
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
        case .continues: compareAudio()
        case .absent: for link in links.values { link.stopAudio() }
        case .lost:
            isFollowingCalls = false
            for link in links.values { link.serviceHasGone() }
            forgetAcceptedRequests()
        }
    }

    /// The service is back with its state. Only the calls that have the audio may differ from what it said before.
    private func compareAudio() {
        guard links.values.contains(where: \.hasCalls) else { return }
        let get = client.standardMethod("Get", of: StandardInterface.properties)
        client.call(get, CallManagerName.audio.text, Key.ownerCalls.rawValue, timeout: .max) { [weak self] reply in
            guard let self, let reply = try? reply.get(), client.isFromService(reply),
                let calls = (try? reply.read(Variant.self))?.strings
            else { return }
            let owners = Set(calls.compactMap { CallID($0) })
            for link in links.values { link.compareAudio(owners) }
        }
    }

    /// The answer comes after everything that was reported before, and that the service had sent when it read the
    /// question.
    package func ping(then completion: @escaping (BusError?) -> Void) {
        client.request({ [client] in client.ping(then: $0) }, then: completion)
    }

    // MARK: Messages

    private func heard(_ signal: Message) {
        guard let name = SignalName(rawValue: signal.member) else { return }
        if name == .transactionCompleted { return transactionCompleted(signal) }
        guard let identifier = try? signal.read(String.self) else { return }
        links[identifier]?.heard(name, signal, in: self)
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
        for link in links.values { link.heard(call, heldFor: CallID(target)) }
    }
}
