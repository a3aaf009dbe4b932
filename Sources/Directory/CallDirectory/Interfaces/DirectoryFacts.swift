// SPDX-License-Identifier: MIT

/// The values of the properties of the directory.
struct DirectoryFacts: Hashable {
    var region = ""
    var contacts = 0
    var contactFolders: [String] = []
    /// A word of `DirectoryProblem`; empty = none.
    var databaseProblem = ""
    var damagedFile = ""
    var screensCalls = true
    var unreadMissed = 0
    /// 0 = for ever.
    var retentionDays = 0
}
