// SPDX-License-Identifier: MIT

internal import Glibc

/// An error number of the system.
package struct SystemError: Error, Hashable {
    package let code: Int32

    package init(_ code: Int32) { self.code = code }

    /// That of the last call. Take it at once: each later call of the system may change `errno`.
    package init() { self.init(errno) }

    /// What the system says about it, without a full stop.
    package var words: String { String(cString: strerror(code)) }
}

/// Standard input, standard output and standard error.
package enum StandardFiles {
    /// Opens /dev/null in place of each one that is closed. A program calls it before it opens anything: else a socket
    /// or a process gets the number, and is read as input or gets the output.
    package static func open() {
        var file: Int32
        // The system takes the lowest number that is free.
        repeat { file = Glibc.open("/dev/null", O_RDWR) } while STDIN_FILENO...STDERR_FILENO ~= file
        if file > STDERR_FILENO { close(file) }
    }
}

/// The files of a disk that people and other programs write.
package enum ReadableFile {
    /// Opens a file for reading; the caller closes it. Without `waits` neither the opening nor the reading of a pipe or
    /// a device waits: each could let its reader wait for ever.
    package static func open(_ path: String, waits: Bool = false) throws(SystemError) -> Int32 {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK | O_NOCTTY))
        guard file >= 0 else { throw SystemError() }
        return file
    }

    /// Whether it is a file of a disk or in memory, and no pipe, device, socket or folder.
    package static func isOrdinary(_ file: Int32) -> Bool {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

/// The files in which the kernel tells something: those in `/proc` and `/sys`.
package enum KernelFile {
    private static let page = 4096

    /// The bytes, at most that many. Empty if the file cannot be read, and cut off after an error. A relative path
    /// begins at that open folder.
    package static func bytes(_ path: String, in folder: Int32? = nil, limit: Int) -> [UInt8] {
        let file = openat(folder ?? AT_FDCWD, path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        try? FileBytes.read(from: file, upTo: limit, inPiecesOf: page, into: &bytes)
        return bytes
    }

    /// The same as a text.
    package static func text(_ path: String, in folder: Int32? = nil, limit: Int) -> String {
        String(decoding: bytes(path, in: folder, limit: limit), as: UTF8.self)
    }
}

/// The bytes of a file, a pipe or a socket that is open and may wait.
package enum FileBytes {
    /// Appends the bytes from here on, at most until there are `limit`. After an error the array has what came before
    /// it.
    package static func read(
        from file: Int32, upTo limit: Int, inPiecesOf size: Int = 64 << 10, into bytes: inout [UInt8]
    ) throws(SystemError) {
        var piece = [UInt8](repeating: 0, count: min(limit, size))
        while bytes.count < limit {
            let count = Glibc.read(file, &piece, min(piece.count, limit - bytes.count))
            if count == 0 { return }
            if count > 0 { bytes += piece[..<count] } else if errno != EINTR { throw SystemError() }
        }
    }

    /// Writes all of the bytes.
    package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(file, rest.baseAddress, rest.count)
            // A file system that becomes full takes a part of the bytes, and says only at the next write why.
            if count == 0 { throw SystemError(ENOSPC) }
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno != EINTR {
                throw SystemError()
            }
        }
    }

    /// Writes all of the bytes.
    package static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
            try write(UnsafeRawBufferPointer(bytes), to: file)
        }
    }
}

/// The folders of the user's files, which a variable may move.
package enum UserFolder {
    /// What programs show and play, such as sounds. nil for a process without a home.
    package static var data: String? { path("XDG_DATA_HOME", "/.local/share") }

    fileprivate static func path(_ name: String, _ inHome: String) -> String? {
        let variable = { (name: String) in getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
        return variable(name) ?? variable("HOME").map { $0 + inHome }
    }
}

/// The folder of MonkeyCall among the user's files that outlive the login.
package enum StateFolder {
    /// nil for a process without a home.
    package static var path: String? { UserFolder.path("XDG_STATE_HOME", "/.local/state").map { $0 + "/monkeycall" } }

    /// Makes the folder and those that it is in, as far as they are missing.
    package static func make() {
        guard let path else { return }
        for end in path.indices where path[end] == "/" && end != path.startIndex {
            mkdir(String(path[..<end]), 0o700)
        }
        mkdir(path, 0o700)
    }
}

/// Files that this program makes.
package enum NewFile {
    /// Makes a file in the place of any other with that name, and opens it for writing; the caller closes it. Another
    /// process cannot choose what is written to: a file that appears meanwhile, also a link, is an error.
    package static func make(
        _ path: String, readable: Bool = false, mode: UInt32 = 0o600
    ) throws(SystemError) -> Int32 {
        unlink(path)
        let access = readable ? O_RDWR : O_WRONLY
        let file = open(path, access | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw SystemError() }
        return file
    }

    /// Makes a file with these bytes. Leaves no file if that fails. `isDurable`: it survives a loss of power
    /// afterwards.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, isDurable: Bool = false
    ) throws(SystemError) {
        let file = try make(path, mode: mode)
        var failure: SystemError?
        do throws(SystemError) {
            try FileBytes.write(bytes, to: file)
            if isDurable, fsync(file) != 0 { throw SystemError() }
        } catch {
            failure = error
        }
        // A file on a server may tell only now that it has no space.
        if close(file) != 0, failure == nil { failure = SystemError() }
        guard let failure else { return }
        unlink(path)
        throw failure
    }

    /// Replaces a file at once: its readers find the old bytes or the new ones. The new file has the name `draft` until
    /// it is complete. A process that was killed may have left one.
    package static func replace(
        _ path: String, with bytes: [UInt8], draft: String, mode: UInt32 = 0o600, isDurable: Bool = false
    ) throws(SystemError) {
        // Without isDurable the new name could survive a loss of power, and the bytes not.
        try write(bytes, to: draft, mode: mode, isDurable: isDurable)
        guard rename(draft, path) == 0 else {
            let failure = SystemError()
            unlink(draft)
            throw failure
        }
    }
}

/// The names in folders.
package enum FileNames {
    /// All names in a folder, also `.` and `..`, in any order; nil if it cannot be read. A name that is not UTF-8 is
    /// left out, because no path of this program can have it.
    package static func list(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name { names.append(name) }
        }
        return names
    }
}
