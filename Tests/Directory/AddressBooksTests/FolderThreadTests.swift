// SPDX-License-Identifier: MIT

import BusTesting
import CallContract
import Foundation
import SDBus
import Testing

@testable import AddressBooks

/// Folders that are followed on threads of their own.
struct FolderThreadTests {
    let home: TemporaryDirectory
    let copy: Copy

    init() throws { (home, copy) = (try TemporaryDirectory(), try Copy()) }

    private func write(_ number: Int) throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(number)\r\nFN:Contact \(number)\r\nTEL:1\r\nEND:VCARD\r\n"
        try home.write(card, to: "\(number).vcf")
    }

    private func follow() throws -> FolderThread {
        let folder = try #require(FollowedFolder(home.url.path, home: "/"))
        return try FolderThread(folder, on: copy.loop) { [copy] in copy.note($0) }
    }

    @Test func `A folder with more changes than may be on their way is settled when they arrived, and followed`() throws
    {
        for number in 0..<500 { try write(number) }
        let thread = try follow()
        try withExtendedLifetime(thread) {
            try copy.loop.turn { copy.settled["book"] == 500 }
            try write(500)
            try copy.loop.turn { copy.index.count == 501 }
        }
        #expect(copy.faults.isEmpty)
    }

    @Test func `A book that is dropped while its thread reads tells nothing more, and can be followed again`() throws {
        for number in 0..<500 { try write(number) }
        var thread: FolderThread? = try follow()
        try withExtendedLifetime(thread) { try copy.loop.turn { copy.index.count > 0 } }
        thread = nil
        let count = copy.index.count
        while try copy.loop.turn() {}
        #expect(copy.index.count == count)
        let other = try follow()
        try withExtendedLifetime(other) { try copy.loop.turn { copy.index.count == 500 } }
    }

    @Test func `A book of a folder that does not exist yet is found and settled, and then followed`() throws {
        let folder = try #require(FollowedFolder(home.url.path + "/later", name: "Later", home: "/"))
        let thread = try FolderThread(folder, on: copy.loop) { [copy] in copy.note($0) }
        try withExtendedLifetime(thread) {
            try copy.loop.turn { copy.index.name(ofBook: "book") == "Later" && copy.settled["book"] == 0 }
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            try home.write("BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL:1\nEND:VCARD\n", to: "later/a.vcf")
            try copy.wait(for: "Ada")
        }
    }
}
