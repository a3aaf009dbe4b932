// SPDX-License-Identifier: MIT

package import CallContract
internal import Glibc
internal import PictureHeaders
internal import SystemFiles

/// A person or an organisation in an address book, as far as calls need it.
package struct Contact: Hashable, Sendable {
    /// The `UID` of the card. A source gives a card without one an id of its own.
    package var uid: String
    /// The name to show; never empty. It has neither control characters nor line breaks.
    package var name: String
    /// Empty if the card has none.
    package var nickname = ""
    /// Empty if the card has none.
    package var organization = ""
    /// In the order of the card, each handle once.
    package var handles: [ContactHandle]
    /// Whether the user marked the contact in GNOME Contacts. No other program is known to store this in a card.
    package var isFavourite = false
    package var picture: ContactPicture?
}

/// An address of a contact.
package struct ContactHandle: Hashable, Sendable {
    /// The value is as written in the card, except that a link is resolved: `tel:+49-30-99` gives `+493099`.
    package var handle: Handle
    package var use = Use.other
    package var isPreferred = false

    /// The raw value is the word on the bus; empty = the card does not say.
    package enum Use: String, CaseIterable, Sendable {
        case other = ""
        case home, work, mobile, fax, pager
    }
}

/// The place of a picture. Pictures stay on the disk, because the index keeps thousands of contacts in memory.
package struct ContactPicture: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// A file of its own: its absolute path, and the folder that must contain it.
        case file(String, folder: String)
        /// A part of a vCard file: the absolute path, and the bytes of the card.
        case card(String, start: Int, count: Int)
    }

    package var place: Place
    /// Differs from the digest of another picture. It is valid only in this process.
    package var digest: Int
}

extension VCard {
    /// The contact in the card; nil for a card without a name, a card without a handle, and a list. `file` is the
    /// absolute path of the vCard file, or nil. A picture outside of `photoFolders` is not followed.
    func contact(fallbackUID: String, file: String?, photoFolders: [String]) -> Contact? {
        guard !isGroup, !name.isEmpty, !handles.isEmpty else { return nil }
        return Contact(
            uid: uid.isEmpty ? fallbackUID : uid, name: name, nickname: nickname, organization: organization,
            handles: handles, isFavourite: isFavourite, picture: picture(file, photoFolders))
    }

    private func picture(_ file: String?, _ photoFolders: [String]) -> ContactPicture? {
        switch photo {
        case nil: return nil
        case .inside(let digest, _)?:
            return file.map {
                ContactPicture(place: .card($0, start: range.lowerBound, count: range.count), digest: digest)
            }
        case .file(let path)?:
            guard let folder = photoFolders.first(where: { FolderNames.isPath(path, below: $0) }) else { return nil }
            return ContactPicture(place: .file(path, folder: folder), digest: path.hashValue)
        }
    }
}

extension ContactPicture {
    /// The folder whose disk the bytes come from.
    package var folder: String {
        switch place {
        case .file(_, let folder): folder
        case .card(let path, _, _): FolderNames.parent(of: path)
        }
    }

    /// The bytes of the picture: a PNG, a JPEG, a WebP or a GIF within the limits, not decoded.
    package func bytes(limits: VCardLimits = VCardLimits()) throws(PictureFault) -> [UInt8] {
        switch place {
        case .file(let path, let folder): try Self.file(path, in: folder, limits.picture)
        case .card(let path, let start, let count): try card(path, start, count, limits)
        }
    }

    private static func file(
        _ path: String, in folder: String, _ limits: PictureLimits
    ) throws(PictureFault) -> [UInt8] {
        guard FolderNames.isPath(path, below: folder) else { throw .isOutside }
        let file = try open(path)
        // A link may lead out of the folder, so the place of the open file counts.
        guard let real = realpath(folder, nil) else { throw .cannotBeRead(errno) }
        defer { free(real) }
        guard let place = file.realPath, FolderNames.isPath(place, below: String(cString: real)) else {
            throw .isOutside
        }
        guard file.size <= limits.bytes else { throw .isTooLarge(limit: limits.bytes) }
        let bytes = try read(file, from: 0, limits.bytes)
        try PictureHeader.check(bytes, limits)
        return bytes
    }

    /// Reads the card again. If its file has changed since the index was updated, there may be another card.
    private func card(
        _ path: String, _ start: Int, _ count: Int, _ limits: VCardLimits
    ) throws(PictureFault) -> [UInt8] {
        let bytes = try Self.read(try Self.open(path), from: start, count)
        var reader = VCardReader(bytes, limits: limits, keepsPictures: true)
        for case .card(let card) in reader.readAll() {
            if case .inside(digest, let picture) = card.photo { return picture }
        }
        throw .hasChanged
    }

    private static func open(_ path: String) throws(PictureFault) -> BookFile {
        do throws(BookFile.Problem) { return try BookFile(path) } catch { throw PictureFault(error) }
    }

    private static func read(_ file: BookFile, from start: Int, _ count: Int) throws(PictureFault) -> [UInt8] {
        do throws(BookFile.Problem) {
            return try file.read(from: start, count: count)
        } catch {
            throw PictureFault(error)
        }
    }
}

extension PictureFault {
    fileprivate init(_ problem: BookFile.Problem) {
        switch problem {
        case .isMissing: self = .cannotBeRead(ENOENT)
        case .isNoFile: self = .isOutside
        case .failed(let number): self = .cannotBeRead(number)
        }
    }
}

extension PictureHeader {
    /// Throws if a picture exceeds a limit, or is not a PNG, a JPEG, a WebP or a GIF.
    static func check(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) {
        guard bytes.count <= limits.bytes else { throw .isTooLarge(limit: limits.bytes) }
        let header = try read(bytes)
        guard header.width <= limits.side, header.height <= limits.side else {
            throw .hasTooManyPixels(limit: limits.side)
        }
    }

    private static func read(_ bytes: [UInt8]) throws(PictureFault) -> PictureHeader {
        do throws(Fault) {
            return try PictureHeader(bytes)
        } catch {
            switch error {
            case .isUnknownFormat: throw .isUnknownFormat
            case .isDamaged: throw .isDamaged
            }
        }
    }
}

/// The limits on pictures. The programs that decode pictures get no larger ones.
package struct PictureLimits: Sendable {
    package var bytes = 2 << 20
    /// In pixels, for the width and for the height.
    package var side = 4_096

    package init() {}
}

/// A reason why a picture is not used.
package enum PictureFault: Error, Hashable, Sendable {
    case isTooLarge(limit: Int)
    case isUnknownFormat
    case isDamaged
    case hasTooManyPixels(limit: Int)
    /// The file is not in the folder of the address book, or it is not an ordinary file.
    case isOutside
    /// The system's error number.
    case cannotBeRead(Int32)
    /// The card is not at its place any more; the source reads the file again.
    case hasChanged

    /// What is wrong, then what to do.
    package var message: String {
        switch self {
        case .isTooLarge(let limit): "A picture of more than \(limit) bytes is ignored. Make it smaller."
        case .isUnknownFormat: "A picture in an unknown format is ignored. Use PNG, JPEG, WebP or GIF."
        case .isDamaged: "A picture that is cut off or damaged is ignored. Export the card again."
        case .hasTooManyPixels(let limit):
            "A picture of more than \(limit) × \(limit) pixels is ignored. Make it smaller."
        case .isOutside:
            "A picture outside of the folder of the address book is ignored. Put it into that folder."
        case .cannotBeRead(let number): "The picture cannot be read: \(SystemError(number).words)."
        case .hasChanged: "The card has changed. Ask again."
        }
    }
}
