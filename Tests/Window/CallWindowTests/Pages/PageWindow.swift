// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The window with the user's real directory.
final class PageWindow {
    let window: PhoneWindow
    let directory: DirectoryOfUser

    /// `prepare` gets the folder of the directory's database before the directory starts.
    init(
        width: Int = 900, configuration: String? = nil, keepsState: Bool = false, isFirstStart: Bool = false,
        prepare: (URL) throws -> Void = { _ in }
    ) throws {
        window = try PhoneWindow(
            width: width, configuration: configuration, keepsState: keepsState, isFirstStart: isFirstStart)
        directory = try DirectoryOfUser(on: window.desktop, prepare: prepare)
    }

    /// Ten thousand past calls.
    static func fill(_ folder: URL) throws {
        #expect(try ChildProcess.run([try Product.path("DirectoryActor"), "fill", folder.path]).succeeded)
    }

    /// Shows a page by its keys.
    func show(_ page: Page) throws { try window.screen.type("alt+\(page.rawValue)") }

    enum Page: Int, CaseIterable {
        case recents = 1, favourites, contacts, keypad
    }

    /// Writes into the entry with that name, in place of its text.
    func write(_ text: String, into name: String) throws {
        let entry = try window.wait("the entry \"\(name)\"") {
            try window.widgets().first { $0.isControl && !$0.isButton && $0.name == name }
        }
        try window.screen.accessibility.write(text, into: entry.node)
    }

    /// A missed call, after which the history has it.
    func miss(_ app: CallingApp, _ number: String, _ name: String = "") throws {
        let before = try directory.object("History").get("UnreadMissed").int ?? 0
        let call = try app.ring(number, name)
        try app.end(call)
        try directory.expectUnread(UInt32(before + 1))
    }

    /// The rules of the directory, as `ListRules` tells them.
    func rules() throws -> [DBusValue] { try directory.object("Lists").call("ListRules").first?.elements ?? [] }
}
