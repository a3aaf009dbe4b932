// SPDX-License-Identifier: MIT

public import Foundation

/// Plays a sound from a file or from memory, such as a ringback tone.
///
/// The sound goes to the user's sound server (PulseAudio, or PipeWire with pipewire-pulse). libsndfile decodes it: WAV,
/// AIFF, CAF, FLAC, Ogg and MP3, but not AAC. A player that does not play has no connection and no thread, except after
/// ``prepareToPlay()``, and it never wakes up.
///
/// While the category of the session is `playAndRecord` the sound counts as part of a call (`media.role=phone`): the
/// server sends it where calls go, and a shell does not make it quieter. Other sound is quieter during a call.
///
/// Linux has no `pan`, `rate`, `enableRate`, meters, `format`, `settings` and `channelAssignments` of a player.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
    /// The file; nil for a player of data.
    public let url: URL?
    /// The sound; nil for a player of a file.
    public let data: Data?

    private let reader: SoundReader
    private let lock = NSLock()
    // With the lock. `place` is where the sound continues; while it plays, the stream knows better.
    private var stream: SoundStream?
    private var place = SoundReader.Place()
    private var isOn = false
    /// The number of the latest stream.
    private var number = 0
    private weak var listener: (any AVAudioPlayerDelegate)?
    /// Streams end here, because their own threads cannot end them.
    private static let queue = DispatchQueue(label: "org.monkeycall.AVFAudio.player")

    /// A player of a file. Throws an `NSError` that says why if the file cannot be decoded.
    public init(contentsOf url: URL) throws {
        (self.url, data) = (url, nil)
        reader = SoundReader(try SoundFile(url.path))
    }

    /// A player of a file. The type is recognized from the file, not from the hint.
    public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        try self.init(contentsOf: url)
    }

    /// A player of a whole file in memory. Throws an `NSError` that says why if it cannot be decoded.
    public init(data: Data) throws {
        (url, self.data) = (nil, data)
        reader = SoundReader(try SoundFile(data))
    }

    /// A player of a whole file in memory. The type is recognized from the data, not from the hint.
    public convenience init(data: Data, fileTypeHint utiString: String?) throws { try self.init(data: data) }

    deinit { stream?.end() }

    /// Learns how the sound ends, on the main queue. The player does not keep it.
    open weak var delegate: (any AVAudioPlayerDelegate)? {
        get { lock.withLock { listener } }
        set { lock.withLock { listener = newValue } }
    }

    // MARK: Playing

    /// Connects to the sound server, and decodes the beginning, so that ``play()`` starts sooner. False without a sound
    /// server.
    @discardableResult
    open func prepareToPlay() -> Bool { lock.withLock { prepare(after: 0) } }

    /// Plays from ``currentTime``. False if there is no sound server. If a server does not answer within a second, this
    /// returns true, and the sound begins when it does.
    @discardableResult
    open func play() -> Bool { lock.withLock { begin(after: 0) } }

    /// Plays when ``deviceCurrentTime`` has that value.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool {
        lock.withLock {
            end()
            return begin(after: frames(in: time - deviceCurrentTime))
        }
    }

    /// Stops at once; ``play()`` continues here.
    open func pause() { lock.withLock { end() } }

    /// Stops at once, and disconnects from the sound server. As on Apple's systems ``play()`` continues here.
    open func stop() { lock.withLock { end() } }

    /// Whether the sound plays, or waits for its time or its server.
    open var isPlaying: Bool { lock.withLock { isOn } }

    // MARK: Sound

    /// How often the sound is repeated after the first time; negative = until ``stop()``. Default: 0.
    open var numberOfLoops: Int {
        get { reader.numberOfLoops }
        set { reader.numberOfLoops = newValue }
    }

    /// From 0 to 1. A change is heard after a quarter of a second at most. The volume of the app in the user's mixer
    /// stays.
    open var volume: Float {
        get { reader.volume }
        set { setVolume(newValue, fadeDuration: 0) }
    }

    /// Changes the volume step by step during that many seconds of sound.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        reader.setVolume(min(max(0, volume), 1), fadeDuration: max(0, duration))
    }

    // MARK: Time

    /// The place in the sound, in seconds. It is 0 again after the end.
    open var currentTime: TimeInterval {
        get { lock.withLock { Double((isOn ? stream?.place ?? place : place).frame) / Double(reader.rate) } }
        set {
            lock.withLock {
                let wasOn = isOn
                end()
                place = SoundReader.Place(frame: min(frames(in: newValue), reader.frames))
                if wasOn { _ = begin(after: 0) }
            }
        }
    }

    /// The length in seconds, without repetitions.
    open var duration: TimeInterval { Double(reader.frames) / Double(reader.rate) }
    /// Seconds on a clock that never jumps, for ``play(atTime:)``.
    open var deviceCurrentTime: TimeInterval { ProcessInfo.processInfo.systemUptime }
    /// 1 = mono, 2 = stereo.
    open var numberOfChannels: Int { reader.channels }

    /// Zero for a time that is negative or no number.
    private func frames(in time: TimeInterval) -> Int { time > 0 ? Int(min(time * Double(reader.rate), 1e15)) : 0 }

    // MARK: With the lock

    private func prepare(after silence: Int) -> Bool {
        let role = AVAudioSession.sharedInstance().category == .playAndRecord ? "phone" : nil
        // The app may have set the category after it prepared the sound.
        if !isOn, stream?.role != role { end() }
        if stream == nil {
            reader.begin(at: place, after: silence)
            number += 1
            stream = SoundStream(reader, named: url?.lastPathComponent ?? "Sound", role: role) {
                [weak self, number] isComplete in
                Self.queue.async { [weak self] in self?.streamIsOver(number, isComplete) }
            }
        }
        if stream?.waitForServer() == true { return true }
        end()
        return false
    }

    private func begin(after silence: Int) -> Bool {
        isOn = prepare(after: silence) && stream?.play() == true
        return isOn
    }

    private func end() {
        if isOn, let stream { place = stream.place }
        isOn = false
        stream?.end()
        stream = nil
    }

    // MARK: On the queue

    private func streamIsOver(_ number: Int, _ isComplete: Bool) {
        let failure = reader.failure
        let wasPlaying = lock.withLock {
            guard number == self.number, stream != nil else { return false }
            let wasOn = isOn
            end()
            if isComplete { place = SoundReader.Place() }
            return wasOn
        }
        guard wasPlaying else { return }
        DispatchQueue.main.async { [self] in
            if let failure { delegate?.audioPlayerDecodeErrorDidOccur(self, error: failure) }
            delegate?.audioPlayerDidFinishPlaying(self, successfully: isComplete && failure == nil)
        }
    }
}

/// Learns on the main queue how the sound of a player ends.
///
/// On Linux the methods are requirements with a default implementation: implement them in the class that conforms.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound was played to its end, with all its repetitions. `flag` is false if it could not: the file is damaged,
    /// or the sound server is gone. Not called after ``AVAudioPlayer/stop()`` and ``AVAudioPlayer/pause()``.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// The file is damaged. ``audioPlayerDidFinishPlaying(_:successfully:)`` follows.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    /// Does nothing.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    /// Does nothing.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}
