// SPDX-License-Identifier: MIT

internal import Glibc

/// The names that this reader uses; it ignores the others.
enum VCardName: String, CaseIterable {
    case begin = "BEGIN"
    case end = "END"
    case version = "VERSION"
    case uid = "UID"
    case formattedName = "FN"
    case name = "N"
    case nickname = "NICKNAME"
    case organization = "ORG"
    case telephone = "TEL"
    case email = "EMAIL"
    case instantMessaging = "IMPP"
    case sip = "X-SIP"
    case jabber = "X-JABBER"
    case photo = "PHOTO"
    case kind = "KIND"
    case agent = "AGENT"
    /// "true" for a list of addresses, which is no contact.
    case evolutionList = "X-EVOLUTION-LIST"
    /// "true" for a favourite of GNOME Contacts.
    case favourite = "X-FOLKS-FAVOURITE"
}

/// A property: its name, its parameters and its encoded value.
struct VCardProperty {
    /// Nil for a name that the reader does not use.
    var name: VCardName?
    var encoding = Encoding.none
    var charset: String?
    /// In upper case: the values of TYPE, and the words without a name of vCard 2.1.
    var types: [String] = []
    /// The parameter X-SERVICE-TYPE.
    var service = ""
    var isPreferred = false
    var value: ArraySlice<UInt8>

    enum Encoding {
        case none, quotedPrintable, base64
    }

    /// The parameters after these are ignored.
    private static let parameterLimit = 50

    /// Nil if the line has no colon behind its parameters.
    init?(_ line: ArraySlice<UInt8>) {
        // Before vCard 3.0 a quotation mark is an ordinary character, so it may have no partner.
        guard let colon = Self.unquoted(.colon, in: line) ?? line.firstIndex(of: .colon) else { return nil }
        value = line[(colon + 1)...]
        let head = line[..<colon]
        let end = head.firstIndex(of: .semicolon) ?? head.endIndex
        let fullName = head[..<end]
        name = VCardName(fullName[(fullName.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? fullName.startIndex)...])
        var rest = head[end...].dropFirst()
        for _ in 0..<Self.parameterLimit where !rest.isEmpty {
            let end = Self.unquoted(.semicolon, in: rest) ?? rest.endIndex
            add(rest[..<end])
            rest = rest[end...].dropFirst()
        }
    }

    /// The index of the first such byte outside of quotation marks.
    private static func unquoted(_ byte: UInt8, in text: ArraySlice<UInt8>) -> Int? {
        var isQuoted = false
        return text.indices.first { index in
            if text[index] == .quotationMark { isQuoted.toggle() }
            return !isQuoted && text[index] == byte
        }
    }

    private mutating func add(_ parameter: ArraySlice<UInt8>) {
        let equals = parameter.firstIndex(of: .equals)
        let text = parameter[(equals.map { $0 + 1 } ?? parameter.startIndex)...].filter { $0 != .quotationMark }
        // A longer one is none of those below.
        guard text.count <= 256 else { return }
        let value = String(decoding: text, as: UTF8.self)
        let word = value.uppercased()
        guard let equals else { return add(type: word) }
        let name = parameter[..<equals]
        if name.equals("TYPE") {
            for type in word.split(separator: ",") { add(type: String(type)) }
        } else if name.equals("ENCODING") {
            encoding = Self.encoding(word) ?? .none
        } else if name.equals("CHARSET") {
            charset = value
        } else if name.equals("X-SERVICE-TYPE") {
            service = value
        } else if name.equals("PREF") {
            isPreferred = true
        }
    }

    private mutating func add(type word: String) {
        if let encoding = Self.encoding(word) {
            self.encoding = encoding
        } else if word == "PREF" {
            isPreferred = true
        } else {
            types.append(word)
        }
    }

    private static func encoding(_ word: String) -> Encoding? {
        switch word {
        case "QUOTED-PRINTABLE": .quotedPrintable
        case "B", "BASE64": .base64
        default: nil
        }
    }
}

extension VCardName {
    private static let longest = allCases.reduce(0) { max($0, $1.rawValue.utf8.count) }

    /// Nil for a name that the reader does not use.
    fileprivate init?(_ text: ArraySlice<UInt8>) {
        guard text.count <= Self.longest else { return nil }
        self.init(rawValue: String(decoding: text.lazy.map(\.upperCased), as: UTF8.self))
    }
}

/// A property of a card as it is written, without folds.
struct VCardLine {
    /// The number of its first line in the file, from 1.
    var number: Int
    /// The position of its first byte in the file.
    var start: Int
    /// Empty if the line is too long.
    var content: ArraySlice<UInt8>
    var isTooLong = false
}

/// Splits a file into lines and joins folded ones. It handles each byte once, so its time is proportional to the size.
struct VCardLines {
    private let bytes: [UInt8]
    private let limit: Int
    /// The position behind the last line.
    private(set) var position: Int
    /// The number of the last line, from 1.
    private(set) var number = 0

    init(_ bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        position = bytes.starts(with: mark) ? mark.count : 0
    }

    /// The next line that is not empty, joined with its continuations, which begin with a space or a tab.
    mutating func next() -> VCardLine? {
        while var line = nextPhysical() {
            while isAtContinuation { appendNext(to: &line, skipping: 1) }
            if !line.content.isEmpty || line.isTooLong { return line }
        }
        return nil
    }

    /// Joins a quoted-printable line with the next ones while it ends with a soft line break. These continuations are
    /// not indented. A card that is cut off in a soft line break ends all the same.
    mutating func joinSoftBreaks(_ line: inout VCardLine) {
        while line.content.last == .equals || line.isTooLong && lastByte == .equals {
            if !line.isTooLong { line.content.removeLast() }
            guard let next = peek(), !next.equals("END:VCARD") else { return }
            appendNext(to: &line, skipping: 0)
        }
    }

    /// Joins a base64 line with the next ones if these are base64 too: some phones do not indent them.
    mutating func joinBase64(_ line: inout VCardLine) {
        while let next = peek(), !next.isEmpty, next.allSatisfy(Base64.contains) { appendNext(to: &line, skipping: 0) }
    }

    // MARK: Lines of the file

    private mutating func appendNext(to line: inout VCardLine, skipping count: Int) {
        guard let next = nextPhysical() else { return }
        if line.isTooLong { return }
        if next.isTooLong || line.content.count + next.content.count > limit {
            line.isTooLong = true
            line.content = []
        } else {
            line.content += next.content.dropFirst(count)
        }
    }

    private mutating func nextPhysical() -> VCardLine? {
        guard let content = peek() else { return nil }
        number += 1
        let start = position
        position = min(lineEnd + 1, bytes.count)
        guard content.count <= limit else {
            return VCardLine(number: number, start: start, content: [], isTooLong: true)
        }
        return VCardLine(number: number, start: start, content: content)
    }

    /// The next line of the file without its line break; nil at the end.
    private func peek() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        var content = bytes[position..<lineEnd]
        if content.last == .carriageReturn { content.removeLast() }
        return content
    }

    private var isAtContinuation: Bool {
        position < bytes.count && (bytes[position] == .space || bytes[position] == .tab)
    }

    /// The last byte of the last line of the file, without its line break.
    private var lastByte: UInt8? {
        bytes[..<min(position, bytes.count)].suffix(3).last { $0 != .lineFeed && $0 != .carriageReturn }
    }

    /// The position of the next line feed, or the end of the file.
    private var lineEnd: Int {
        bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress, let found = memchr(base + position, 10, all.count - position) else {
                return all.count
            }
            return base.distance(to: UnsafeRawPointer(found))
        }
    }
}

extension ArraySlice<UInt8> {
    /// Compares ASCII text and ignores case.
    func equals(_ upperCase: StaticString) -> Bool {
        guard count == upperCase.utf8CodeUnitCount else { return false }
        return upperCase.withUTF8Buffer { text in zip(self, text).allSatisfy { $0.upperCased == $1 } }
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let equals = UInt8(ascii: "=")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let quotationMark = UInt8(ascii: "\"")

    /// The upper case of an ASCII letter.
    var upperCased: UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self & 0xDF : self }
}
