// SPDX-License-Identifier: MIT

/// The registered providers, found by number, by identifier and by connection.
package struct Providers: Sendable {
    private(set) var registered: [ProviderID: Provider] = [:]
    private(set) var ids: [String: ProviderID] = [:]
    private(set) var idsOfClient: [Client: Set<ProviderID>] = [:]
    private(set) var idsOfAccount: [Account: Set<ProviderID>] = [:]
    /// What the providers of each app cost, without their calls.
    private(set) var costs = Tally<Account>()
    var lastID: ProviderID = 0
    /// The desktop files of identifiers that were registered before, so that a client can start the app again.
    private(set) var desktopEntries = RecentValues<String, String>(capacity: 64) {
        Cost.entry + $0.cost + $1.cost
    }
    /// The providers that the event touched, in that order, as they were before; nil = new.
    private var changes: [Change] = []
    /// The providers that changed since `takeUnwritten`.
    private var unwritten = Touched<ProviderID>()

    /// A provider that an event touched.
    struct Change: Sendable {
        let id: ProviderID
        let before: Provider?
    }

    package subscript(id: ProviderID) -> Provider? { registered[id] }

    subscript(identifier: String) -> Provider? { ids[identifier].flatMap { registered[$0] } }

    package var values: some Collection<Provider> { registered.values }
    package var keys: some Collection<ProviderID> { registered.keys }
    package var count: Int { registered.count }
    package var isEmpty: Bool { registered.isEmpty }

    /// The desktop file that started the last provider of this identifier; nil = the provider named none, or it is
    /// forgotten.
    func desktopEntry(of identifier: String) -> String? { desktopEntries[identifier] }

    mutating func forgetOldestEntry() -> Bool { desktopEntries.removeOldest() }

    /// The number of the next provider.
    mutating func nextID() -> ProviderID {
        lastID += 1
        return lastID
    }

    /// Adds a provider whose identifier is free.
    mutating func register(_ provider: Provider) {
        touch(provider.id)
        add(provider)
    }

    private mutating func add(_ provider: Provider) {
        registered[provider.id] = provider
        ids[provider.identifier] = provider.id
        idsOfClient[provider.client, default: []].insert(provider.id)
        idsOfAccount[provider.account, default: []].insert(provider.id)
        costs.add(provider.cost, to: provider.account)
    }

    mutating func configure(_ id: ProviderID, _ configuration: ProviderConfiguration) {
        touch(id)
        change(id) { $0.configuration = configuration }
    }

    /// Changes what a provider costs.
    private mutating func change(_ id: ProviderID, _ body: (inout Provider) -> Void) {
        guard var provider = registered[id] else { return }
        let cost = provider.cost
        body(&provider)
        costs.add(provider.cost - cost, to: provider.account)
        registered[id] = provider
    }

    mutating func remove(_ provider: Provider) {
        touch(provider.id)
        if let known = registered.removeValue(forKey: provider.id) { costs.add(-known.cost, to: known.account) }
        let entry = provider.configuration.desktopEntry
        if entry.isEmpty {
            desktopEntries.remove(provider.identifier)
        } else {
            desktopEntries.insert(provider.identifier, entry)
        }
        ids[provider.identifier] = nil
        idsOfClient[provider.client]?.remove(provider.id)
        if idsOfClient[provider.client]?.isEmpty == true { idsOfClient[provider.client] = nil }
        idsOfAccount[provider.account]?.remove(provider.id)
        if idsOfAccount[provider.account]?.isEmpty == true { idsOfAccount[provider.account] = nil }
    }

    /// Remembers the tones of a request to call, or nil, in place of those of the request before.
    mutating func request(_ tones: RequestedTones?, of id: ProviderID) {
        if registered[id]?.requestedTones != tones { change(id) { $0.requestedTones = tones } }
    }

    mutating func addCall(_ call: CallID, to id: ProviderID) {
        registered[id]?.calls.append(call)
        unwritten.insert(id)
    }

    mutating func removeCall(_ call: CallID, from id: ProviderID) {
        registered[id]?.calls.removeAll { $0 == call }
        unwritten.insert(id)
    }

    /// A hold timed out, or the provider completed an action again.
    mutating func setUnresponsive(_ id: ProviderID, _ isUnresponsive: Bool) {
        registered[id]?.isUnresponsive = isUnresponsive
        unwritten.insert(id)
    }

    /// The providers that were touched since the last call of this function.
    mutating func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }

    private mutating func touch(_ id: ProviderID) {
        unwritten.insert(id)
        if !changes.contains(where: { $0.id == id }) { changes.append(Change(id: id, before: registered[id])) }
    }

    // MARK: Across a restart

    mutating func takeUnwritten() -> [ProviderID] { unwritten.take() }

    mutating func takeDesktopEntryChanges() -> [Int] { desktopEntries.takeChanges() }

    mutating func restore(_ provider: Provider) { add(provider) }

    mutating func restore(desktopEntries entries: [RecentValues<String, String>.Entry]) {
        desktopEntries.restore(entries)
    }
}
