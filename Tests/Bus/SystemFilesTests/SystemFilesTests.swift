// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import SystemFiles
import Testing

/// What all programs expect of the files that they read and write.
struct SystemFilesTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func path(_ name: String) -> String { folder.url.path + "/" + name }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    private var names: [String]? { FileNames.list(in: folder.url.path)?.sorted() }

    // MARK: Writing

    @Test func `A new file takes the place of a link, whose target stays`() throws {
        try folder.write("old", to: "target")
        try FileManager.default.createSymbolicLink(atPath: path("new"), withDestinationPath: path("target"))
        try NewFile.write(Array("new".utf8), to: path("new"))
        #expect(try text("target") == "old")
        #expect(try text("new") == "new")
        let attributes = try FileManager.default.attributesOfItem(atPath: path("new"))
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func `A replaced file has its new bytes, and a draft that a killed process left is gone`() throws {
        try folder.write("old", to: "file")
        try folder.write("left", to: "draft")
        try NewFile.replace(path("file"), with: Array("new".utf8), draft: path("draft"), isDurable: true)
        #expect(try text("file") == "new")
        #expect(names == [".", "..", "file"])
    }

    @Test func `A replacement that fails leaves no draft`() throws {
        try FileManager.default.createDirectory(atPath: path("file"), withIntermediateDirectories: false)
        #expect(throws: SystemError(EISDIR)) {
            try NewFile.replace(path("file"), with: [1], draft: path("draft"))
        }
        #expect(names == [".", "..", "file"])
        #expect(throws: SystemError(ENOENT)) { try NewFile.write([1], to: path("none/new")) }
    }

    @Test func `A full file system is an error`() throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(full >= 0)
        defer { close(full) }
        #expect(throws: SystemError(ENOSPC)) { try FileBytes.write([1, 2, 3], to: full) }
    }

    // MARK: Reading

    @Test(arguments: [0, 1, 4096, 65_536, 65_537, 100_000])
    func `Reading ends at the limit or at the end of the file`(_ limit: Int) throws {
        let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        try NewFile.write(bytes, to: path("file"))
        let file = try ReadableFile.open(path("file"))
        defer { close(file) }
        #expect(ReadableFile.isOrdinary(file))
        var read: [UInt8] = []
        try FileBytes.read(from: file, upTo: limit, into: &read)
        #expect(read == Array(bytes.prefix(limit)))
        #expect(KernelFile.bytes(path("file"), limit: limit) == read)
    }

    @Test func `A pipe without a writer does not let its reader wait`() throws {
        try #require(mkfifo(path("pipe"), 0o600) == 0)
        let pipe = try ReadableFile.open(path("pipe"))
        defer { close(pipe) }
        #expect(!ReadableFile.isOrdinary(pipe))
    }

    @Test func `A file that is missing has an error, no names and no bytes`() throws {
        #expect(throws: SystemError(ENOENT)) { try ReadableFile.open(path("none")) }
        #expect(SystemError(ENOENT).words == "No such file or directory")
        #expect(FileNames.list(in: path("none")) == nil)
        #expect(KernelFile.bytes(path("none"), limit: 1).isEmpty)
    }

    @Test func `A name that is not UTF-8 is left out`() throws {
        let file = open(path("") + "\u{1}", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        close(file)
        var bad = Array(path("bad").utf8CString)
        bad[bad.count - 2] = -1
        let other = open(bad, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(other >= 0)
        close(other)
        #expect(names == ["\u{1}", ".", ".."])
    }
}
