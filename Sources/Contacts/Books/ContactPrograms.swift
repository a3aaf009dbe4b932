// SPDX-License-Identifier: MIT

/// The vCard folders in the configuration of khard and vdirsyncer. Both files have sections and `key = value` lines; a line that
/// does not fit is ignored, because it is the other program's task to complain.
package enum ContactPrograms {
    /// `[addressbooks]`, below it `[[name]]` with `path = ~/contacts/`.
    package static func khard(_ text: String, home: String) -> [FollowedFolder] {
        sections(of: text).compactMap { section in
            guard section.isNested, let path = section.values["path"] else { return nil }
            return FollowedFolder(path, name: section.name, home: home)
        }
    }

    /// `[storage name]` with `type = "filesystem"`, `path = "~/contacts/"` and `fileext = ".vcf"`.
    package static func vdirsyncer(_ text: String, home: String) -> [FollowedFolder] {
        sections(of: text).compactMap { section in
            let words = section.name.split(separator: " ")
            guard words.count == 2, words[0] == "storage", section.values["type"] == "filesystem",
                section.values["fileext"] == ".vcf", let path = section.values["path"]
            else { return nil }
            return FollowedFolder(path, name: String(words[1]), home: home)
        }
    }

    private struct Section {
        let name: String
        /// `[[name]]`
        let isNested: Bool
        var values: [String: String] = [:]
    }

    private static func sections(of text: String) -> [Section] {
        var sections: [Section] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = trimmed(line)
            if line.hasPrefix("["), line.hasSuffix("]") {
                let isNested = line.hasPrefix("[[") && line.hasSuffix("]]")
                let name = trimmed(line.dropFirst(isNested ? 2 : 1).dropLast(isNested ? 2 : 1))
                sections.append(Section(name: String(name), isNested: isNested))
            } else if let sign = line.firstIndex(of: "="), !line.hasPrefix("#"), !sections.isEmpty {
                let (key, value) = (trimmed(line[..<sign]), trimmed(line[line.index(after: sign)...]))
                sections[sections.count - 1].values[String(key)] = String(unquoted(value))
            }
        }
        return sections
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func unquoted(_ text: Substring) -> Substring {
        guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote else {
            return text
        }
        return text.dropFirst().dropLast()
    }
}
