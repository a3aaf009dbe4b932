// SPDX-License-Identifier: MIT

internal import CallContract
internal import DirectoryCore

/// What the history searches in, and for.
enum SearchText {
    /// The texts that each must be somewhere in the column. A text that is a telephone number is one word, without the
    /// zeros or the plus sign before it, because they depend on how the number was written.
    static func words(of query: String) -> [String] {
        let folded = TextFolding.fold(String(query.unicodeScalars.prefix(lengthLimit)))
        let digits = folded.unicodeScalars.filter { ("0"..."9").contains($0) }
        if !digits.isEmpty, folded.unicodeScalars.allSatisfy({ "0123456789 +-./()".unicodeScalars.contains($0) }) {
            let number = String(String.UnicodeScalarView(digits.drop { $0 == "0" }))
            return [number.isEmpty ? "0" : number]
        }
        return folded.split(whereSeparator: \.isWhitespace).prefix(wordLimit).map(String.init)
    }

    /// More text only makes the search slower.
    private static let (lengthLimit, wordLimit) = (256, 8)

    /// The column of a call: its texts on a line each, and the number without separators.
    static func folded(_ call: PastCall) -> String {
        let handle = call.handle?.value ?? ""
        let texts = [call.name, handle, call.callerKey].map(TextFolding.fold)
        let digits = String(String.UnicodeScalarView(texts[1].unicodeScalars.filter { ("0"..."9").contains($0) }))
        return (texts + [digits]).joined(separator: "\n")
    }
}
