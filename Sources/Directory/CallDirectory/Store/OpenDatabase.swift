// SPDX-License-Identifier: MIT

import DirectoryDatabase

/// The database with the tables of all modules. Every access waits for the disk.
struct OpenDatabase: Sendable {
    let database: DirectoryDatabase
    let history: History
    let rules: UserRules
    let favourites: Favourites
    let settings: DirectorySettings
    let screeners: UserScreeners
    let lists: Lists

    init(in folder: String, isDistrusted: Bool) throws(DirectoryProblem) {
        database = try DirectoryDatabase(in: folder, migrations: [Lists.migrate], isDistrusted: isDistrusted)
        (history, rules) = (History(database), UserRules(database))
        (favourites, settings) = (Favourites(database), DirectorySettings(database))
        screeners = UserScreeners(database)
        do throws(ListError) { lists = try Lists(database.writer) } catch { throw .unusable(error.message) }
    }
}
