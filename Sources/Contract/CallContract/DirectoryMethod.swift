// SPDX-License-Identifier: MIT

/// The methods of a user's directory; `dbus/org.monkeycall.Directory*.xml` describes them. A word of another interface
/// than the first one has the last part of that interface's name before it, because several interfaces have a `List`.
public enum DirectoryMethod: String, Sendable, CaseIterable {
    // MARK: Callers and contacts

    case subscribeToDirectory = "Subscribe"
    case unsubscribeFromDirectory = "Unsubscribe"
    case lookup = "Lookup"
    case search = "Search"
    case openPicture = "OpenPicture"
    case place = "Place"
    case normalize = "Normalize"
    case setRegion = "SetRegion"
    case setContactFolders = "SetContactFolders"

    // MARK: Rules

    case setScreensCalls = "Lists.SetScreensCalls"
    case addRule = "Lists.AddRule"
    case removeRule = "Lists.RemoveRule"
    case listRules = "Lists.ListRules"

    // MARK: Sources of lists

    case beginLoad = "Lists.BeginLoad"
    case reload = "Lists.Reload"
    case enabledStatus = "Lists.EnabledStatus"
    case setSourceEnabled = "Lists.SetSourceEnabled"
    case setSourceOrder = "Lists.SetSourceOrder"
    case listSources = "Lists.ListSources"
    case removeSource = "Lists.RemoveSource"
    case importList = "Lists.ImportList"
    case exportList = "Lists.ExportList"

    // MARK: A load of lists

    case addBlocked = "Load.AddBlocked"
    case addIdentified = "Load.AddIdentified"
    case addHandles = "Load.AddHandles"
    case removeBlocked = "Load.RemoveBlocked"
    case removeIdentified = "Load.RemoveIdentified"
    case removeAllEntries = "Load.RemoveAll"
    case commitLoad = "Load.Commit"
    case abortLoad = "Load.Abort"

    // MARK: An extension

    case beginRequest = "Extension.BeginRequest"

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
    case setRetentionDays = "History.SetRetentionDays"
    case exportHistory = "History.Export"
    case redial = "History.Redial"

    // MARK: Favourites

    case listFavourites = "Favourites.List"
    case setFavourite = "Favourites.Set"
    case moveFavourite = "Favourites.Move"
    case removeFavourite = "Favourites.Remove"
}
