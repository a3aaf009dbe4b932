// SPDX-License-Identifier: MIT

internal import ConfigurationText

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
        let file = KeyFile(data)
        let values = file["[Data Source]"] ?? [:]
        // Its translations have other keys, with the language in brackets.
        name = values["DisplayName"].map(Self.unescaped) ?? ""
        parent = values["Parent"] ?? ""
        isEnabled = values["Enabled"] != "false"
        isAddressBook = file["[Address Book]"] != nil
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
    private static func unescaped(_ value: String) -> String {
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
