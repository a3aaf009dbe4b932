// SPDX-License-Identifier: MIT

@_spi(Companions) import CallLibrary
import Foundation
import SDBus

/// Content as arguments of `Notify`.
struct NotifyArguments {
    let summary: String
    let body: String
    /// Keys and titles in turn.
    let actions: [String]
    let hints: [String: Variant]

    /// nil without any text.
    init?(_ content: UNNotificationContent, _ category: UNNotificationCategory?, _ server: NotificationBoard.Server) {
        let texts = [content.title, content.subtitle, content.body].filter { !$0.isEmpty }
        guard let first = texts.first else { return nil }
        let rest = texts.dropFirst().joined(separator: "\n")
        (summary, body) = (first, server.readsMarkup ? Self.escaped(rest) : rest)
        let buttons = (category?.actions ?? []).enumerated().flatMap { [String($0.offset), $0.element.title] }
        actions = server.hasButtons ? ["default", ""] + buttons : []
        hints = Self.hints(content)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static func hints(_ content: UNNotificationContent) -> [String: Variant] {
        let urgency: UInt8 =
            switch content.interruptionLevel {
            case .passive: 0
            case .active, .timeSensitive: 1
            case .critical: 2
            }
        var hints: [String: Variant] = ["urgency": .byte(urgency)]
        // By its desktop file the server finds the app's icon and the user's settings for it.
        if let entry = AppIdentity.desktopEntry { hints["desktop-entry"] = .string(entry) }
        if let sound = content.sound {
            hints.merge(Self.hints(sound)) { $1 }
        } else {
            hints["suppress-sound"] = .bool(true)
        }
        return hints
    }

    private static func hints(_ sound: UNNotificationSound) -> [String: Variant] {
        guard let name = sound.name?.rawValue else { return ["sound-name": .string("message-new-instant")] }
        let folder = Bundle.main.executableURL?.deletingLastPathComponent().path ?? ""
        let files =
            name.hasPrefix("/") ? [name] : [Bundle.main.path(forResource: name, ofType: nil), "\(folder)/\(name)"]
        guard let file = files.compactMap({ $0 }).first(where: FileManager.default.fileExists(atPath:)) else {
            return ["sound-name": .string(name)]
        }
        return ["sound-file": .string(file)]
    }
}
