// SPDX-License-Identifier: MIT

import CallContract
import DirectoryDatabase
import GRDB
import Testing

/// The user's settings.
struct SettingTests {
    private let sample: Sample
    private let settings: DirectorySettings

    init() throws {
        sample = try Sample()
        settings = DirectorySettings(sample.database)
    }

    @Test func `A setting that the user did not choose has its default`() throws {
        #expect(try settings.value(of: .screensCalls))
        #expect(try settings.value(of: .retentionDays) == 0)
        #expect(try settings.value(of: .calledRecentlyDays) == 30)
        #expect(try settings.value(of: .region) == "")
    }

    @Test func `A chosen value is kept, until the user wants the default again`() throws {
        try settings.set(.screensCalls, to: false)
        try settings.set(.retentionDays, to: 90)
        try settings.set(.region, to: "AT")
        sample.database.close()
        let again = DirectorySettings(try DirectoryDatabase(in: sample.path))
        #expect(try !again.value(of: .screensCalls))
        #expect(try again.value(of: .retentionDays) == 90)
        #expect(try again.value(of: .region) == "AT")
        try again.set(.screensCalls, to: nil)
        #expect(try again.value(of: .screensCalls))
    }

    @Test func `A value that this version does not understand counts as not chosen`() throws {
        try sample.database.write { connection in
            try connection.execute(sql: "INSERT INTO setting VALUES ('retention-days', 'many')")
        }
        #expect(try settings.value(of: .retentionDays) == 0)
    }
}
