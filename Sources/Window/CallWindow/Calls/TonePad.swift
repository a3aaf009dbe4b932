// SPDX-License-Identifier: MIT

import CallWindowModel
import GTK

/// The keys that send tones during a call.
@MainActor
final class TonePad {
    static let keys: [Character] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"]
    var send: (Character) -> Void = { _ in }
    var hide: () -> Void = {}
    private let tones: Label

    init(_ builder: Builder) throws(InterfaceError) {
        tones = try builder.get("tones")
        let keys: Grid = try builder.get("tone-keys")
        keys.keepLeftToRight()
        for key in Self.keys {
            let button: Button = try builder.get("tone-" + Self.name(of: key))
            button.onClick { [weak self] in self?.press(key) }
        }
        let hideButton: Button = try builder.get("hide-tones")
        hideButton.onClick { [weak self] in self?.hide() }
    }

    /// An id of a .ui file has letters and digits.
    private static func name(of key: Character) -> String {
        switch key {
        case "*": "star"
        case "#": "hash"
        default: String(key)
        }
    }

    func press(_ key: Character) {
        // The end of a long number is enough.
        tones.text = String((tones.text + String(key)).suffix(40))
        send(key)
    }

    func clear() { tones.text = "" }
}
