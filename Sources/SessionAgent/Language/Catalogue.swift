// SPDX-License-Identifier: MIT

import CIntl
import Glibc

/// The user's language, from the gettext catalogues.
package enum Catalogue {
    private static let domain = "monkeycall"

    /// Takes the language of the environment. `folder` has the catalogues, as `share/locale` does.
    package static func open(in folder: String) {
        setlocale(LC_ALL, "")
        bindtextdomain(domain, folder)
        bind_textdomain_codeset(domain, "UTF-8")
    }

    /// The text in the user's language, or as it is.
    static func text(_ english: String) -> String {
        // What is not translated comes back as the same pointer, which has to live as long as it is read.
        english.withCString { String(cString: dgettext(domain, $0)) }
    }

    /// The text with its `%s` replaced by somebody's words, which may be written from right to left: they are isolated, so
    /// that they leave the rest of the line where it is.
    static func text(_ english: String, _ words: String) -> String {
        text(english).replacing("%s", with: words.isolated, maxReplacements: 1)
    }
}

extension String {
    /// On one line, whatever is in it, and kept together where it is written from right to left. What would break out of
    /// that (line breaks, commands to a terminal, marks of direction that are not closed) becomes a space.
    var isolated: String {
        func breaksOut(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            }
        }
        let line = String(String.UnicodeScalarView(unicodeScalars.map { breaksOut($0) ? " " : $0 }))
        return "\u{2068}\(line)\u{2069}"
    }

    /// Whether nothing of it would be seen.
    var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || [.control, .format].contains($0.properties.generalCategory)
        }
    }
}
