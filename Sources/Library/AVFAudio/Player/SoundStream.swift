// SPDX-License-Identifier: MIT

internal import CSound
import Foundation

/// A stream to the user's sound server with a connection and a thread of its own. Its owner must call ``end()``.
///
/// The thread wakes up when the server wants samples: not while the stream waits for ``play()``.
final class SoundStream: @unchecked Sendable {
    private static nonisolated(unsafe) let library = loadPulse()
    /// The longest wait for the server, in seconds. A server that is slower plays the sound later.
    private static let patience: TimeInterval = 1
    /// The server's buffer, in seconds.
    private static let buffer = 0.25

    private let pulse: PulseFunctions
    private let loop: OpaquePointer
    private let name: String
    let role: String?
    private let reader: SoundReader
    private let samples: UnsafeMutableBufferPointer<Float>
    private let isOver: @Sendable (_ isComplete: Bool) -> Void
    /// Signals the first decision of the server.
    private let decision = NSCondition()
    private var hasDecided = false
    // With the lock of the loop, which its thread has during callbacks.
    private var context: OpaquePointer?
    private var stream: OpaquePointer?
    private var isReady = false
    private var isWanted = false
    private var isAtEnd = false
    private var hasEnded = false

    /// Connects. Nil if there is no libpulse. `isOver` is called once, on the stream's thread: after the last sample
    /// was heard, or when the server cannot play. It must not call the stream.
    init?(
        _ reader: SoundReader, named name: String, role: String?, then isOver: @escaping @Sendable (Bool) -> Void
    ) {
        guard let pulse = Self.library?.pointee, let loop = pulse.pa_threaded_mainloop_new() else { return nil }
        (self.pulse, self.loop) = (pulse, loop)
        (self.reader, self.name, self.role, self.isOver) = (reader, name, role, isOver)
        samples = .allocate(capacity: 4_096 * reader.channels)
        connect()
        _ = pulse.pa_threaded_mainloop_start(loop)
    }

    deinit { samples.deallocate() }

    /// Disconnects, and the sound stops at once. Call it exactly once, and not on the stream's thread.
    func end() {
        pulse.pa_threaded_mainloop_stop(loop)
        if let stream {
            pulse.pa_stream_set_state_callback(stream, nil, nil)
            pulse.pa_stream_set_write_callback(stream, nil, nil)
            _ = pulse.pa_stream_disconnect(stream)
            pulse.pa_stream_unref(stream)
        }
        if let context {
            pulse.pa_context_set_state_callback(context, nil, nil)
            pulse.pa_context_disconnect(context)
            pulse.pa_context_unref(context)
        }
        pulse.pa_threaded_mainloop_free(loop)
    }

    /// Begins the output. False if the server has refused the stream.
    func play() -> Bool {
        locked {
            isWanted = true
            if isReady { uncork() }
        }
        return waitForServer()
    }

    /// Waits until the server has accepted or refused the stream, or patience ends. False if it has refused.
    func waitForServer() -> Bool {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        decision.withLock { while !hasDecided, decision.wait(until: deadline) {} }
        return locked { !hasEnded }
    }

    /// The place in the sound that is heard now.
    var place: SoundReader.Place {
        locked {
            var (latency, isNegative): (pa_usec_t, Int32) = (0, 0)
            // Before the first report of the server nothing is heard.
            guard let stream, pulse.pa_stream_get_latency(stream, &latency, &isNegative) == 0 else {
                return reader.place(before: .max)
            }
            return reader.place(before: isNegative != 0 ? 0 : Int(latency) * reader.rate / 1_000_000)
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pulse.pa_threaded_mainloop_lock(loop)
        defer { pulse.pa_threaded_mainloop_unlock(loop) }
        return body()
    }

    // MARK: Before the thread starts, or on it

    private var this: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func object(_ this: UnsafeMutableRawPointer?) -> SoundStream? {
        this.map { Unmanaged<SoundStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func connect() {
        let application = ProcessInfo.processInfo.processName
        context = pulse.pa_context_new_with_proplist(pulse.pa_threaded_mainloop_get_api(loop), application, nil)
        guard let context else { return finish(false) }
        pulse.pa_context_set_state_callback(context, { _, this in SoundStream.object(this)?.contextChanged() }, this)
        if pulse.pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 { finish(false) }
    }

    private func contextChanged() {
        guard let context else { return }
        switch pulse.pa_context_get_state(context) {
        case PA_CONTEXT_READY: if !openStream(on: context) { finish(false) }
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: finish(false)
        default: break
        }
    }

    private func openStream(on context: OpaquePointer) -> Bool {
        let properties = pulse.pa_proplist_new()
        defer { if let properties { pulse.pa_proplist_free(properties) } }
        if let properties, let role { _ = pulse.pa_proplist_sets(properties, "media.role", role) }
        let format = 1.littleEndian == 1 ? PA_SAMPLE_FLOAT32LE : PA_SAMPLE_FLOAT32BE
        guard let channels = UInt8(exactly: reader.channels) else { return false }
        var sample = pa_sample_spec(format: format, rate: UInt32(reader.rate), channels: channels)
        stream = pulse.pa_stream_new_with_proplist(context, name, &sample, nil, properties)
        guard let stream else { return false }
        pulse.pa_stream_set_state_callback(stream, { _, this in SoundStream.object(this)?.streamChanged() }, this)
        pulse.pa_stream_set_write_callback(
            stream, { _, bytes, this in SoundStream.object(this)?.write(bytes) }, this)
        let length = UInt32(Double(reader.rate) * Self.buffer) * UInt32(frameSize)
        var buffer = pa_buffer_attr(
            maxlength: .max, tlength: length, prebuf: .max, minreq: .max, fragsize: .max)
        let flags = [PA_STREAM_START_CORKED, PA_STREAM_INTERPOLATE_TIMING, PA_STREAM_ADJUST_LATENCY]
            .reduce(0) { $0 | $1.rawValue }
        return pulse.pa_stream_connect_playback(stream, nil, &buffer, pa_stream_flags_t(flags), nil, nil) == 0
    }

    private func streamChanged() {
        guard let stream else { return }
        switch pulse.pa_stream_get_state(stream) {
        case PA_STREAM_READY:
            isReady = true
            if isWanted { uncork() }
            decide()
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: finish(false)
        default: break
        }
    }

    private func uncork() {
        guard let stream else { return }
        release(pulse.pa_stream_cork(stream, 0, nil, nil))
        askForLatency()
        if isAtEnd { drain() }
    }

    private var frameSize: Int { MemoryLayout<Float>.stride * reader.channels }

    private func write(_ bytes: Int) {
        guard let stream, let base = samples.baseAddress, !isAtEnd else { return }
        var wanted = bytes / frameSize
        while wanted > 0 {
            let read = reader.read(min(wanted, samples.count / reader.channels), to: base)
            guard read > 0 else {
                isAtEnd = true
                // PipeWire would begin to play a corked stream.
                if isWanted { drain() }
                return
            }
            guard pulse.pa_stream_write(stream, base, read * frameSize, nil, 0, PA_SEEK_RELATIVE) >= 0 else {
                return finish(false)
            }
            wanted -= read
        }
        if isWanted { askForLatency() }
    }

    /// For ``place``. Automatic updates of libpulse would go on while the stream waits for ``play()``.
    private func askForLatency() {
        if let stream { release(pulse.pa_stream_update_timing_info(stream, nil, nil)) }
    }

    private func drain() {
        guard let stream else { return }
        release(
            pulse.pa_stream_drain(stream, { _, isDone, this in SoundStream.object(this)?.finish(isDone != 0) }, this))
    }

    private func release(_ operation: OpaquePointer?) {
        if let operation { pulse.pa_operation_unref(operation) }
    }

    private func finish(_ isComplete: Bool) {
        guard !hasEnded else { return }
        hasEnded = true
        decide()
        isOver(isComplete)
    }

    private func decide() {
        decision.withLock {
            hasDecided = true
            decision.broadcast()
        }
    }
}
