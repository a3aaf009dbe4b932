// SPDX-License-Identifier: MIT

internal import Glibc

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
