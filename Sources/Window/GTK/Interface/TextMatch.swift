// SPDX-License-Identifier: MIT

internal import CAdwaita

/// Searches in short lists that are already in memory.
package enum TextMatch {
    /// Whether a text has words that begin with each of these. Case and accents do not count. No words fit every text.
    package static func fits(_ words: String, _ text: String) -> Bool {
        words.allSatisfy(\.isWhitespace) || g_str_match_string(words, text, 1) != 0
    }
}
