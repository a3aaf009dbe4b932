// SPDX-License-Identifier: MIT

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
    /// The parameter VALUE in upper case.
    var valueType = ""
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
        guard let colon = Self.colon(in: line) ?? line.firstIndex(of: .colon) else { return nil }
        value = line[(colon + 1)...]
        let head = line[..<colon]
        let end = head.firstIndex(of: .semicolon) ?? head.endIndex
        let fullName = head[..<end]
        name = VCardName(fullName[(fullName.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? fullName.startIndex)...])
        var rest = head[end...].dropFirst()
        for _ in 0..<Self.parameterLimit where !rest.isEmpty {
            let end = Self.unquoted(rest) { $0 == .semicolon } ?? rest.endIndex
            add(rest[..<end])
            rest = rest[end...].dropFirst()
        }
    }

    private static func colon(in line: ArraySlice<UInt8>) -> Int? { unquoted(line) { $0 == .colon } }

    /// The index of the first matching byte outside of quotation marks.
    private static func unquoted(_ text: ArraySlice<UInt8>, _ matches: (UInt8) -> Bool) -> Int? {
        var isQuoted = false
        return text.indices.first { index in
            if text[index] == .quotationMark { isQuoted.toggle() }
            return !isQuoted && matches(text[index])
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
        } else if name.equals("VALUE") {
            valueType = word
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

extension UInt8 {
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let quotationMark = UInt8(ascii: "\"")
}
