// SPDX-License-Identifier: MIT

internal import CallCore
internal import Glibc
internal import SDBus
internal import StateFile

/// Copies of the icons and ringtones that providers handed over, in the folder of the state. The descriptors end with the
/// process; the next service offers the copies as new sealed files.
struct KeptFiles {
    let folder: String
    /// The most bytes that are kept for one user. Files beyond that are not there after a restart.
    private static let mostBytes = 16 << 20

    private static var parts: [(name: String, part: WritableKeyPath<ProviderFiles, BusFile?>)] {
        [("icon", \.icon), ("ringtone", \.ringtone)]
    }

    func keep(_ files: ProviderFiles, of provider: ProviderID, _ user: User) {
        for (name, part) in Self.parts {
            let path = path(name, provider, user.uid)
            let file = user.files.values.reduce(0) { $0 + $1.size } <= Self.mostBytes ? files[keyPath: part] : nil
            if !(file.map { Self.copy($0, to: path) } ?? false) { unlink(path) }
        }
    }

    func remove(of provider: ProviderID, _ user: User) {
        for (name, _) in Self.parts { unlink(path(name, provider, user.uid)) }
    }

    func read(of provider: ProviderID, _ user: User) -> ProviderFiles {
        var files = ProviderFiles()
        for (name, part) in Self.parts {
            files[keyPath: part] = contents(ofOwnFile: path(name, provider, user.uid))
                .flatMap { try? BusFile(sealing: $0) }
        }
        return files
    }

    /// Removes all files: a new state begins.
    func removeAll() {
        guard let listing = opendir(folder) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if Self.parts.contains(where: { name.hasPrefix($0.name + "-") }) { unlink(folder + "/" + name) }
        }
    }

    private func path(_ name: String, _ provider: ProviderID, _ uid: UInt32) -> String {
        "\(folder)/\(name)-\(uid)-\(provider)"
    }

    /// False if there is no space.
    private static func copy(_ file: BusFile, to path: String) -> Bool {
        guard let size = file.sealedSize else { return false }
        unlink(path)
        let copy = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard copy >= 0 else { return false }
        defer { close(copy) }
        var place: off_t = 0
        while place < size, sendfile(copy, file.descriptor, &place, size - Int(place)) > 0 {}
        return place == size
    }
}

extension ProviderFiles {
    /// The bytes of both files.
    var size: Int { (icon?.sealedSize ?? 0) + (ringtone?.sealedSize ?? 0) }
}
