// SPDX-License-Identifier: MIT

internal import CSound
import Foundation
internal import SDBus
internal import SystemFiles

/// The samples of a player in the order of their output: the file with its repetitions and its volume.
final class SoundReader: @unchecked Sendable {
    /// A place in the sound.
    struct Place {
        var frame = 0
        /// The completed repetitions.
        var loops = 0
    }

    let rate: Int
    let channels: Int
    let frames: Int
    private let lock = NSLock()
    private let file: SoundFile
    // With the lock.
    private var start = Place()
    private var silence = 0
    /// The frames that were read since `start`.
    private var count = 0
    private var loops = 0
    /// The frame of the file that is read next.
    private var next = 0
    private var isAtEnd = false
    private var damage: NSError?
    private var wantedLoops = 0
    private var gain: Float = 1
    private var wantedGain: Float = 1
    private var step: Float = 0

    init(_ file: SoundFile) {
        self.file = file
        (rate, channels, frames) = (file.rate, file.channels, file.frames)
    }

    // MARK: Settings

    /// How often the sound is repeated; negative = without end.
    var numberOfLoops: Int {
        get { lock.withLock { wantedLoops } }
        set { lock.withLock { wantedLoops = newValue } }
    }

    /// The volume at the end of a fade.
    var volume: Float { lock.withLock { wantedGain } }

    /// Changes the volume while that many seconds of the sound are read.
    func setVolume(_ volume: Float, fadeDuration: TimeInterval) {
        lock.withLock {
            let frames = (fadeDuration * Double(rate)).rounded()
            wantedGain = volume
            step = frames >= 1 ? (volume - gain) / Float(frames) : 0
            if step == 0 { gain = volume }
        }
    }

    // MARK: Output

    /// Begins at that place, after some frames of silence.
    func begin(at place: Place, after silence: Int) {
        lock.withLock {
            (start, count, loops, isAtEnd, damage) = (place, 0, place.loops, false, nil)
            self.silence = silence
            seek(to: place.frame)
        }
    }

    /// Reads at most that many frames. At the end it reads none.
    func read(_ wanted: Int, to samples: UnsafeMutablePointer<Float>) -> Int {
        lock.withLock {
            if silence > 0 {
                let read = min(wanted, silence)
                samples.update(repeating: 0, count: read * channels)
                silence -= read
                return read
            }
            let read = readFile(wanted, samples)
            count += read
            amplify(samples, read)
            return read
        }
    }

    private func readFile(_ wanted: Int, _ samples: UnsafeMutablePointer<Float>) -> Int {
        guard !isAtEnd else { return 0 }
        var read = decode(wanted, samples)
        if read == 0, damage == nil, wantedLoops < 0 || loops < wantedLoops {
            loops += 1
            seek(to: 0)
            // An empty sound must not be repeated for ever.
            read = decode(wanted, samples)
        }
        isAtEnd = read == 0 || damage != nil
        return read
    }

    private func decode(_ wanted: Int, _ samples: UnsafeMutablePointer<Float>) -> Int {
        let read = file.read(wanted, to: samples)
        next += read
        // The next reading would forget the mistake.
        if read < wanted { damage = file.failure(at: next) }
        return read
    }

    private func seek(to frame: Int) {
        file.seek(to: frame)
        next = frame
    }

    private func amplify(_ samples: UnsafeMutablePointer<Float>, _ read: Int) {
        guard gain != 1 || step != 0 else { return }
        for frame in 0..<read {
            for sample in frame * channels..<(frame + 1) * channels { samples[sample] *= gain }
            guard step != 0 else { continue }
            gain += step
            if step > 0 ? gain >= wantedGain : gain <= wantedGain { (gain, step) = (wantedGain, 0) }
        }
    }

    /// The mistake in the file that ended the sound.
    var failure: NSError? { lock.withLock { damage } }

    /// The place that is heard while that many read frames are not heard yet.
    func place(before unheard: Int) -> Place {
        lock.withLock {
            let frame = start.frame + max(0, count - unheard)
            guard frames > 0, frame > frames else { return Place(frame: frame, loops: start.loops) }
            return Place(frame: frame % frames, loops: start.loops + frame / frames)
        }
    }
}

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
