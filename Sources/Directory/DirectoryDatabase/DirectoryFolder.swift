// SPDX-License-Identifier: MIT

internal import CFileSystem
internal import Glibc
internal import Synchronization
internal import SystemFiles

/// The folder of the database, which one process on one machine uses at a time. Only the user can read it.
///
///     directory.sqlite                the database; SQLite adds directory.sqlite-wal and, on a local disk, -shm
///     directory.lock                  locked by the process that uses the database; its text names that process
///     directory.sqlite.damaged-N      a damaged database; the newest three are kept
final class DirectoryFolder: Sendable {
    /// The file of the database.
    let database: String
    /// Whether the folder may be on several machines at once, or in a file system that cannot share memory between
    /// processes.
    let isRemote: Bool

    private let folder: String
    private let lock: Mutex<Int32>

    /// Makes the folder and the file if necessary, and locks the folder.
    init(_ folder: String) throws(DirectoryProblem) {
        self.folder = folder
        database = folder + "/directory.sqlite"
        try Self.makeFolder(folder)
        isRemote = Self.isRemote(folder)
        lock = Mutex(try Self.lock(folder + "/directory.lock"))
        do throws(DirectoryProblem) { close(try Self.openFile(database)) } catch {
            unlock()
            throw error
        }
    }

    deinit { unlock() }

    /// Another process may use the folder from now on.
    func unlock() {
        lock.withLock { lock in
            guard lock >= 0 else { return }
            // Closing is not enough: a program that another thread starts at this moment still has the descriptor.
            flock(lock, LOCK_UN)
            close(lock)
            lock = -1
        }
    }

    /// Whether a process that used the database did not end in an orderly way.
    var hasUnfinishedLog: Bool {
        var status = stat()
        return stat(database + "-wal", &status) == 0 && status.st_size > 0
    }

    // MARK: Damage

    /// Gives the database another name, with the log that SQLite would need to read it. Returns the new path.
    func moveAside() throws(DirectoryProblem) -> String {
        let old = damagedNumbers
        let path = damagedPath((old.max() ?? 0) + 1)
        // The log first: a new database must never find the log of the old one, also if the process is killed here.
        if rename(database + "-wal", path + "-wal") != 0, errno != ENOENT { unlink(database + "-wal") }
        unlink(database + "-shm")
        guard rename(database, path) == 0 else { throw DirectoryProblem(errno: errno, "move", database) }
        // A disk that damages files must not fill up.
        for number in old.sorted().dropLast(Self.damagedLimit - 1) {
            unlink(damagedPath(number))
            unlink(damagedPath(number) + "-wal")
        }
        close(try Self.openFile(database))
        return path
    }

    private static let damagedLimit = 3

    private func damagedPath(_ number: Int) -> String { "\(database).damaged-\(number)" }

    private var damagedNumbers: [Int] {
        let begin = "directory.sqlite.damaged-"
        return (FileNames.list(in: folder) ?? []).compactMap { name in
            name.hasPrefix(begin) ? Int(name.dropFirst(begin.count)) : nil
        }
    }

    // MARK: Files

    /// Makes the folder, and those above it that are missing, as the XDG base directory specification wants them.
    private static func makeFolder(_ folder: String) throws(DirectoryProblem) {
        var path = folder.hasPrefix("/") ? "" : "."
        for name in folder.split(separator: "/") {
            path += "/\(name)"
            if mkdir(path, 0o700) != 0, errno != EEXIST {
                let code = errno
                // A folder above may be one that this user cannot write, but that exists: then mkdir gives EROFS or
                // EACCES.
                if access(path, F_OK) != 0 { throw DirectoryProblem(errno: code, "make", path) }
            }
        }
        try restrict(folder, to: 0o700)
    }

    private static func openFile(_ path: String) throws(DirectoryProblem) -> Int32 {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw DirectoryProblem(errno: errno, "open", path) }
        do throws(DirectoryProblem) { try restrict(path, to: 0o600) } catch {
            close(file)
            throw error
        }
        return file
    }

    private static func restrict(_ path: String, to mode: mode_t) throws(DirectoryProblem) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw DirectoryProblem(errno: errno, "inspect", path) }
        guard status.st_uid == geteuid() else { throw .readOnly(path) }
        guard status.st_mode & 0o777 != mode, chmod(path, mode) != 0 else { return }
        throw DirectoryProblem(errno: errno, "change the permissions of", path)
    }

    // MARK: The lock

    /// A file of its own, because SQLite loses its locks when a process closes another descriptor of the database. On
    /// NFS the kernel makes `flock` a lock at the server, so it also excludes other machines.
    private static func lock(_ path: String) throws(DirectoryProblem) -> Int32 {
        let file = try openFile(path)
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            defer { close(file) }
            throw code == EWOULDBLOCK
                ? .busy(owner(in: file)) : DirectoryProblem(errno: code, "lock", path)
        }
        sign(file)
        return file
    }

    /// Names this process in the lock file. A full disk is no reason to give up.
    private static func sign(_ file: Int32) {
        var host = [CChar](repeating: 0, count: 256)
        gethostname(&host, host.count - 1)
        let name = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let text = Array("process \(getpid()) on \(name)".utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, text, text.count, 0) == text.count else { return }
        // Another machine reads it.
        fsync(file)
    }

    private static func owner(in file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 300)
        let count = pread(file, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private static func isRemote(_ folder: String) -> Bool {
        var status = statfs()
        // A file system that cannot be asked is treated with the greater care.
        guard statfs(folder, &status) == 0 else { return true }
        return remoteFileSystems.contains(UInt32(truncatingIfNeeded: status.f_type))
    }

    /// The magic numbers of statfs(2).
    private static let remoteFileSystems: Set<UInt32> = [
        0x6969,  // NFS
        0x517B, 0xFE53_4D42, 0xFF53_4D42,  // SMB, SMB2, CIFS
        0x0102_1997,  // 9P, from a virtual machine's host
        0x6573_5546,  // FUSE, which has sshfs
        0x5346_414F, 0x6B41_4653,  // AFS
        0x00C3_6400,  // Ceph
        0x7375_7245,  // Coda
        0x0BD0_0BD0,  // Lustre
        0x0116_1970,  // GFS2
        0x7461_636F,  // OCFS2
        0x786F_4256,  // the shared folders of VirtualBox
    ]
}
