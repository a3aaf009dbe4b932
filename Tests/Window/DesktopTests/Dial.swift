// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The directory of a user with one contact, Ada Lovelace, and the files by which the searches of desktops find it.
final class Dial {
    static let number = DBusValue.tuple("phone-number", "030 123456")

    private let folder: TemporaryDirectory
    private let directory: ChildProcess

    init(_ home: Home, on bus: BusDaemon) throws {
        folder = try TemporaryDirectory()
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nTEL;TYPE=WORK:030 123456\r\nEND:VCARD\r\n"
        for (name, place) in [
            ("org.monkeycall.Phone.desktop", "applications/org.monkeycall.Phone.desktop"),
            ("org.monkeycall.Search.search-provider.ini", "gnome-shell/search-providers/org.monkeycall.Search.ini"),
            ("org.monkeycall.Search.krunner.desktop", "krunner/dbusplugins/org.monkeycall.Search.desktop"),
        ] {
            let text = try String(contentsOf: Repository.file("desktop/\(name)"), encoding: .utf8)
            try Self.write(text, to: folder.url.appendingPathComponent("share/\(place)"))
        }
        try Self.write(card, to: folder.url.appendingPathComponent("kpeoplevcard/ada.vcf"))
        // GNOME shows a search provider only if the program of its desktop file exists.
        try home.installPrograms()
        home.set("XDG_CURRENT_DESKTOP", "GNOME")
        home.set("XDG_DATA_DIRS", folder.url.appendingPathComponent("share").path + ":/usr/local/share:/usr/share")
        directory = try ChildProcess(
            try Product.underUnit("monkeycall-directory") + [
                "--address=\(bus.address)", "--session-address=\(bus.address)",
            ],
            environment: ["XDG_DATA_HOME": folder.url.path, "LC_TELEPHONE": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"])
        let object = home.client.object(
            "org.monkeycall.Directory", "/org/monkeycall/Directory", "org.monkeycall.Directory")
        try home.client.waitForName("org.monkeycall.Directory")
        try object.call("Subscribe")
        while try object.get("Contacts") != .uint32(1) { _ = try home.client.waitForSignal("PropertiesChanged") }
    }

    private static func write(_ text: String, to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
