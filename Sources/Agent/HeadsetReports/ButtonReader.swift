// SPDX-License-Identifier: MIT

/// What a report says about a button.
package struct ButtonChange: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The user pressed it.
        case pressed
        /// The device changed its own state, by a press or after its lights.
        case latched(Bool)
    }

    package let button: HeadsetButton
    package let kind: Kind

    package init(_ button: HeadsetButton, _ kind: Kind) { (self.button, self.kind) = (button, kind) }
}

/// Reads the reports of a headset. It keeps the last state of each button, because a report also repeats what has not
/// changed.
package struct ButtonReader {
    private let layout: HeadsetLayout
    private var isOn: [Bool]

    package init(_ layout: HeadsetLayout) {
        self.layout = layout
        isOn = layout.buttons.map { _ in false }
    }

    /// The changes in the bytes of one read. A device gives one report for each read; a stand-in may give several at
    /// once.
    package mutating func read(_ bytes: [UInt8]) -> [ButtonChange] {
        var changes: [ButtonChange] = []
        var rest = bytes[...]
        while let first = rest.first {
            let number = layout.hasNumbers ? first : 0
            // The kernel fills a short report with zeros, so a shorter one is damaged.
            guard let size = layout.inputSizes[number], size > 0, rest.count >= size else { break }
            changes += readOne(rest.prefix(size).dropFirst(layout.hasNumbers ? 1 : 0), number)
            rest = rest.dropFirst(size)
        }
        return changes
    }

    private mutating func readOne(_ bytes: ArraySlice<UInt8>, _ number: UInt8) -> [ButtonChange] {
        var changes: [ButtonChange] = []
        for (place, control) in layout.buttons.enumerated() where control.report == number {
            guard let button = HeadsetButton(control.usage) else { continue }
            let (was, now) = (isOn[place], control.isOn(in: bytes))
            isOn[place] = now
            switch control.form {
            case .variable(isRelative: true, _): if now { changes.append(ButtonChange(button, .pressed)) }
            case .variable(isRelative: false, isLatching: true):
                if now != was { changes.append(ButtonChange(button, .latched(now))) }
            case .variable(isRelative: false, isLatching: false), .array:
                if now, !was { changes.append(ButtonChange(button, .pressed)) }
            }
        }
        return changes
    }
}
