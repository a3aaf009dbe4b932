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
