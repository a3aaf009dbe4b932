// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Notifications in other languages.
struct LanguageTests {
    @Test func `A German notification keeps a right-to-left name in its place`() throws {
        let locales = try TemporaryDirectory()
        let messages = locales.url.appendingPathComponent("de/LC_MESSAGES")
        try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
        let compiled = try ChildProcess.run(
            [
                "msgfmt", "-o", messages.appendingPathComponent("monkeycall.mo").path,
                Repository.file("po/de.po").path,
            ])
        #expect(compiled.status == .exited(0))
        let desktop = try Desktop()
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent(["--locale", locales.url.path], environment: ["LANGUAGE": "de"])
        let app = try desktop.app()
        try app.type("incoming +972 אדה")
        #expect(try screen.expect("Anruf von").summary.contains("Anruf von \u{2068}אדה\u{2069}"))
    }
}
