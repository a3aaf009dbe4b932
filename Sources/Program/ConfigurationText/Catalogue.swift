// SPDX-License-Identifier: MIT

import CIntl
package import CallContract
import Glibc

/// The user's language, from the gettext catalogues.
package enum Catalogue {
    private static let domain = "monkeycall"

    /// Uses the language of the environment. `folder` has the catalogues in the layout of `share/locale`.
    package static func open(in folder: String) {
        setlocale(LC_ALL, "")
        bindtextdomain(domain, folder)
        bind_textdomain_codeset(domain, "UTF-8")
    }

    /// The folder of the installation that the running program belongs to.
    package static var installedFolder: String { Installation.share + "/locale" }

    /// The text in the user's language, or unchanged if it has no translation.
    package static func text(_ english: String) -> String {
        // Without a translation gettext returns the same pointer, which must live while it is read.
        english.withCString { String(cString: dgettext(domain, $0)) }
    }

    /// The text with its `%s` replaced by a text of an app. That text may be written from right to left; it is
    /// isolated, so that it does not reorder the rest of the line.
    package static func text(_ english: String, _ words: String) -> String {
        text(english).replacing("%s", with: words.isolated, maxReplacements: 1)
    }

    /// The text with `parts` in place of its `%s`, or of `%1$s`, `%2$s` and so on, which a translation puts in its own
    /// order. A part is a translated text, or a text of an app that is fit for its place: nothing isolates it here.
    package static func text(_ english: String, parts: String...) -> String {
        let pieces = text(english).split(separator: "%", omittingEmptySubsequences: false)
        // One pass, so that a part may contain a sign of percent.
        return pieces.dropFirst().reduce(String(pieces[0])) { $0 + filled($1, parts) }
    }

    /// `piece` stands behind a sign of percent.
    private static func filled(_ piece: Substring, _ parts: [String]) -> String {
        if piece.hasPrefix("s") { return (parts.first ?? "") + piece.dropFirst() }
        guard let number = piece.first?.wholeNumberValue, parts.indices.contains(number - 1),
            piece.dropFirst().hasPrefix("$s")
        else { return "%" + piece }
        return parts[number - 1] + piece.dropFirst(3)
    }
}

extension String {
    /// The text on one line, isolated from the direction of the rest. Characters that would break out (line breaks,
    /// commands to a terminal, marks of direction) become spaces.
    package var isolated: String {
        func breaksOut(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            }
        }
        let line = String(String.UnicodeScalarView(unicodeScalars.map { breaksOut($0) ? " " : $0 }))
        return "\u{2068}\(line)\u{2069}"
    }

    /// The text without the marks of ``isolated``.
    package var unisolated: String { filter { !"\u{2068}\u{2069}".contains($0) } }

    /// Whether the text has no visible character.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || [.control, .format].contains($0.properties.generalCategory)
        }
    }
}

extension CallButton {
    /// In the user's language.
    package var label: String {
        switch self {
        case .answer: Catalogue.text("Answer")
        case .decline: Catalogue.text("Decline")
        case .silence: Catalogue.text("Silence")
        case .holdAndAnswer: Catalogue.text("Hold & Answer")
        case .endAndAnswer: Catalogue.text("End & Answer")
        case .end: Catalogue.text("End")
        case .mute: Catalogue.text("Mute")
        case .unmute: Catalogue.text("Unmute")
        case .hold: Catalogue.text("Hold")
        case .resume: Catalogue.text("Resume")
        case .swap: Catalogue.text("Swap")
        }
    }
}

/// The installation that the running program belongs to.
package enum Installation {
    /// Its folder `share`.
    package static var share: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let program = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let prefix = program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
        return prefix + "/share"
    }
}
