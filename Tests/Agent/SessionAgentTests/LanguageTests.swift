// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Notifications in other languages.
struct LanguageTests {
    @Test func `A German notification keeps a right-to-left name in its place`() throws {
        let german = try CompiledCatalogue("de")
        let session = try SessionLanguage("de")
        let desktop = try Desktop()
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent(["--locale", german.path], environment: session.environment)
        let app = try desktop.app()
        try app.type("incoming +972 אדה")
        #expect(try screen.expect("Anruf von").summary.contains("Anruf von \u{2068}אדה\u{2069}"))
    }
}
