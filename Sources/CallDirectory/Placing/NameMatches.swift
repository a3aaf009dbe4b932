// SPDX-License-Identifier: MIT

import CallModel
import Contacts
import DirectoryHistory

/// The favourites or contacts that a name means, the best match first. At most one of the two lists has entries.
struct NameMatches {
    var favourites: [Favourite] = []
    var contacts: [ContactIndex.Found] = []
}

extension Callers {
    func matches(of text: String, for purpose: SearchPurpose, limit: Int) -> NameMatches {
        let found = books.index.search(text, limit: limit)
        switch purpose {
        case .search: return NameMatches(contacts: found)
        case .contact: return NameMatches(contacts: found.preferringNamesakes)
        case .call:
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
