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
    static func text(_ english: String) -> String { String(cString: dgettext(domain, english)) }

    /// The text with its `%s` replaced by somebody's words, which may be written from right to left: they are isolated, so
    /// that they leave the rest of the line where it is.
    static func text(_ english: String, _ words: String) -> String {
        text(english).replacing("%s", with: "\u{2068}\(words)\u{2069}", maxReplacements: 1)
    }
}
