// SPDX-License-Identifier: MIT

extension Domain {
    /// The connections that the state names. Each must be reported when it leaves the bus.
    package var clients: Set<Client> {
        var clients = Set(providers.values.map(\.client))
        clients.formUnion(shells.all.map(\.client))
        if let directory = screenings.directory { clients.insert(directory.client) }
        for transaction in transactions.values {
            clients.formUnion(transaction.audience)
            if let requester = transaction.requester { clients.insert(requester.client) }
        }
        clients.formUnion(transactions.completedRequests.map(\.client))
        return clients
    }
}
