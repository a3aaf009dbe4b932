// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A contact as an attacker writes it into the address book.
struct HostileContact {
    let name: String
    let number: String
    let picture: Data
    /// How the window shows the beginning of the name.
    let shown: String
    /// How the window shows the number.
    var formatted: String { "030 12345" + number.suffix(1) }

    static let all = [
        HostileContact(
            name: "B <b>bold</b> &amp;", number: "+4930123451", picture: HostilePicture.falseSize,
            shown: "B <b>bold</b> &amp;"),
        HostileContact(
            name: "A" + String(repeating: "x", count: 10_000), number: "+4930123450", picture: HostilePicture.good,
            shown: "Axxx"),
        HostileContact(
            name: "C\u{202E}reverse", number: "+4930123452", picture: HostilePicture.cutOff, shown: "C reverse"),
        HostileContact(
            name: "Dora D" + String(repeating: "\u{0301}", count: 5_000), number: "+4930123453",
            picture: HostilePicture.good, shown: "Dora "),
    ]

    /// Writes all cards. The directory reads them a moment later.
    static func write(to directory: DirectoryOfUser) throws {
        for contact in all {
            let card =
                "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(contact.name)\r\nTEL:\(contact.number)\r\n"
                + "PHOTO;ENCODING=b;TYPE=PNG:\(contact.picture.base64EncodedString())\r\nEND:VCARD\r\n"
            try Data(card.utf8).write(to: directory.book.appendingPathComponent("\(contact.number).vcf"))
        }
    }
}

/// Pictures as an attacker writes them into a card.
enum HostilePicture {
    /// A PNG of one pixel.
    static let good =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
        ?? Data()

    /// The same, but its beginning says 4,000 × 4,000 pixels.
    static let falseSize = good.prefix(16) + Data([0, 0, 0x0F, 0xA0, 0, 0, 0x0F, 0xA0]) + good.suffix(from: 24)

    /// The same without its end.
    static let cutOff = good.prefix(45)
}
