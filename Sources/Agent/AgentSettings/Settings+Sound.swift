// SPDX-License-Identifier: MIT

import CallContract
import ConfigurationText

// The values of the sections [Ringing] and [Audio].

/// Sinks, by their names. A `*` at the end of a name stands for any end.
package struct OutputNames: Hashable {
    package var names: Set<String> = []

    package init() {}

    package func contains(_ sink: String) -> Bool {
        names.contains { $0.hasSuffix("*") ? sink.hasPrefix($0.dropLast()) : sink == $0 }
    }
}

extension Settings {
    // MARK: Ringing

    /// The ringtone of every sound theme.
    package static let themeRingtone = "phone-incoming-call"

    /// Whether the text may be the name of a sound of the theme, and is no path.
    package static func isSound(_ text: String) -> Bool { !text.isEmpty && Limits().allowsThemedName(text) }

    /// Each plays the sound by a process of its own.
    private static let mostDevices = 4

    /// Whether one more device may ring.
    package var mayRingOnMore: Bool { ringDevices.count < Self.mostDevices }

    /// Returns what to write instead of a wrong name.
    package mutating func ring(on device: String) -> String? {
        if ringDevices.contains(device) { return nil }
        guard !device.contains("\0"), mayRingOnMore else {
            return "Write the name of a sink, as pactl list short sinks shows it; \(Self.mostDevices) at most."
        }
        ringDevices.append(device)
        return nil
    }

    // MARK: Other sound

    /// What happens after the last call to the players that were paused for it.
    package enum ResumePlayers: Hashable {
        case atOnce, never
        /// In microseconds.
        case after(UInt64)

        init?(_ text: String) {
            switch text {
            case "yes": self = .atOnce
            case "no": self = .never
            default:
                guard let time = TimeSpan(text) else { return nil }
                self = .after(time.microseconds)
            }
        }

        var word: String {
            switch self {
            case .atOnce: "yes"
            case .never: "no"
            case .after(let time): TimeSpan.text(time)
            }
        }
    }

    /// A list that a person writes has fewer.
    private static let mostNames = 64

    /// Returns what to write instead of a wrong name.
    mutating func leave(player name: String) -> String? {
        guard Self.isPlayer(name), leftPlayers.count < Self.mostNames else {
            return "Write the name of a player, as playerctl --list-all shows it; \(Self.mostNames) at most."
        }
        leftPlayers.insert(name)
        return nil
    }

    /// Returns what to write instead of a wrong name.
    mutating func leave(output name: String) -> String? {
        guard Self.isOutput(name), leftOutputs.names.count < Self.mostNames else {
            return "Write the name of a sink, as pactl list short sinks shows it, or its beginning and *; "
                + "\(Self.mostNames) at most."
        }
        leftOutputs.names.insert(name)
        return nil
    }

    /// The names in one text, for an entry; see ``leftPlayers``.
    package var leftPlayersText: String {
        get { Self.text(leftPlayers) }
        set { leftPlayers = Self.names(newValue) }
    }

    private static func text(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }

    private static func names(_ text: String) -> Set<String> {
        Set(text.split { $0 == "," || $0 == " " }.map(String.init))
    }

    /// Whether the text may be a part of the name of a media player on the bus.
    private static func isPlayer(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 200
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || ".-_".contains($0) }
    }

    private static func isOutput(_ text: String) -> Bool {
        let name = text.hasSuffix("*") ? text.dropLast() : text[...]
        return !name.isEmpty && name.utf8.count <= 512 && !name.contains("*")
            && !name.unicodeScalars.contains { $0.value < 0x20 }
    }
}
