// SPDX-License-Identifier: MIT
import CallContract
import Glibc

/// Colours for a terminal.
struct Palette {
    /// The numbers of ECMA-48.
    enum Colour: Int {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case blue = 34
        case magenta = 35
        case cyan = 36
    }

    let isOn: Bool

    /// With colours if the terminal has some and the user has not set NO_COLOR.
    static let standardOutput = Palette(
        isOn: isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb")

    func paint(_ text: String, _ colours: Colour...) -> String {
        guard isOn, !colours.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[" + colours.map { String($0.rawValue) }.joined(separator: ";") + "m" + text + Self.end
    }

    /// The text without its colours.
    func plain(_ text: String) -> String {
        guard isOn else { return text }
        var plain = ""
        for (scalar, isColour) in Self.scalars(of: text) where !isColour { plain.unicodeScalars.append(scalar) }
        return plain
    }

    /// At most so many columns of a painted text, with an ellipsis for the rest.
    func shortened(_ text: String, to width: Int) -> String {
        guard plain(text).displayWidth > width else { return text }
        var (short, used) = ("", 0)
        for (scalar, isColour) in Self.scalars(of: text) {
            if !isColour { used += scalar.displayWidth }
            if used > width - 1 { break }
            short.unicodeScalars.append(scalar)
        }
        return short + "…" + (isOn ? Self.end : "")
    }

    /// Scalars, not characters: a combining mark after a colour would be one character with the end of the colour.
    private static func scalars(of text: String) -> [(Unicode.Scalar, isColour: Bool)] {
        var isColour = false
        return text.unicodeScalars.map { scalar in
            if scalar == escape { isColour = true }
            defer { if scalar == "m" { isColour = false } }
            return (scalar, isColour)
        }
    }

    private static let escape: Unicode.Scalar = "\u{1B}"
    private static let end = "\u{1B}[0m"

    /// The colour of a call's state.
    func paint(state: String, padding: String = "") -> String {
        let text = state + padding
        return switch CallState(rawValue: state) {
        case .incoming: paint(text, .bold, .cyan)
        case .dialing, .connecting: paint(text, .blue)
        case .active: paint(text, .green)
        case .held: paint(text, .yellow)
        case .ending, .ended: paint(text, .dim)
        case nil: text
        }
    }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
