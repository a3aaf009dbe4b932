// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import Glibc
internal import SDBus
internal import SystemFiles

/// Copies of the icons and ringtones that providers handed over, in the folder of the state. The descriptors end with
/// the process; the next service offers the copies as new sealed files.
///
/// Nothing else writes such files, so the folder is listed once: what a provider hands over costs no more if others
/// have many.
final class KeptFiles {
    private let folder: String
    /// The most bytes that are kept of all users. Files beyond that are not there after a restart.
    private let most: Int
    /// The bytes of each copy, by its name.
    private var sizes: [String: Int] = [:]
    /// The bytes of all copies of a user.
    private var bytes: [UInt32: Int] = [:]

    private static var parts: [(name: String, file: WritableKeyPath<ProviderFiles, BusFile?>)] {
        [("icon", \.icon), ("ringtone", \.ringtone)]
    }

    init(folder: String, most: Int) {
        (self.folder, self.most) = (folder, most)
        for name in FileNames.list(in: folder) ?? [] {
            var status = stat()
            guard let uid = Self.uid(of: name), stat(folder + "/" + name, &status) == 0 else { continue }
            note(name, Int(status.st_size), uid)
        }
    }

    /// A user gets at most as much as is still free, so the last one always gets something.
    func keep(_ files: ProviderFiles, of provider: ProviderID, _ uid: UInt32) {
        remove(of: provider, uid)
        for (part, file) in Self.parts {
            guard let file = files[keyPath: file], let size = file.sealedSize else { continue }
            let name = name(part, provider, uid)
            let all = bytes.values.reduce(0, +)
            guard size <= Share.available(of: most, used: all, own: bytes[uid] ?? 0) else { continue }
            note(name, size, uid)
            if !Self.copy(file, to: folder + "/" + name) { remove(name) }
        }
    }

    func remove(of provider: ProviderID, _ uid: UInt32) {
        for (part, _) in Self.parts { remove(name(part, provider, uid)) }
    }

    /// Removes all files, or those of one user: a new state begins.
    func removeAll(of uid: UInt32? = nil) {
        for name in FileNames.list(in: folder) ?? [] {
            if let owner = Self.uid(of: name), uid == nil || owner == uid { remove(name) }
        }
    }

    private func note(_ name: String, _ size: Int, _ uid: UInt32) {
        sizes[name] = size
        bytes[uid, default: 0] += size
    }

    private func remove(_ name: String) {
        unlink(folder + "/" + name)
        guard let size = sizes.removeValue(forKey: name), let uid = Self.uid(of: name) else { return }
        let left = bytes[uid, default: 0] - size
        bytes[uid] = left > 0 ? left : nil
    }

    func read(of provider: ProviderID, _ uid: UInt32) -> ProviderFiles {
        var files = ProviderFiles()
        for (part, file) in Self.parts {
            files[keyPath: file] = contents(ofOwnFile: folder + "/" + name(part, provider, uid))
                .flatMap { try? BusFile(sealing: $0) }
        }
        return files
    }

    private func name(_ part: String, _ provider: ProviderID, _ uid: UInt32) -> String { "\(part)-\(uid)-\(provider)" }

    /// nil for every other file of the folder.
    private static func uid(of name: String) -> UInt32? {
        let words = name.split(separator: "-", maxSplits: 2)
        guard words.count == 3, parts.contains(where: { $0.name == words[0] }) else { return nil }
        return UInt32(words[1])
    }

    /// False if there is no space.
    private static func copy(_ file: BusFile, to path: String) -> Bool {
        guard let size = file.sealedSize, let copy = try? NewFile.make(path) else { return false }
        defer { close(copy) }
        var place: off_t = 0
        while place < size, sendfile(copy, file.descriptor, &place, size - Int(place)) > 0 {}
        return place == size
    }
}

/// The sealed files of a provider.
struct ProviderFiles {
    var icon: BusFile?
    var ringtone: BusFile?
}

extension ProviderFiles {
    /// Takes only sealed memory: a file on a client's file system could hang every program that reads it.
    init(_ options: Options, _ limits: Limits) throws(BusError) {
        for (key, part) in [(Key.icon, \ProviderFiles.icon), (Key.ringtone, \ProviderFiles.ringtone)] {
            guard let file = try options.nameOrFile(key)?.file else { continue }
            guard let size = file.sealedSize, size <= limits.fileSize else {
                throw .invalidArgs(
                    "\(key) must be a themed name or a memfd sealed against change, of at most \(limits.fileSize) bytes."
                )
            }
            self[keyPath: part] = file
        }
    }
}
