// SPDX-License-Identifier: MIT

/// What a HID report descriptor says about the controls that concern calls. The device wrote it, so it is hostile
/// input.
struct ReportDescriptor {
    /// In order of their places.
    private(set) var inputs: [ReportControl] = []
    private(set) var outputs: [ReportControl] = []
    /// The size of each report without its number, in bits.
    private(set) var inputBits: [UInt8: Int] = [:]
    private(set) var outputBits: [UInt8: Int] = [:]
    /// Whether each report begins with its number.
    private(set) var hasNumbers = false
    /// Whether a collection is for telephony.
    private(set) var isTelephony = false
    /// Whether it has a usage that no headset needs, see ``Usage/isForbidden``.
    private(set) var isForbidden = false

    /// Longer ones exist nowhere: the kernel refuses them.
    static let sizeLimit = 4096
    /// In bits. The kernel's limit is 16 KiB, and no headset has such reports.
    static let reportLimit = 4096 * 8
    private static let stackLimit = 16

    private var global = GlobalState()
    private var stack: [GlobalState] = []
    private var usages: [UsageRange] = []
    private var minimum: Usage?

    /// The items that hold until the next one of their kind.
    private struct GlobalState {
        var page: UInt16 = 0
        var logicalMinimum: UInt32 = 0
        var size = 0
        var count = 0
        var report: UInt8 = 0
    }

    /// The usages of one item, or of a minimum and a maximum. Nil for a page that the next main item decides.
    private struct UsageRange {
        var page: UInt16?
        var ids: ClosedRange<UInt16>
    }

    /// Nil if it is damaged or too long.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit else { return nil }
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let item = DescriptorItem.read(&rest) else { return nil }
            switch item.kind {
            case .main: guard readMain(item) else { return nil }
            case .global: guard readGlobal(item) else { return nil }
            case .local: readLocal(item)
            case nil: break
            }
        }
    }

    // MARK: Items

    private mutating func readGlobal(_ item: DescriptorItem) -> Bool {
        switch item.tag {
        case 0: global.page = UInt16(truncatingIfNeeded: item.value)
        case 1: global.logicalMinimum = item.value
        case 7: global.size = Int(item.value)
        case 8:
            guard (1...255).contains(item.value) else { return false }
            (global.report, hasNumbers) = (UInt8(item.value), true)
        case 9: global.count = Int(item.value)
        case 10:
            guard stack.count < Self.stackLimit else { return false }
            stack.append(global)
        case 11:
            guard let top = stack.popLast() else { return false }
            global = top
        // Units, exponents and physical limits.
        default: break
        }
        return true
    }

    private mutating func readLocal(_ item: DescriptorItem) {
        // A value of four bytes has the page in its upper half.
        let page = item.size == 4 ? UInt16(item.value >> 16) : nil
        let id = UInt16(truncatingIfNeeded: item.value)
        switch item.tag {
        case 0: usages.append(UsageRange(page: page, ids: id...id))
        case 1: minimum = Usage(page: page ?? 0, id: id)
        case 2:
            if let minimum, minimum.id <= id {
                usages.append(UsageRange(page: page ?? (minimum.page == 0 ? nil : minimum.page), ids: minimum.id...id))
            }
            minimum = nil
        // Designators, texts and alternatives.
        default: break
        }
    }

    private mutating func readMain(_ item: DescriptorItem) -> Bool {
        defer { (usages, minimum) = ([], nil) }
        if usages.contains(where: { forbids($0) }) || Usage(page: global.page, id: 0).isForbidden { isForbidden = true }
        switch item.tag {
        case 0x8: return add(item.value, \.inputs, \.inputBits)
        case 0x9: return add(item.value, \.outputs, \.outputBits)
        case 0xA:
            if usages.contains(where: { ($0.page ?? global.page) == UsagePage.telephony }) { isTelephony = true }
            return true
        // The end of a collection, and features.
        default: return true
        }
    }

    private func forbids(_ range: UsageRange) -> Bool {
        let page = range.page ?? global.page
        return [range.ids.lowerBound, range.ids.upperBound, 0x06, 0x07].contains { id in
            range.ids.contains(id) && Usage(page: page, id: id).isForbidden
        }
    }

    // MARK: Fields

    private mutating func add(
        _ flags: UInt32, _ controls: WritableKeyPath<Self, [ReportControl]>,
        _ bits: WritableKeyPath<Self, [UInt8: Int]>
    ) -> Bool {
        let first = self[keyPath: bits][global.report] ?? 0
        guard global.size <= Self.reportLimit, global.count <= Self.reportLimit,
            first + global.size * global.count <= Self.reportLimit
        else { return false }
        self[keyPath: bits][global.report] = first + global.size * global.count
        let isConstant = flags & 1 != 0
        guard !isConstant, (1...32).contains(global.size), global.count > 0 else { return true }
        let isVariable = flags & 2 != 0
        for usage in Self.known {
            guard let place = place(of: usage), !isVariable || place < global.count else { continue }
            let form: ReportControl.Form =
                isVariable
                ? .variable(isRelative: flags & 4 != 0, isLatching: flags & 0x20 != 0)
                : .array(count: global.count, number: global.logicalMinimum &+ UInt32(place))
            self[keyPath: controls].append(
                ReportControl(
                    usage: usage, report: global.report,
                    firstBit: isVariable ? first + place * global.size : first, bits: global.size, form: form))
        }
        return true
    }

    /// The number of a usage among those before the present main item.
    private func place(of usage: Usage) -> Int? {
        var before = 0
        for range in usages {
            if (range.page ?? global.page) == usage.page, range.ids.contains(usage.id) {
                return before + Int(usage.id - range.ids.lowerBound)
            }
            before += range.ids.count
        }
        return nil
    }

    private static let known = HeadsetButton.allCases.map(\.usage) + HeadsetLight.allCases.map(\.usage)
}

/// An item of a HID report descriptor.
struct DescriptorItem {
    enum Kind: UInt8 {
        case main = 0
        case global = 1
        case local = 2
    }

    /// Nil for an item that says nothing about reports.
    let kind: Kind?
    let tag: UInt8
    /// How many bytes the value had: 0, 1, 2 or 4.
    let size: Int
    let value: UInt32

    /// Reads the item at the beginning of `bytes`, and removes it; nil if the item is incomplete.
    static func read(_ bytes: inout ArraySlice<UInt8>) -> DescriptorItem? {
        guard let prefix = bytes.popFirst() else { return nil }
        guard prefix != longItem else { return skipLong(&bytes) }
        let size = prefix & 3 == 3 ? 4 : Int(prefix & 3)
        guard bytes.count >= size else { return nil }
        let value = bytes.prefix(size).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        bytes = bytes.dropFirst(size)
        return DescriptorItem(kind: Kind(rawValue: prefix >> 2 & 3), tag: prefix >> 4, size: size, value: value)
    }

    /// A long item has the size of its data and a tag before the data. No device needs one.
    private static func skipLong(_ bytes: inout ArraySlice<UInt8>) -> DescriptorItem? {
        guard let size = bytes.first, bytes.count >= 2 + Int(size) else { return nil }
        bytes = bytes.dropFirst(2 + Int(size))
        return DescriptorItem(kind: nil, tag: 0, size: 0, value: 0)
    }

    private static let longItem: UInt8 = 0xFE
}

/// The place of one control in the reports of a device.
struct ReportControl: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// The value is that of the control. A *relative* control reports presses, a *latching* one its state, and
        /// another one is on while it is held.
        case variable(isRelative: Bool, isLatching: Bool)
        /// Each of so many values is the number of a control that is on.
        case array(count: Int, number: UInt32)
    }

    let usage: Usage
    /// 0 for a device without numbers of reports.
    let report: UInt8
    /// Counted from the first bit after the number.
    let firstBit: Int
    /// The size of a value, at most 32 bits.
    let bits: Int
    let form: Form

    /// Whether the control is on in the bytes of a report, without its number.
    func isOn(in bytes: ArraySlice<UInt8>) -> Bool {
        switch form {
        case .variable: value(at: firstBit, in: bytes) != 0
        case .array(let count, let number):
            (0..<count).contains { value(at: firstBit + $0 * bits, in: bytes) == number }
        }
    }

    /// Switches it on in the bytes of a report, which have its place.
    func switchOn(in bytes: inout [UInt8], after offset: Int) {
        let byte = offset + firstBit / 8
        if bytes.indices.contains(byte) { bytes[byte] |= 1 << UInt8(firstBit % 8) }
    }

    /// Nil beyond the end of a report that is too short.
    private func value(at first: Int, in bytes: ArraySlice<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for bit in 0..<bits {
            let place = bytes.startIndex + (first + bit) / 8
            guard place < bytes.endIndex else { return nil }
            if bytes[place] & 1 << UInt8((first + bit) % 8) != 0 { value |= 1 << UInt32(bit) }
        }
        return value
    }
}

/// A usage of the HID usage tables: what a control or a light of a device is for.
struct Usage: Hashable {
    let page: UInt16
    let id: UInt16
}

/// The pages of the HID usage tables that decide about a device.
enum UsagePage {
    static let desktop: UInt16 = 0x01
    static let keyboard: UInt16 = 0x07
    static let light: UInt16 = 0x08
    static let telephony: UInt16 = 0x0B
    /// Systems on a chip: the transfer of firmware.
    static let firmware: UInt16 = 0x11
    static let securityKey: UInt16 = 0xF1D0
    /// The page that Microsoft's protocol for updates of components uses.
    static let componentFirmware: UInt16 = 0xFF0B
}

/// A button of a headset.
package enum HeadsetButton: UInt16, CaseIterable, Sendable, KnownUsage {
    case hookSwitch = 0x20
    case flash = 0x21
    case phoneMute = 0x2F

    static let page = UsagePage.telephony
}

/// A light of a headset, or what the headset does in place of it: it plays a sound, or mutes its microphone.
package enum HeadsetLight: UInt16, CaseIterable, Sendable, KnownUsage {
    case mute = 0x09
    case offHook = 0x17
    case ring = 0x18
    case hold = 0x20
    /// Headsets take it as *muted*, like `mute`.
    case microphone = 0x21

    static let page = UsagePage.light
}

/// The usages of one page that concern a headset, by their ids.
protocol KnownUsage: RawRepresentable<UInt16> { static var page: UInt16 { get } }

extension KnownUsage {
    var usage: Usage { Usage(page: Self.page, id: rawValue) }

    init?(_ usage: Usage) {
        guard usage.page == Self.page else { return nil }
        self.init(rawValue: usage.id)
    }
}

extension Usage {
    /// Whether a device with this usage may see what the user types, is a key to accounts, or takes new firmware.
    var isForbidden: Bool {
        switch page {
        case UsagePage.keyboard, UsagePage.securityKey, UsagePage.firmware, UsagePage.componentFirmware: true
        case UsagePage.desktop: id == 0x06 || id == 0x07  // Keyboard, keypad.
        default: false
        }
    }
}
