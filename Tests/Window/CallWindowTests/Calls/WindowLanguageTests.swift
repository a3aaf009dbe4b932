// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The window in another language, with the sentences of `monkeycall why`.
@Suite(.serialized)
struct WindowLanguageTests {
    @Test func `A German window tells in German why a call is held, and what happened to it`() throws {
        let german = try CompiledCatalogue("de")
        let session = try SessionLanguage("de")
        let window = try PhoneWindow()
        for (name, value) in session.environment { window.screen.home.set(name, value) }
        try window.open("--locale", german.path)
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada Lovelace")
        try window.press("Annehmen")
        try app.expect("answer")
        try window.press("Halten")
        try app.expect("hold")
        try window.waitFor("Gehalten")
        try window.click("Einzelheiten des Anrufs")
        try window.waitFor("Example Phone meldete den Anruf; es klingelte.")
        try window.waitFor("Ein anderes Programm wollte das Gespräch halten.")
        try window.waitFor("Ein gehaltener Anruf bekommt keine Töne.")
        try window.screen.keepPicture("german")
    }
}
