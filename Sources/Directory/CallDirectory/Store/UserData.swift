// SPDX-License-Identifier: MIT

import DirectoryCore
import DirectoryDatabase

/// A copy of the part of the database that a decision about a call needs, so that it needs no disk.
struct UserData: Sendable {
    var rules: [UserRules.Numbered] = []
    var book = RuleBook()
    var favourites: [Favourite] = []
    /// The identifiers of the screeners that the user enabled.
    var screeners: Set<String> = []
    var screensCalls = Setting.screensCalls.defaultValue
    var calledRecentlyDays = Setting.calledRecentlyDays.defaultValue
    var region = Setting.region.defaultValue
    /// The paths of folders of vCards.
    var contactFolders: [String] = []
    var retentionDays = Setting.retentionDays.defaultValue
    var unreadMissed = 0

    /// The data of a user who has chosen nothing.
    init() {}

    init(_ database: OpenDatabase) throws(DirectoryProblem) {
        rules = try database.rules.list
        book = RuleBook(rules.map(\.rule))
        favourites = try database.favourites.list
        screeners = try database.screeners.enabled
        screensCalls = try database.settings.value(of: .screensCalls)
        calledRecentlyDays = try database.settings.value(of: .calledRecentlyDays)
        region = try database.settings.value(of: .region)
        contactFolders = try database.settings.value(of: .contactFolders).split(separator: "\n").map(String.init)
        retentionDays = try database.settings.value(of: .retentionDays)
        unreadMissed = try database.history.unreadMissed
    }
}
