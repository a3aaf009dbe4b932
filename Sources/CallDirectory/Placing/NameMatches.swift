// SPDX-License-Identifier: MIT

import Contacts
import DirectoryHistory
import DirectoryText

/// The favourites or contacts that a name means, the best match first. At most one of the two lists has entries.
struct NameMatches {
    var favourites: [Favourite] = []
    var contacts: [ContactIndex.Found] = []
}

extension Callers {
    /// For a call: a favourite that has the text as its whole name comes before the contacts.
    func callMatches(of text: String, limit: Int) -> NameMatches {
        let name = TextFolding.fold(text)
        let favourites = favourites.filter { TextFolding.fold($0.name) == name }
        guard favourites.isEmpty else { return NameMatches(favourites: Array(favourites.prefix(limit))) }
        return contactMatches(of: text, limit: limit)
    }

    /// Contacts that have the text as their whole name come before contacts that have its words: "Ada" does not mean Adam if there is an
    /// Ada.
    func contactMatches(of text: String, limit: Int) -> NameMatches {
        let name = TextFolding.fold(text)
        let found = books.index.search(text, limit: limit)
        let namesakes = found.filter { TextFolding.fold($0.contact.name) == name }
        return NameMatches(contacts: namesakes.isEmpty ? found : namesakes)
    }
}
