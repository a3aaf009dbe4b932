// SPDX-License-Identifier: MIT

/// A source of Evolution Data Server: an account, an address book, a calendar or others. It is described by a key file.
struct EvolutionSource: Hashable {
    var uid: String
    var name = ""
    /// The UID of the source that this one belongs to; empty if there is none.
    var parent = ""
    var isEnabled = true
    var isAddressBook = false

    init(uid: String, data: String) {
        self.uid = uid
        var group: Substring = ""
        for line in data.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                group = line
                if group == "[Address Book]" { isAddressBook = true }
            } else if group == "[Data Source]", let equals = line.firstIndex(of: "=") {
                let value = line[line.index(after: equals)...]
                switch line[..<equals] {
                // Its translations have other keys, with the language in brackets.
                case "DisplayName": name = Self.unescaped(value)
                case "Parent": parent = String(value)
                case "Enabled": isEnabled = value != "false"
                default: break
                }
            }
        }
    }

    /// The address books that are enabled. A source in a disabled account is disabled.
    static func books(among sources: [EvolutionSource]) -> [EvolutionSource] {
        let known = Dictionary(sources.map { ($0.uid, $0) }) { $1 }
        return sources.filter { source in
            var (next, steps): (EvolutionSource?, Int) = (source, 0)
            while let present = next, steps < known.count {
                guard present.isEnabled else { return false }
                (next, steps) = (known[present.parent], steps + 1)
            }
            return source.isAddressBook
        }
    }

    /// The escapes of key files.
    private static func unescaped(_ value: Substring) -> String {
        var (text, isEscaped) = ("", false)
        for character in value {
            if isEscaped {
                text.append(["s": " ", "n": " ", "t": " ", "r": " "][character] ?? character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return VCardText.line(text, limit: VCardLimits().name)
    }
}
