// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The catalogues, and notifications in other languages.
struct LanguageTests {
    static let languages = ["cs", "de", "it", "tr", "zh_CN"]

    @Test(arguments: languages)
    func `A catalogue translates exactly the texts of the agent and of the directory`(language: String) throws {
        let catalogue = try String(contentsOf: Repository.file("po/\(language).po"), encoding: .utf8)
        let translated = catalogue.matches(of: #/msgid "(.+)"\nmsgstr ".+"/#).map { String($0.1) }
        #expect(Set(translated) == (try texts()))
    }

    /// The texts that the sources translate.
    private func texts() throws -> Set<String> {
        var texts: Set<String> = []
        for folder in ["Sources/SessionAgent", "Sources/CallDirectory"] {
            let files = FileManager.default.enumerator(at: try Repository.file(folder), includingPropertiesForKeys: nil)
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                let source = try String(contentsOf: file, encoding: .utf8)
                texts.formUnion(source.matches(of: #/Catalogue\.text\("([^"]+)"/#).map { String($0.1) })
            }
        }
        return texts
    }

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
