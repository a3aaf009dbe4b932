// SPDX-License-Identifier: MIT

internal import CSound
import Foundation
internal import SDBus
internal import SystemFiles

/// A sound that libsndfile decodes piece by piece. One thread at a time may use it.
final class SoundFile {
    private static nonisolated(unsafe) let library = loadSndFile()

    /// Samples of one channel.
    let frames: Int
    /// Frames in a second.
    let rate: Int
    let channels: Int
    private let library: SndFileFunctions
    private let file: OpaquePointer

    /// Opens a file.
    convenience init(_ path: String) throws {
        let descriptor: Int32
        do throws(SystemError) { descriptor = try ReadableFile.open(path) } catch {
            throw Failure.unreadable.error("Cannot open \(path): \(error.words). Check the path.")
        }
        try self.init(BusFile(adopting: descriptor), named: path)
    }

    /// Reads sound from memory.
    convenience init(_ data: Data) throws { try self.init(try BusFile(sealing: data), named: "the data") }

    private init(_ source: BusFile, named name: String) throws {
        guard let library = Self.library?.pointee else {
            throw Failure.unreadable.error("Cannot decode sound: libsndfile is missing. Install version 1.1 or later.")
        }
        lseek(source.descriptor, 0, SEEK_SET)
        var info = SF_INFO()
        // libsndfile closes the descriptor of a file that it does not know, whatever the last argument says. So it gets
        // one of its own.
        let descriptor = fcntl(source.descriptor, F_DUPFD_CLOEXEC, 3)
        guard let file = library.sf_open_fd(descriptor, Int32(SFM_READ), &info, 1) else {
            throw Failure.unknownType.error(
                "\(name) has no sound that can be played: \(String(cString: library.sf_strerror(nil))) "
                    + "Convert it to WAV, FLAC, Ogg or MP3.")
        }
        (self.library, self.file) = (library, file)
        (frames, rate, channels) = (Int(info.frames), Int(info.samplerate), Int(info.channels))
    }

    deinit { _ = library.sf_close(file) }

    /// Decodes the next frames. Fewer than wanted come only at the end, or before a mistake in the file.
    func read(_ wanted: Int, to samples: UnsafeMutablePointer<Float>) -> Int {
        max(0, Int(library.sf_readf_float(file, samples, sf_count_t(wanted))))
    }

    /// Sets the frame that is read next.
    func seek(to frame: Int) { _ = library.sf_seek(file, sf_count_t(frame), SEEK_SET) }

    /// The mistake in the file that ended the last `read` at that frame.
    func failure(at frame: Int) -> NSError? {
        if library.sf_error(file) != 0 {
            return Failure.damaged.error("The sound is damaged: \(String(cString: library.sf_strerror(file)))")
        }
        // Some decoders only end early. The length of a compressed file is not exact.
        guard frame + rate / 4 < frames else { return nil }
        return Failure.damaged.error(
            "The sound is damaged: it ends after \(Double(frame) / Double(rate)) of \(Double(frames) / Double(rate)) s."
        )
    }

    /// The codes of Apple's audio files.
    private enum Failure: Int {
        case unreadable = 0x7768_743f
        case unknownType = 0x7479_703f
        case damaged = 0x6474_613f

        func error(_ message: String) -> NSError { NSError(osStatus: rawValue, message) }
    }
}
