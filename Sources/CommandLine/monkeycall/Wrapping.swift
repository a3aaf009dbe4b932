// SPDX-License-Identifier: MIT

extension String {
    /// The text in lines of so many columns, which break at blanks only; nil = one line. The lines after the first
    /// begin with so many spaces. A word that is wider than the room stays whole.
    func wrapped(to room: Int?, indent: Int = 0) -> String {
        guard let room, displayWidth > room else { return self }
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            let longer = line.isEmpty ? String(word) : line + " " + word
            let isFirst = lines.isEmpty
            if line.isEmpty || longer.displayWidth + (isFirst ? 0 : indent) <= room {
                line = longer
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}
