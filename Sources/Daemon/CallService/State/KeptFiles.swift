// SPDX-License-Identifier: MIT

internal import CallCore
internal import Glibc
internal import SDBus
internal import SystemFiles

/// Copies of the icons and ringtones that providers handed over, in the folder of the state. The descriptors end with
/// the process; the next service offers the copies as new sealed files.
struct KeptFiles {
    let folder: String
    /// The most bytes that are kept of all users. Files beyond that are not there after a restart.
    let most: Int

    private static var parts: [(name: String, part: WritableKeyPath<ProviderFiles, BusFile?>)] {
        [("icon", \.icon), ("ringtone", \.ringtone)]
    }

    /// A user gets at most as much as is still free, so the last one always gets something.
    func keep(_ files: ProviderFiles, of provider: ProviderID, _ user: User) {
        remove(of: provider, user)
        for (name, part) in Self.parts {
            guard let file = files[keyPath: part], let size = file.sealedSize else { continue }
            let kept = keptBytes(of: user.uid)
            guard size <= Share.rest(of: most, used: kept.all, own: kept.own) else { continue }
            let path = path(name, provider, user.uid)
            if !Self.copy(file, to: path) { unlink(path) }
        }
    }

    /// What is kept of all users and of this one. Only the folder tells: a service that was killed wrote most of it.
    private func keptBytes(of uid: UInt32) -> (all: Int, own: Int) {
        var (all, own) = (0, 0)
        for name in names() {
            var status = stat()
            guard stat(folder + "/" + name, &status) == 0 else { continue }
            all += Int(status.st_size)
            if name.split(separator: "-").dropFirst().first == "\(uid)" { own += Int(status.st_size) }
        }
        return (all, own)
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

    /// Removes all files, or those of one user: a new state begins.
    func removeAll(of uid: UInt32? = nil) {
        for name in names(of: uid) { unlink(folder + "/" + name) }
    }

    /// The names of all copies, or of those of one user.
    private func names(of uid: UInt32? = nil) -> [String] {
        let rest = uid.map { "-\($0)-" } ?? "-"
        return (FileNames.list(in: folder) ?? []).filter { name in
            Self.parts.contains { name.hasPrefix($0.name + rest) }
        }
    }

    private func path(_ name: String, _ provider: ProviderID, _ uid: UInt32) -> String {
        "\(folder)/\(name)-\(uid)-\(provider)"
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
