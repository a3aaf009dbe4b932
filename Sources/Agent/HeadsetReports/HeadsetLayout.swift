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

extension HeadsetButton {
    init?(_ usage: Usage) {
        guard usage.page == UsagePage.telephony else { return nil }
        self.init(rawValue: usage.id)
    }
}

extension HeadsetLight {
    init?(_ usage: Usage) {
        guard usage.page == UsagePage.light else { return nil }
        self.init(rawValue: usage.id)
    }
}
