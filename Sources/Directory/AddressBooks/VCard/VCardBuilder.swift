// SPDX-License-Identifier: MIT

internal import CallContract
internal import CallLinks
internal import PictureHeaders
internal import SDBus

/// A card that is being read.
struct VCardBuilder {
    private var card: VCard
    private var faults: [VCardFault] = []
    private let limits: VCardLimits
    private let keepsPictures: Bool
    private var isVersion2 = false
    /// The name in its parts, for a card without FN.
    private var structuredName = ""
    private var isFull = false

    init(start: Int, _ limits: VCardLimits, keepsPictures: Bool) {
        card = VCard(range: start..<start)
        self.limits = limits
        self.keepsPictures = keepsPictures
    }

    mutating func note(_ line: Int, _ reason: VCardFault.Reason) {
        faults.append(VCardFault(line: line, reason: reason))
    }

    mutating func takeFaults() -> [VCardFault] {
        defer { faults = [] }
        return faults
    }

    /// The card, which ends before that position.
    func finished(at end: Int) -> VCard {
        var card = card
        card.range = card.range.lowerBound..<end
        for name in [structuredName, card.nickname, card.organization] where card.name.isEmpty { card.name = name }
        return card
    }

    mutating func add(_ property: VCardProperty, line: Int) {
        guard let name = property.name else { return }
        if name == .photo { return addPhoto(property, line: line) }
        guard let text = text(of: property, line: line) else { return }
        switch name {
        case .version: isVersion2 = text.hasPrefix("2")
        case .uid: if isShort(text, line) { card.uid = VCardText.line(VCardText.plain(text), limit: limits.value) }
        case .formattedName: if card.name.isEmpty { card.name = self.name(VCardText.plain(text)) }
        case .name: structuredName = self.name(Self.composed(text))
        case .nickname: if card.nickname.isEmpty { card.nickname = self.name(Self.first(text, ",")) }
        case .organization: if card.organization.isEmpty { card.organization = self.name(Self.first(text, ";")) }
        case .telephone, .email, .instantMessaging, .sip, .jabber: addHandle(name, text, property, line: line)
        case .kind: if text.lowercased() == "group" { card.isGroup = true }
        case .evolutionList: if text.lowercased() == "true" { card.isGroup = true }
        case .favourite: card.isFavourite = text.lowercased() == "true"
        case .begin, .end, .agent, .photo: break
        }
    }

    // MARK: Text

    /// The decoded value; nil if it is too long or its encoding is invalid.
    private mutating func text(of property: VCardProperty, line: Int) -> String? {
        guard property.value.count <= limits.text else {
            note(line, .valueIsTooLong(limit: limits.text))
            return nil
        }
        guard let bytes = Self.bytes(of: property) else {
            note(line, .badEncoding)
            return nil
        }
        return Charset.decode(bytes, property.charset, isVersion2: isVersion2).carried
    }

    private static func bytes(of property: VCardProperty) -> ArraySlice<UInt8>? {
        switch property.encoding {
        case .none: property.value
        case .quotedPrintable: QuotedPrintable.decode(property.value)[...]
        case .base64: Base64.decode(property.value)?[...]
        }
    }

    private func name(_ text: String) -> String { VCardText.line(text, limit: limits.name) }

    private static func first(_ text: String, _ separator: Unicode.Scalar) -> String {
        VCardText.parts(text, separator: separator)[0]
    }

    /// The name in the order of speech; the card has family, given and other names, prefixes and suffixes.
    private static func composed(_ text: String) -> String {
        let parts = VCardText.parts(text, separator: ";")
        return [3, 1, 2, 0, 4].filter { $0 < parts.count && !parts[$0].isEmpty }.map { parts[$0] }
            .joined(separator: " ")
    }

    private mutating func isShort(_ text: String, _ line: Int) -> Bool {
        if text.utf8.count <= limits.value { return true }
        note(line, .valueIsTooLong(limit: limits.value))
        return false
    }

    // MARK: Handles

    private mutating func addHandle(_ name: VCardName, _ text: String, _ property: VCardProperty, line: Int) {
        guard isShort(text, line) else { return }
        let value = VCardText.line(VCardText.plain(text), limit: limits.value)
        guard !value.isEmpty, let handle = Handle(name, value, service: property.service.lowercased()),
            !card.handles.contains(where: { $0.handle == handle })
        else { return }
        guard card.handles.count < limits.handles else {
            if !isFull { note(line, .tooManyHandles(limit: limits.handles)) }
            return isFull = true
        }
        card.handles.append(
            ContactHandle(handle: handle, use: .init(property.types), isPreferred: property.isPreferred))
    }

    // MARK: Pictures

    /// The first usable picture counts.
    private mutating func addPhoto(_ property: VCardProperty, line: Int) {
        guard card.photo == nil else { return }
        if property.encoding == .base64 { return addPicture(property.value, line: line) }
        if let data = DataAddress.base64(in: property.value) { return addPicture(data, line: line) }
        guard let text = text(of: property, line: line), let path = FileAddress.path(VCardText.plain(text)) else {
            return
        }
        card.photo = .file(path)
    }

    private mutating func addPicture(_ text: ArraySlice<UInt8>, line: Int) {
        do throws(PictureFault) {
            guard let bytes = Base64.decode(text) else { throw .isDamaged }
            try PictureHeader.check(bytes, limits.picture)
            var hasher = Hasher()
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            card.photo = .inside(digest: hasher.finalize(), bytes: keepsPictures ? bytes : [])
        } catch {
            note(line, .picture(error))
        }
    }
}

extension Handle {
    /// The handle in a property; nil if it is a link that must not be dialled.
    fileprivate init?(_ name: VCardName, _ value: String, service: String) {
        if CallLink.hasScheme(value) {
            self.init(link: value)
        } else if name == .telephone {
            self.init(kind: .phoneNumber, value: value)
        } else if name == .email {
            self.init(kind: .emailAddress, value: value.hasPrefix("mailto:") ? String(value.dropFirst(7)) : value)
        } else if name == .sip || service == "sip" {
            self.init(link: "sip:" + value)
        } else if name == .jabber {
            self.init(kind: .generic, value: "xmpp:" + value)
        } else {
            self.init(kind: .generic, value: service.isEmpty || value.contains(":") ? value : "\(service):\(value)")
        }
        if self.value.isEmpty { return nil }
    }
}

extension ContactHandle.Use {
    /// The first of the types that says how the handle is used.
    fileprivate init(_ types: [String]) {
        self = .other
        // A mobile telephone at work is a mobile telephone.
        let words: [(String, Self)] = [
            ("FAX", .fax), ("PAGER", .pager), ("CELL", .mobile), ("IPHONE", .mobile), ("HOME", .home), ("WORK", .work),
        ]
        if let found = words.first(where: { types.contains($0.0) }) { self = found.1 }
    }
}
