// SPDX-License-Identifier: MIT

/// The methods of a user's directory; `dbus/org.monkeycall.Directory*.xml` describes them. A word of another interface than the
/// first one has the last part of that interface's name before it, because several interfaces have a `List`.
public enum DirectoryMethod: String, Sendable, CaseIterable {
    // MARK: Callers and contacts

    case subscribeToDirectory = "Subscribe"
    case unsubscribeFromDirectory = "Unsubscribe"
    case lookup = "Lookup"
    case search = "Search"
    case normalize = "Normalize"
    case setRegion = "SetRegion"
    case setContactFolders = "SetContactFolders"

    // MARK: Rules

    case setScreensCalls = "Lists.SetScreensCalls"
    case addRule = "Lists.AddRule"
    case removeRule = "Lists.RemoveRule"
    case listRules = "Lists.ListRules"

    // MARK: Apps that screen calls

    case registerScreener = "Screening.RegisterScreener"
    case answerAboutCall = "Screening.AnswerScreening"
    case listScreeners = "Screening.ListScreeners"
    case setScreenerEnabled = "Screening.SetScreenerEnabled"

    // MARK: Calls that have ended

    case listHistory = "History.List"
    case listRecents = "History.Recents"
    case searchHistory = "History.Search"
    case removeFromHistory = "History.Remove"
    case clearHistory = "History.Clear"
    case markRead = "History.MarkRead"

    // MARK: Favourites

    case listFavourites = "Favourites.List"
    case setFavourite = "Favourites.Set"
    case removeFavourite = "Favourites.Remove"

    /// The interface that has the method.
    public var interface: String {
        guard let dot = rawValue.lastIndex(of: ".") else { return DirectoryName.bus }
        return "\(DirectoryName.bus).\(rawValue[..<dot])"
    }

    /// The name of the method in its interface.
    public var member: String {
        guard let dot = rawValue.lastIndex(of: ".") else { return rawValue }
        return String(rawValue[rawValue.index(after: dot)...])
    }
}
