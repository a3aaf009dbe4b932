// SPDX-License-Identifier: MIT

internal import CFileSystem
internal import Glibc
internal import SDBus
internal import SystemFiles

/// An ordinary file that is open for reading. Its last reference closes it.
final class BookFile {
    private let descriptor: Int32
    private let status: stat

    enum Problem: Error, Hashable {
        case isMissing
        case isNoFile
        /// The system's error number.
        case failed(Int32)
    }

    /// Never blocks on a pipe or a device.
    init(_ path: String) throws(Problem) {
        let descriptor: Int32
        do throws(SystemError) { descriptor = try ReadableFile.open(path) } catch { throw Self.problem(error.code) }
        var status = stat()
        let result = fstat(descriptor, &status) == 0 ? 0 : errno
        (self.descriptor, self.status) = (descriptor, status)
        guard result == 0 else { throw .failed(result) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
    }

    deinit { close(descriptor) }

    private static func problem(_ number: Int32) -> Problem {
        switch number {
        case ENOENT, ENOTDIR: .isMissing
        // A socket; a link in a circle.
        case ENXIO, ELOOP: .isNoFile
        default: .failed(number)
        }
    }

    /// In bytes.
    var size: Int { Int(status.st_size) }

    /// Differs after every change of the file.
    var stamp: Int {
        var hasher = Hasher()
        hasher.combine(status.st_ino)
        hasher.combine(status.st_size)
        for time in [status.st_mtim, status.st_ctim] {
            hasher.combine(time.tv_sec)
            hasher.combine(time.tv_nsec)
        }
        return hasher.finalize()
    }

    /// Whether a process has the file open for writing; false if the file system cannot tell.
    ///
    /// Only a file without writers gets a read lease. A program that opens the file for writing meanwhile would send
    /// the signal of the lease, SIGIO, which ends a process: SIGURG has no effect. A server also refuses a lease that
    /// it has not delegated.
    var isBeingWritten: Bool {
        let setLease = Int32(CFILESYSTEM_SET_LEASE)
        guard fcntl(descriptor, Int32(CFILESYSTEM_SET_SIGNAL), SIGURG) == 0 else { return false }
        guard fcntl(descriptor, setLease, Int32(F_RDLCK)) != 0 else {
            _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
            return false
        }
        return errno == EAGAIN && !cfilesystem_is_remote(descriptor)
    }

    /// The real path of the open file.
    var realPath: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        guard length > 0 else { return nil }
        return String(validating: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The bytes from `start`, at most `count`.
    func read(from start: Int = 0, count: Int) throws(Problem) -> [UInt8] {
        let count = max(0, min(count, size - start))
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            guard let first = buffer.baseAddress else { return }
            while filled < count {
                let result = pread(descriptor, first + filled, count - filled, start + filled)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else {
                    failure = result < 0 ? errno : 0
                    return
                }
                filled += result
            }
        }
        guard failure == 0 else { throw .failed(failure) }
        return bytes
    }
}

/// The contents and the kinds of folders.
enum FolderNames {
    /// The sorted names in a folder without those of hidden files; nil if it cannot be read.
    static func list(_ folder: String) -> [String]? {
        FileNames.list(in: folder)?.filter { !isHidden($0) }.sorted()
    }

    static func isHidden(_ name: some StringProtocol) -> Bool { name.hasPrefix(".") }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Paths are compared by bytes, as the kernel does: for Swift a slash with an accent is another character.
    private static func slash(of path: String) -> String.Index? { path.utf8.lastIndex(of: UInt8(ascii: "/")) }

    /// The folder of a path.
    static func parent(of path: String) -> String {
        let folder = path[..<(slash(of: path) ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }

    /// The last name of a path.
    static func last(of path: String) -> String {
        String(path[(slash(of: path).map(path.utf8.index(after:)) ?? path.startIndex)...])
    }

    /// Whether a path without a step upwards is below a folder.
    static func isPath(_ path: String, below folder: String) -> Bool {
        path.utf8.starts(with: (folder + "/").utf8)
            && !path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
    }
}

/// Waits for a folder that does not exist yet: watches the innermost folder above it.
final class AwaitedFolder {
    private let path: String
    private let loop: EventLoop
    private let body: () -> Void
    private var watch: FolderWatch?

    /// False if the folder above cannot be watched, for example because it cannot be entered. Then `body` is not
    /// called.
    var isWatching: Bool { watch != nil }

    /// Calls `body` each time the folder may have appeared, as long as this object lives.
    init(_ path: String, _ loop: EventLoop, _ body: @escaping () -> Void) {
        self.path = path
        self.loop = loop
        self.body = body
        look()
    }

    /// Watches before it looks, so that it misses nothing.
    private func look() {
        while true {
            var awaited = path
            while awaited != "/", !FolderNames.isFolder(FolderNames.parent(of: awaited)) {
                awaited = FolderNames.parent(of: awaited)
            }
            watch(FolderNames.parent(of: awaited), for: FolderNames.last(of: awaited))
            guard watch != nil, FolderNames.isFolder(awaited) else { return }
            if awaited == path { return loop.deferred { [weak self] in self?.body() } }
        }
    }

    private func watch(_ folder: String, for name: String) {
        watch = try? loop.watch(folder: folder) { [unowned self] change in
            switch change {
            case .lost, .changed(""), .created(name), .changed(name), .removed(name):
                loop.deferred { [weak self] in self?.look() }
            case .created, .changed, .removed: break
            }
        }
    }
}
