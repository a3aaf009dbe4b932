// SPDX-License-Identifier: MIT

import CPulse

/// Reads how loud a microphone is. The server tells only the highest level of each piece of sound (peak detection), so
/// no sound arrives here, and this passes on nothing but numbers.
package final class LevelStream {
    private let raw: OpaquePointer
    private let heard: (Float) -> Void
    private let ended: () -> Void
    /// How many levels the server tells in each second.
    package static let rate: UInt32 = 25

    /// `name` is what mixers show. `heard` gets the levels, from 0 to 1. `ended` is called when the server refuses or
    /// ends the stream; release it then, but not in the call. Nil if the stream cannot be made.
    init?(
        of source: String, named name: String, on context: OpaquePointer, _ heard: @escaping (Float) -> Void,
        ended: @escaping () -> Void
    ) {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, "application.id", "org.monkeycall.Agent")
        var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: Self.rate, channels: 1)
        guard let raw = pa_stream_new_with_proplist(context, name, &format, nil, properties) else { return nil }
        (self.raw, self.heard, self.ended) = (raw, heard, ended)
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(raw, { object($1, LevelStream.self)?.stateChanged() }, this)
        pa_stream_set_read_callback(raw, { object($2, LevelStream.self)?.read() }, this)
        let any = UInt32.max
        var sizes = pa_buffer_attr(
            maxlength: any, tlength: any, prebuf: any, minreq: any, fragsize: UInt32(MemoryLayout<Float>.size))
        let flags = pa_stream_flags_t(
            rawValue: PA_STREAM_PEAK_DETECT.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
                | PA_STREAM_DONT_MOVE.rawValue)
        guard pa_stream_connect_record(raw, source, &sizes, flags) >= 0 else { return nil }
    }

    deinit {
        pa_stream_set_state_callback(raw, nil, nil)
        pa_stream_set_read_callback(raw, nil, nil)
        pa_stream_disconnect(raw)
        pa_stream_unref(raw)
    }

    private func stateChanged() {
        switch pa_stream_get_state(raw) {
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: ended()
        default: break
        }
    }

    private func read() {
        var data: UnsafeRawPointer?
        var size = 0
        while pa_stream_peek(raw, &data, &size) >= 0, size > 0 {
            // A hole in the stream has a size and no data.
            let levels = data.map { UnsafeRawBufferPointer(start: $0, count: size).bindMemory(to: Float.self) }
            let highest = levels?.max() ?? 0
            pa_stream_drop(raw)
            heard(highest)
        }
    }
}
