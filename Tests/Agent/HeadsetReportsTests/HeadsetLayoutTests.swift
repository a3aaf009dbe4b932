// SPDX-License-Identifier: MIT

import Testing

@testable import HeadsetReports

/// The buttons and lights in report descriptors, and the devices that are no headsets.
struct HeadsetLayoutTests {
    // MARK: Buttons

    @Test func `A press of a relative button is each report that has it`() throws {
        var reader = ButtonReader(try HeadsetLayout(descriptor: Descriptors.together))
        #expect(reader.read([2, 0b100]) == [ButtonChange(.phoneMute, .pressed)])
        #expect(reader.read([2, 0]) == [])
        #expect(reader.read([2, 0b110]) == [ButtonChange(.flash, .pressed), ButtonChange(.phoneMute, .pressed)])
    }

    @Test func `A latching button reports its changes only`() throws {
        var reader = ButtonReader(try HeadsetLayout(descriptor: Descriptors.together))
        #expect(reader.read([2, 1]) == [ButtonChange(.hookSwitch, .latched(true))])
        #expect(reader.read([2, 1]) == [])
        #expect(reader.read([2, 0b101]) == [ButtonChange(.phoneMute, .pressed)])
        #expect(reader.read([2, 0]) == [ButtonChange(.hookSwitch, .latched(false))])
    }

    @Test func `A button that is on while it is held is pressed once`() throws {
        var reader = ButtonReader(try HeadsetLayout(descriptor: Descriptors.momentary))
        #expect(reader.read([1]) == [ButtonChange(.hookSwitch, .pressed)])
        #expect(reader.read([1]) == [])
        #expect(reader.read([0]) == [])
        #expect(reader.read([1]) == [ButtonChange(.hookSwitch, .pressed)])
    }

    @Test func `Buttons of an array are found by their place in the range of usages`() throws {
        var reader = ButtonReader(try HeadsetLayout(descriptor: Descriptors.array))
        #expect(reader.read([1, 0]) == [ButtonChange(.hookSwitch, .pressed)])
        #expect(reader.read([1, 0x10]) == [ButtonChange(.phoneMute, .pressed)])
        #expect(reader.read([2, 0]) == [ButtonChange(.flash, .pressed)])
        #expect(reader.read([0, 0]) == [])
    }

    @Test func `Reports that one read returns together are read one after the other`() throws {
        var reader = ButtonReader(try HeadsetLayout(descriptor: Descriptors.apart))
        let bytes: [UInt8] = [8, 0b010, 1, 3, 8, 0b011, 8, 0]
        #expect(
            reader.read(bytes) == [
                ButtonChange(.hookSwitch, .latched(true)), ButtonChange(.phoneMute, .pressed),
                ButtonChange(.hookSwitch, .latched(false)),
            ])
    }

    @Test(arguments: [[], [2], [7, 1], [0, 0, 0], [8]] as [[UInt8]])
    func `A report that is too short or unknown is ignored`(_ bytes: [UInt8]) throws {
        var reader = ButtonReader(try HeadsetLayout(descriptor: Descriptors.together))
        #expect(reader.read(bytes) == [])
    }

    // MARK: Lights

    @Test func `The lights of one report are bits of one byte`() throws {
        let layout = try HeadsetLayout(descriptor: Descriptors.together)
        #expect(layout.reports(showing: []) == [[2, 0]])
        #expect(layout.reports(showing: [.offHook]) == [[2, 0b00001]])
        #expect(layout.reports(showing: [.ring, .hold]) == [[2, 0b01100]])
        #expect(layout.reports(showing: Set(HeadsetLight.allCases)) == [[2, 0b11111]])
    }

    @Test func `Lights with reports of their own are all written`() throws {
        let layout = try HeadsetLayout(descriptor: Descriptors.apart)
        #expect(layout.reports(showing: [.offHook, .hold]) == [[9, 0], [0x17, 1], [0x18, 0]])
    }

    @Test func `A report without a number begins with 0`() throws {
        let layout = try HeadsetLayout(descriptor: Descriptors.array)
        #expect(layout.reports(showing: [.ring]) == [[0, 1]])
        #expect(try HeadsetLayout(descriptor: Descriptors.momentary).reports(showing: [.ring]) == [])
    }

    // MARK: Other devices

    private func refusal(_ descriptor: [UInt8]) -> HeadsetLayout.Refusal? {
        do throws(HeadsetLayout.Refusal) {
            _ = try HeadsetLayout(descriptor: descriptor)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (0x01, 0x06), (0x01, 0x07), (0x07, 0x04), (0xF1D0, 0x01), (0x11, 0x02), (0xFF0B, 0x04),
        ] as [(UInt16, UInt8)])
    func `A headset that is also a keyboard, a keypad, a security key or takes firmware is refused`(
        _ page: UInt16, _ usage: UInt8
    ) {
        let other = Descriptors.collection(page, usage) + [Descriptors.end]
        #expect(refusal(other + Descriptors.together) == .forbidden)
        #expect(refusal(Descriptors.together + other) == .forbidden)
    }

    @Test func `Keys in a range, in a wide usage, or in a collection of telephony are refused`() {
        let inside = Descriptors.together.dropLast()
        let keys: [UInt8] = [0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x75, 8, 0x95, 6, 0x81, 0x00]
        let wide: [UInt8] = [0x0B, 0x04, 0x00, 0x07, 0x00, 0x75, 8, 0x95, 1, 0x81, 0x02]
        let desktop: [UInt8] = [0x05, 0x01, 0x19, 0x01, 0x29, 0x09, 0xA1, 0x00, 0xC0]
        for part in [keys, wide, desktop] { #expect(refusal(inside + part + [Descriptors.end]) == .forbidden) }
    }

    @Test func `A device without buttons of a phone is no headset`() {
        let mouse = Descriptors.collection(0x01, 0x02) + [Descriptors.end]
        #expect(refusal([]) == .notTelephony)
        #expect(refusal(mouse) == .notTelephony)
        #expect(refusal(Descriptors.collection(0x0B, 0x05) + [Descriptors.end]) == .notTelephony)
        // Buttons in no collection of telephony.
        let buttons = Array(Descriptors.together.dropFirst(Descriptors.collection(0x0B, 0x05).count))
        #expect(refusal([0x05, 0x0B] + buttons) == .notTelephony)
        // A collection of its own in the maker's page is usual.
        #expect(refusal(Descriptors.collection(0xFF00, 0x01) + [Descriptors.end] + Descriptors.together) == nil)
    }

    // MARK: Hostile devices

    @Test func `A damaged descriptor is refused`() {
        let together = Descriptors.together
        // A value without its bytes, a number of a report that does not exist, and more pops than pushes.
        for tail in [[0x27, 1], [0x85, 0], [0xB4]] as [[UInt8]] { #expect(refusal(together + tail) == .damaged) }
        #expect(refusal([UInt8](repeating: 0xA4, count: 100)) == .damaged)
        #expect(refusal(together + [UInt8](repeating: Descriptors.end, count: 5_000)) == .damaged)
        // Reports of gigabytes.
        let huge: [UInt8] = [0x77, 0xFF, 0xFF, 0xFF, 0x7F, 0x97, 0xFF, 0xFF, 0xFF, 0xFF, 0x81, 0x02]
        #expect(refusal(together.dropLast() + huge) == .damaged)
    }

    @Test func `No bytes of a descriptor or of a report make the reader fail`() {
        var random = SystemRandomNumberGenerator()
        for original in [Descriptors.together, Descriptors.apart, Descriptors.array, Descriptors.momentary] {
            for length in 0...original.count { read(Array(original.prefix(length)), &random) }
            for _ in 0..<2_000 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
                }
                read(bytes, &random)
            }
        }
    }

    private func read(_ descriptor: [UInt8], _ random: inout some RandomNumberGenerator) {
        guard let layout = try? HeadsetLayout(descriptor: descriptor) else { return }
        var reader = ButtonReader(layout)
        let report = (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = reader.read(report)
        let dark = layout.reports(showing: [])
        let bright = layout.reports(showing: Set(HeadsetLight.allCases))
        #expect(dark.map(\.count) == bright.map(\.count) && bright.allSatisfy { $0.count > 1 })
    }
}
