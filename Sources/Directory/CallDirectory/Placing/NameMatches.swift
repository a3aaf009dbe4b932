// SPDX-License-Identifier: MIT

import AddressBooks
import CallContract
import DirectoryDatabase

/// The favourites or contacts that a name means, the best match first. At most one of the two lists has entries.
struct NameMatches {
    var favourites: [Favourite] = []
    var contacts: [ContactIndex.Found] = []
}

extension Callers {
    /// `skip` counts for all contacts only.
    func matches(of text: String, for purpose: SearchPurpose, skip: Int = 0, limit: Int) -> NameMatches {
        let index = books.index
        switch purpose {
        case .all: return NameMatches(contacts: index.all(skip: skip, limit: limit))
        case .search: return NameMatches(contacts: index.search(text, limit: limit))
        case .contact: return NameMatches(contacts: index.search(text, limit: limit).preferringNamesakes)
        case .call:
            let found = index.search(text, limit: limit)
            let name = NameFolding.folded(text)
            let favourites = favourites.filter { NameFolding.folded($0.name) == name }
            return favourites.isEmpty
                ? NameMatches(contacts: found.preferringNamesakes)
                : NameMatches(favourites: Array(favourites.prefix(limit)))
        }
    }
}

extension [ContactIndex.Found] {
    /// "Ada" does not mean Adam if there is an Ada.
    fileprivate var preferringNamesakes: [ContactIndex.Found] {
        let namesakes = filter(\.isNamesake)
        return namesakes.isEmpty ? self : namesakes
    }
}
