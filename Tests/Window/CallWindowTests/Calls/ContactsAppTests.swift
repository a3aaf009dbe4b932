// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// *Add to Contacts*, with a stand-in for the contacts app.
@Suite(.serialized)
struct ContactsAppTests {
    @Test func `The contacts app gets the caller as a card, and without such an app the window says so`() throws {
        let window = try PhoneWindow(width: 360)
        let home = window.screen.home
        // The machine's types of files, without the programs that it has.
        let machine = home.path(of: "share")
        try FileManager.default.createDirectory(atPath: machine, withIntermediateDirectories: true)
        for folder in ["mime", "icons", "themes", "glib-2.0"] {
            try FileManager.default.createSymbolicLink(
                atPath: machine + "/" + folder, withDestinationPath: "/usr/share/" + folder)
        }
        home.set("XDG_DATA_DIRS", machine)
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "<b>Ada</b>; Lovelace")
        try window.press("Answer")
        try window.press("Add to Contacts")
        try window.waitFor("No contacts app opens vCards.")
        try window.kill()
        try install(in: home)
        try window.open()
        try window.press("Add to Contacts")
        let card = try home.run("cat", home.path(of: "card"))
        #expect(card.contains("\r\nFN:<b>Ada</b>\\; Lovelace\r\n") && card.contains("\r\nTEL:+4930123456\r\n"))
        #expect(card.hasPrefix("BEGIN:VCARD\r\n") && card.hasSuffix("END:VCARD\r\n"))
    }

    /// The app writes what it opens to a pipe.
    private func install(in home: Home) throws {
        let folder = home.path(of: "data/applications")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try home.run("mkfifo", home.path(of: "card"))
        let program = try home.write("cat \"$1\" >'\(home.path(of: "card"))'\n", to: "contacts")
        try """
        [Desktop Entry]
        Type=Application
        Name=Contacts
        Exec=sh \(program) %f
        MimeType=text/vcard;

        """.write(toFile: folder + "/contacts.desktop", atomically: true, encoding: .utf8)
        try "[Default Applications]\ntext/vcard=contacts.desktop\n"
            .write(toFile: folder + "/mimeapps.list", atomically: true, encoding: .utf8)
    }
}
