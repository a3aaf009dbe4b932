// SPDX-License-Identifier: MIT

import CPulse

/// The two streams of a call: what the microphone hears, and what the other side says. Both have one channel.
package final class VoiceStreams {
    /// Samples in a second. It is enough for a voice.
    package static let rate: UInt32 = 16_000

    private let recording: OpaquePointer
    private let playing: OpaquePointer
    private let heard: ([Float]) -> Void
    private let wanted: (Int) -> [Float]
    private let ended: () -> Void

    /// `name` is what mixers show. `heard` gets what the microphone hears. `wanted` returns that many samples to play.
    /// `ended` is called when the server refuses or ends a stream; release this then, but not in the call. Nil if the
    /// streams cannot be made.
    init?(
        named name: String, on context: OpaquePointer, heard: @escaping ([Float]) -> Void,
        wanted: @escaping (Int) -> [Float], ended: @escaping () -> Void
    ) {
        guard let recording = Self.stream(name, context) else { return nil }
        guard let playing = Self.stream(name, context) else {
            pa_stream_unref(recording)
            return nil
        }
        (self.recording, self.playing) = (recording, playing)
        (self.heard, self.wanted, self.ended) = (heard, wanted, ended)
        guard connect() else { return nil }
    }

    deinit {
        for stream in [recording, playing] {
            pa_stream_set_state_callback(stream, nil, nil)
            pa_stream_set_read_callback(stream, nil, nil)
            pa_stream_set_write_callback(stream, nil, nil)
            pa_stream_disconnect(stream)
            pa_stream_unref(stream)
        }
    }

    private static func stream(_ name: String, _ context: OpaquePointer) -> OpaquePointer? {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, "media.role", "phone")
        var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: rate, channels: 1)
        return pa_stream_new_with_proplist(context, name, &format, nil, properties)
    }

    private func connect() -> Bool {
        let this = Unmanaged.passUnretained(self).toOpaque()
        for stream in [recording, playing] {
            pa_stream_set_state_callback(stream, { object($1, VoiceStreams.self)?.stateChanged($0) }, this)
        }
        pa_stream_set_read_callback(recording, { object($2, VoiceStreams.self)?.read() }, this)
        pa_stream_set_write_callback(playing, { object($2, VoiceStreams.self)?.write($1) }, this)
        let any = UInt32.max
        let second = Self.rate * UInt32(MemoryLayout<Float>.size)
        // The server gives what it heard every 20 ms, and has 100 ms to play.
        var pieces = pa_buffer_attr(maxlength: any, tlength: any, prebuf: any, minreq: any, fragsize: second / 50)
        var store = pa_buffer_attr(maxlength: any, tlength: second / 10, prebuf: any, minreq: any, fragsize: any)
        return pa_stream_connect_record(recording, nil, &pieces, PA_STREAM_ADJUST_LATENCY) >= 0
            && pa_stream_connect_playback(playing, nil, &store, PA_STREAM_ADJUST_LATENCY, nil, nil) >= 0
    }

    private func stateChanged(_ stream: OpaquePointer?) {
        switch stream.map(pa_stream_get_state) {
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: ended()
        default: break
        }
    }

    private func read() {
        var data: UnsafeRawPointer?
        var size = 0
        while pa_stream_peek(recording, &data, &size) >= 0, size > 0 {
            // A hole in the stream has a size and no data.
            let samples =
                data.map { [Float](UnsafeRawBufferPointer(start: $0, count: size).bindMemory(to: Float.self)) }
                ?? [Float](repeating: 0, count: size / MemoryLayout<Float>.size)
            pa_stream_drop(recording)
            heard(samples)
        }
    }

    private func write(_ size: Int) {
        let samples = wanted(size / MemoryLayout<Float>.size)
        samples.withUnsafeBytes { _ = pa_stream_write(playing, $0.baseAddress, $0.count, nil, 0, PA_SEEK_RELATIVE) }
    }
}
