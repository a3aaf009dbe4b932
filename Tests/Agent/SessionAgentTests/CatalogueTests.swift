// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The files in `po/`, beside the sources.
struct CatalogueTests {
    static let languages = ["cs", "de", "it", "tr", "zh_CN"]

    @Test(arguments: languages)
    func `A catalogue translates exactly the texts of the sources and of the window's .ui files`(language: String)
        throws
    {
        #expect(Set(try translations(language).keys) == (try texts()))
    }

    @Test(arguments: languages)
    func `A translation has the placeholders and the mnemonic of its text`(language: String) throws {
        for (text, translation) in try translations(language) {
            #expect(placeholders(translation) == placeholders(text), "\(translation)")
            let mnemonics = text.contains("_") ? 1 : 0
            #expect(translation.count { $0 == "_" } == mnemonics, "\(translation)")
        }
    }

    /// `%s`, or `%1$s` and so on in any order.
    private func placeholders(_ text: String) -> [String] {
        text.matches(of: #/%([1-9]\$)?s/#).map { String($0.0) }.sorted()
    }

    private func translations(_ language: String) throws -> [String: String] {
        let catalogue = try String(contentsOf: Repository.file("po/\(language).po"), encoding: .utf8)
        let entries = catalogue.matches(of: #/msgid "(.+)"\nmsgstr "(.+)"/#).map { (String($0.1), String($0.2)) }
        return try Dictionary(entries) { _, second in throw SupportError("\(second) is there twice") }
    }

    private func texts() throws -> Set<String> {
        var texts: Set<String> = []
        let files = FileManager.default.enumerator(at: try Repository.file("Sources"), includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) where ["swift", "ui"].contains(file.pathExtension) {
            let source = try String(contentsOf: file, encoding: .utf8)
            texts.formUnion(file.pathExtension == "swift" ? literals(source) : labels(source))
        }
        return texts
    }

    private func literals(_ source: String) -> [String] {
        source.matches(of: #/Catalogue\.text\(\s*"([^"]+)"/#).map { String($0.1) }
    }

    private func labels(_ interface: String) -> [String] {
        interface.matches(of: #/translatable="yes"[^>]*>([^<]+)</#).map { match in
            String(match.1).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
        }
    }
}
