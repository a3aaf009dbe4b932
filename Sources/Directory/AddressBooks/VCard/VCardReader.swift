// SPDX-License-Identifier: MIT

/// A part of a vCard file: a card, or the reason why a part is not used.
package enum VCardItem: Hashable, Sendable {
    case card(VCard)
    case fault(VCardFault)
}

/// Reads the cards of a file: vCard 2.1, 3.0 and 4.0. The caller may read one line at a time.
///
/// It accepts mistakes that programs make, and skips the parts that it cannot read. The time is proportional to the
/// size, and the memory to the largest card.
package struct VCardReader {
    private var lines: VCardLines
    private let limits: VCardLimits
    private let keepsPictures: Bool
    /// Nil outside of a card.
    private var builder: VCardBuilder?
    /// The line of the open card.
    private var beginning = 0
    /// The items that were not taken yet.
    private var waiting: [VCardItem] = []
    private var cards = 0
    private var faults = 0
    /// The nested cards of AGENT that are open; they are skipped.
    private var depth = 0
    private var isAgent = false
    private var isOutside = false
    private var isAtEnd = false

    /// `keepsPictures` keeps the bytes of the pictures in the cards.
    package init(_ bytes: [UInt8], limits: VCardLimits = VCardLimits(), keepsPictures: Bool = false) {
        self.limits = limits
        self.keepsPictures = keepsPictures
        let reason: VCardFault.Reason? =
            if bytes.count > limits.file {
                .fileIsTooLarge(limit: limits.file)
            } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
                .fileIsUTF16
            } else {
                nil
            }
        lines = VCardLines(reason == nil ? bytes : [], limit: limits.line)
        if let reason { note(1, reason) }
    }

    /// Reads one line; false at the end.
    package mutating func readLine() -> Bool {
        guard !isAtEnd else { return false }
        if let line = lines.next() {
            read(line)
        } else {
            isAtEnd = true
            abandon()
        }
        return !isAtEnd
    }

    /// The items of the lines that were read since the last call.
    package mutating func takeItems() -> [VCardItem] {
        defer { waiting = [] }
        return waiting
    }

    /// Reads the rest, and returns all items that were not taken yet.
    package mutating func readAll() -> [VCardItem] {
        while readLine() {}
        return takeItems()
    }

    // MARK: Lines

    private mutating func read(_ line: VCardLine) {
        var line = line
        var property = VCardProperty(line.content)
        switch property?.encoding {
        case .quotedPrintable?:
            lines.joinSoftBreaks(&line)
            property = VCardProperty(line.content)
        case .base64?:
            lines.joinBase64(&line)
            property = VCardProperty(line.content)
        case .some(.none), nil: break
        }
        let isBoundary = property?.isBoundary ?? false
        if isBoundary, property?.name == .begin {
            begin(line)
        } else if depth > 0 {
            if isBoundary { depth -= 1 }
        } else if builder == nil {
            if !isOutside, !isBoundary { note(line.number, .textOutsideCard) }
            isOutside = true
        } else if isBoundary {
            end()
        } else if line.isTooLong {
            builder?.note(line.number, .lineIsTooLong(limit: limits.line))
        } else if let property {
            isAgent = property.name == .agent && property.value.isEmpty
            if property.name == .agent, property.value.equals("BEGIN:VCARD") { depth = 1 }
            builder?.add(property, line: line.number)
        } else {
            builder?.note(line.number, .lineHasNoColon)
        }
        takeFaults()
    }

    /// A card in the value of AGENT belongs to another person. Any other card in a card means that the end is missing.
    private mutating func begin(_ line: VCardLine) {
        if depth > 0 || isAgent {
            depth += 1
            return isAgent = false
        }
        abandon()
        isOutside = false
        builder = VCardBuilder(start: line.start, limits, keepsPictures: keepsPictures)
        beginning = line.number
    }

    private mutating func end() {
        guard let card = builder?.finished(at: lines.position) else { return }
        builder = nil
        isOutside = false
        cards += 1
        if cards <= limits.cards {
            waiting.append(.card(card))
        } else {
            note(beginning, .tooManyCards(limit: limits.cards))
            isAtEnd = true
        }
    }

    /// Ends a card without END:VCARD.
    private mutating func abandon() {
        if builder != nil { note(beginning, .cardDoesNotEnd) }
        builder = nil
        (depth, isAgent) = (0, false)
    }

    // MARK: Faults

    private mutating func takeFaults() {
        for fault in builder?.takeFaults() ?? [] { note(fault.line, fault.reason) }
    }

    private mutating func note(_ line: Int, _ reason: VCardFault.Reason) {
        faults += 1
        guard faults <= limits.faults else { return }
        let reason = faults == limits.faults ? .tooManyFaults : reason
        waiting.append(.fault(VCardFault(line: line, reason: reason)))
    }
}

extension VCardProperty {
    /// Whether it begins or ends a card.
    fileprivate var isBoundary: Bool {
        guard name == .begin || name == .end else { return false }
        let word = value.drop { $0 == .space }.prefix { $0 != .space && $0 != .tab }
        return word.equals("VCARD")
    }
}

/// A card, as far as calls need it.
package struct VCard: Hashable, Sendable {
    /// The bytes of the card in the file.
    package var range: Range<Int>
    /// Empty if the card has none.
    package var uid = ""
    /// Empty if the card has no name, nickname or organisation.
    package var name = ""
    package var nickname = ""
    package var organization = ""
    package var handles: [ContactHandle] = []
    package var isFavourite = false
    /// True for a list of addresses.
    package var isGroup = false
    package var photo: Photo?

    package enum Photo: Hashable, Sendable {
        /// The picture is in the card. `bytes` is empty unless the reader keeps pictures.
        case inside(digest: Int, bytes: [UInt8])
        /// The absolute path of a file that may not exist.
        case file(String)
    }
}

/// A reason why a part of a vCard file is not used. It contains no text of the file, so that a log may show it.
package struct VCardFault: Error, Hashable, Sendable {
    /// Counted from 1.
    package var line: Int
    package var reason: Reason

    package enum Reason: Hashable, Sendable {
        case fileIsTooLarge(limit: Int)
        case fileIsUTF16
        case textOutsideCard
        case cardDoesNotEnd
        case lineHasNoColon
        case lineIsTooLong(limit: Int)
        case valueIsTooLong(limit: Int)
        case badEncoding
        case tooManyHandles(limit: Int)
        case tooManyCards(limit: Int)
        case picture(PictureFault)
        case tooManyFaults
    }

    /// What is wrong, then what to do.
    package var message: String {
        switch reason {
        case .fileIsTooLarge(let limit):
            "The file is larger than \(limit) bytes and is not read. Split it into several files."
        case .fileIsUTF16: "The file is in UTF-16 and is not read. Save it as UTF-8."
        case .textOutsideCard: "Text outside of a card is ignored. Put it between BEGIN:VCARD and END:VCARD."
        case .cardDoesNotEnd: "The card is ignored, because it has no end. Add END:VCARD."
        case .lineHasNoColon: "A line without a colon is ignored. Write NAME:VALUE."
        case .lineIsTooLong(let limit): "A line of more than \(limit) bytes is ignored. Shorten it."
        case .valueIsTooLong(let limit): "A value of more than \(limit) bytes is ignored. Shorten it."
        case .badEncoding: "A value that is not valid base64 is ignored. Export the card again."
        case .tooManyHandles(let limit):
            "The card has more than \(limit) addresses; the rest is ignored. Split the card."
        case .tooManyCards(let limit): "The file has more than \(limit) cards; the rest is ignored. Split the file."
        case .picture(let fault): fault.message
        case .tooManyFaults: "The file has more mistakes, which are not reported. Correct the first ones."
        }
    }
}

/// The limits on vCard files. A file may come from the network, and its reader shares the thread that screens calls.
package struct VCardLimits: Sendable {
    /// In bytes.
    package var file = 64 << 20
    /// In bytes, after unfolding. The line of a picture of the largest size fits.
    package var line = 3 << 20
    package var cards = 50_000
    /// The handles of a card.
    package var handles = 100
    /// In bytes, for an encoded value other than a picture.
    package var text = 32_768
    /// In bytes, for a handle or a UID.
    package var value = 1_024
    /// In Unicode scalars, for a name; a longer name is cut.
    package var name = 256
    /// The faults that are reported of a file.
    package var faults = 100
    package var picture = PictureLimits()

    package init() {}
}
