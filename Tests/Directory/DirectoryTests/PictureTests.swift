// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Pictures of contacts over the bus.
@Suite(.daemonLogs)
struct PictureTests {
    private let directory: DirectoryUnderTest
    /// One white pixel.
    private static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=="

    init() throws { directory = try DirectoryUnderTest(try Stage()) }

    private func picture(of number: String) throws -> DBusValue? {
        try directory.object().call("Lookup", .tuple("phone-number", .string(number)), [:]).first?["Picture"]
    }

    @Test func `The picture of a contact is a sealed file, by an id that tells nothing about the file`() throws {
        try directory.add("Ada", "030 1", "PHOTO;ENCODING=b;TYPE=PNG:\(Self.pixel)")
        let id = try #require(try picture(of: "030 1"))
        #expect(id.string?.contains("/") == false)
        let found = try directory.object().call("Search", "Ada", .uint32(1), [:]).first?.elements
        #expect(found?.first?["Picture"] == id)
        let file = try #require(try directory.object().call("OpenPicture", id, .uint32(64)).first?.descriptor)
        #expect(try file.contents() == Array(try #require(Data(base64Encoded: Self.pixel))))
        #expect(throws: (any Error).self) { try file.write([0]) }
        #expect(try directory.object().error("OpenPicture", "ada.vcf", .uint32(0))?.shortName == "FileNotFound")
    }

    @Test func `A contact without a picture, or with one outside of its folder or in another format, has none`() throws
    {
        let secret = try directory.home.write("secret", to: "secret")
        let text = Data("no picture".utf8).base64EncodedString()
        try directory.add("Ada", "030 1")
        try directory.add("Bob", "030 2", "PHOTO;VALUE=uri:\(secret.absoluteString)")
        try directory.add("Eve", "030 3", "PHOTO;ENCODING=b;TYPE=PNG:\(text)")
        for number in ["030 1", "030 2", "030 3"] { #expect(try picture(of: number) == nil) }
    }
}
