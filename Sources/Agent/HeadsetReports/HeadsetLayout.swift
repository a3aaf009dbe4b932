// SPDX-License-Identifier: MIT

/// The buttons and lights of a headset, from the report descriptor of its HID device.
package struct HeadsetLayout: Hashable, Sendable {
    /// A device that the agent leaves alone.
    package enum Refusal: Error {
        /// The descriptor is damaged.
        case damaged
        /// The device has no button of a phone.
        case notTelephony
        /// The device is also a keyboard, a keypad or a security key, or it takes firmware.
        case forbidden
    }

    let hasNumbers: Bool
    let buttons: [ReportControl]
    let lights: [ReportControl]
    /// The size of each report in bytes, with its number.
    let inputSizes: [UInt8: Int]
    let outputSizes: [UInt8: Int]

    package init(descriptor bytes: [UInt8]) throws(Refusal) {
        guard let descriptor = ReportDescriptor(bytes) else { throw .damaged }
        guard !descriptor.isForbidden else { throw .forbidden }
        let buttons = descriptor.inputs.filter { HeadsetButton($0.usage) != nil }
        guard descriptor.isTelephony, !buttons.isEmpty else { throw .notTelephony }
        let head = descriptor.hasNumbers ? 1 : 0
        (hasNumbers, self.buttons) = (descriptor.hasNumbers, buttons)
        // An array lists the lights that are on. No known headset has one.
        lights = descriptor.outputs.filter { control in
            if case .variable = control.form { HeadsetLight(control.usage) != nil } else { false }
        }
        inputSizes = descriptor.inputBits.mapValues { head + ($0 + 7) / 8 }
        // The kernel wants the number in front also if there is only one report: 0.
        outputSizes = descriptor.outputBits.mapValues { 1 + ($0 + 7) / 8 }
    }

    /// The reports that show exactly these lights, in order of their numbers. Each begins with its number, as the
    /// kernel wants it.
    package func reports(showing lights: Set<HeadsetLight>) -> [[UInt8]] {
        var reports: [UInt8: [UInt8]] = [:]
        for control in self.lights {
            guard let light = HeadsetLight(control.usage), let size = outputSizes[control.report] else { continue }
            var bytes = reports[control.report] ?? [control.report] + [UInt8](repeating: 0, count: size - 1)
            if lights.contains(light) { control.switchOn(in: &bytes, after: 1) }
            reports[control.report] = bytes
        }
        return reports.sorted { $0.key < $1.key }.map(\.value)
    }
}

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
