// SPDX-License-Identifier: MIT

internal import ConfigurationText

/// The vCard folders in the configuration of khard and vdirsyncer.
package enum ContactPrograms {
    /// `[addressbooks]`, below it `[[name]]` with `path = ~/contacts/`.
    package static func khard(_ text: String, home: String) -> [FollowedFolder] {
        KeyFile(text).groups.compactMap { group in
            guard group.header.hasPrefix("[["), group.header.hasSuffix("]]"), let path = group.values["path"]
            else { return nil }
            let name = group.header.dropFirst(2).dropLast(2).trimmed
            return FollowedFolder(unquoted(path), name: name, home: home)
        }
    }

    /// `[storage name]` with `type = "filesystem"`, `path = "~/contacts/"` and `fileext = ".vcf"`.
    package static func vdirsyncer(_ text: String, home: String) -> [FollowedFolder] {
        KeyFile(text).groups.compactMap { group in
            let words = group.header.dropFirst().dropLast().split(separator: " ")
            let values = group.values.mapValues(unquoted)
            guard words.count == 2, words[0] == "storage", values["type"] == "filesystem",
                values["fileext"] == ".vcf", let path = values["path"]
            else { return nil }
            return FollowedFolder(path, name: String(words[1]), home: home)
        }
    }

    private static func unquoted(_ text: String) -> String {
        guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote else {
            return text
        }
        return String(text.dropFirst().dropLast())
    }
}
