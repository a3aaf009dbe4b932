// SPDX-License-Identifier: MIT

/// The keys of a notification's buttons: each is the name of its button and a random word. Servers let every program
/// replace every notification, with keys of its choice. So a press counts only if its key was made for this
/// notification.
///
/// Each button has a word of its own, because some servers tell every program of a press. The words stay as long as the
/// notification: the user may press a button that has just been replaced.
struct ActionKeys: Hashable {
    private(set) var all: [String]

    /// `all` are the keys that an earlier agent has made.
    init(_ all: [String] = []) { self.all = all }

    /// The key of the button with that name.
    mutating func key(of button: String) -> String {
        if let known = all.first(where: { Self.button(of: $0) == button }) { return known }
        let new = button + "." + String(UInt64.random(in: .min ... .max), radix: 36)
        all.append(new)
        return new
    }

    /// The name of the button with that key; nil for a key that another program has chosen.
    func button(_ key: String) -> String? { all.contains(key) ? Self.button(of: key) : nil }

    private static func button(of key: String) -> String { String(key.prefix { $0 != "." }) }
}
