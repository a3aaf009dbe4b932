// SPDX-License-Identifier: MIT

internal import Glibc
internal import PictureHeaders

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

    /// Reads the card again. If its file has changed since the index was told, there may be another card.
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
