// SPDX-License-Identifier: MIT
import Glibc
import SDBus
import SystemFiles

/// A file with a list, for the directory to read or to write. The directory takes only files of a disk or in memory, so
/// the data of standard input, of standard output and of pipes is copied.
struct ListFile {
    /// A pipe with more is no list: its copy would fill the memory.
    private static let limit = 1 << 30

    let file: BusFile
    /// The absolute path that can be read again later; nil = none.
    let path: String?
    /// The pipe that gets a copy of what is written.
    private let target: BusFile?

    /// Opens a file, or standard input for `-`.
    init(reading name: String) throws(Failure) {
        let source = try name == "-" ? Self.standard(STDIN_FILENO) : Self.openInput(name)
        target = nil
        guard ReadableFile.isOrdinary(source.descriptor) else {
            (file, path) = (try Self.memory(), nil)
            try Self.copy(source, to: file, name, limit: Self.limit)
            lseek(file.descriptor, 0, SEEK_SET)
            return
        }
        file = source
        path = name == "-" ? nil : Self.absolute(name)
    }

    /// Empties or makes a file, or writes to standard output for `-`.
    init(writing name: String) throws(Failure) {
        let target = try name == "-" ? Self.standard(STDOUT_FILENO) : Self.openOutput(name)
        path = nil
        guard ReadableFile.isOrdinary(target.descriptor) else {
            (file, self.target) = (try Self.memory(), target)
            return
        }
        (file, self.target) = (target, nil)
    }

    /// Writes what the directory has written to the pipe.
    func finish() throws(Failure) {
        guard let target else { return }
        lseek(file.descriptor, 0, SEEK_SET)
        try Self.copy(file, to: target, "what was written", limit: .max)
    }

    private static func openInput(_ name: String) throws(Failure) -> BusFile {
        do throws(SystemError) { return BusFile(adopting: try ReadableFile.open(name, waits: true)) } catch {
            throw unreadable(name, error)
        }
    }

    private static func openOutput(_ name: String) throws(Failure) -> BusFile {
        do throws(SystemError) { return try empty(name) } catch { throw unwritable(name, error) }
    }

    /// Empties or makes a file that the user has named.
    private static func empty(_ name: String) throws(SystemError) -> BusFile {
        let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError() }
        return BusFile(adopting: descriptor)
    }

    private static func standard(_ descriptor: Int32) throws(Failure) -> BusFile {
        do throws(BusError) { return try BusFile(duplicating: descriptor) } catch { throw .refused(error) }
    }

    private static func memory() throws(Failure) -> BusFile {
        do throws(BusError) { return try BusFile.inMemory() } catch { throw .refused(error) }
    }

    private static func copy(
        _ source: BusFile, to target: BusFile, _ name: String, limit: Int
    ) throws(Failure) {
        let most = 64 << 10
        var size = 0
        var piece: [UInt8]
        repeat {
            piece = []
            do throws(SystemError) {
                try FileBytes.read(from: source.descriptor, upTo: most, into: &piece)
            } catch {
                throw unreadable(name, error)
            }
            size += piece.count
            guard size <= limit else {
                throw Failure(
                    .usage, "InputFailed", "\(name) has more than \(limit >> 20) MiB; import a smaller list, or a file")
            }
            do throws(SystemError) { try FileBytes.write(piece, to: target.descriptor) } catch {
                throw unwritable(name, error)
            }
            // A shorter piece is the last one. A terminal tells its end only once.
        } while piece.count == most
    }

    private static func absolute(_ name: String) -> String? {
        guard let path = realpath(name, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    private static func unreadable(_ name: String, _ error: SystemError) -> Failure {
        let message = "Cannot read \(name): \(error.words); name a file that you can read, or - for standard input"
        return Failure(.usage, "InputFailed", message)
    }

    private static func unwritable(_ name: String, _ error: SystemError) -> Failure {
        let message = "Cannot write \(name): \(error.words); name a file that you can write, or - for standard output"
        return Failure(.output, "OutputFailed", message)
    }
}
