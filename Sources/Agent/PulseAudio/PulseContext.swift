// SPDX-License-Identifier: MIT

import CPulse
import Glibc

/// One connection to a sound server, from its beginning to its end. It never waits: a request is answered later, or
/// fails when the connection ends.
final class PulseContext {
    enum Event {
        case ready
        /// Something of this kind has changed at the server.
        case changed(SoundServerFacility)
        /// The connection has ended.
        case lost(String, isTimeout: Bool)
    }

    private let raw: OpaquePointer
    private let application: String
    private let happened: (Event) -> Void
    private var requests: [ObjectIdentifier: PulseRequest] = [:]
    private var reminders: [StreamReminder] = []
    private var isOver = false

    init?(_ loop: PulseLoop, _ application: String, icon: String, _ happened: @escaping (Event) -> Void) {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        // No `application.id`: reminders would inherit it, but a reminder must look like the stream of another program.
        pa_proplist_sets(properties, "application.icon_name", icon)
        guard let raw = pa_context_new_with_proplist(loop.api, application, properties) else { return nil }
        self.raw = raw
        self.application = application
        self.happened = happened
    }

    deinit {
        pa_context_set_state_callback(raw, nil, nil)
        pa_context_set_subscribe_callback(raw, nil, nil)
        pa_context_disconnect(raw)
        pa_context_unref(raw)
    }

    /// Connects to this server; nil = the user's. Never starts a server.
    func connect(to server: String?) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_context_set_state_callback(raw, { object($1, PulseContext.self)?.stateChanged() }, this)
        pa_context_set_subscribe_callback(
            raw,
            { _, event, _, this in
                guard let facility = SoundServerFacility(event) else { return }
                object(this, PulseContext.self)?.happened(.changed(facility))
            }, this)
        if pa_context_connect(raw, server, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 { end() }
    }

    private func stateChanged() {
        switch pa_context_get_state(raw) {
        case PA_CONTEXT_READY: happened(.ready)
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: end()
        default: break
        }
    }

    private func end() {
        guard !isOver else { return }
        isOver = true
        let error = pa_context_errno(raw)
        // The observer goes first, so that it sends no new request.
        happened(.lost(text(pa_strerror(error)), isTimeout: error == Int32(bitPattern: PA_ERR_TIMEOUT.rawValue)))
        let unanswered = requests.values
        requests = [:]
        for request in unanswered { request.end(false) }
        reminders = []
    }

    /// The server's index of this connection.
    var client: UInt32 { pa_context_get_index(raw) }

    // MARK: Requests

    /// Sets the kinds whose changes the server reports.
    func subscribe(_ facilities: Set<SoundServerFacility>) {
        let mask = facilities.reduce(0) { $0 | $1.mask.rawValue }
        perform({ pa_context_subscribe($0, pa_subscription_mask_t(rawValue: mask), $1, $2) }, then: { _ in })
    }

    /// Runs a function of libpulse that reports success.
    func perform(
        _ function: (OpaquePointer, @escaping pa_context_success_cb_t, UnsafeMutableRawPointer) -> OpaquePointer?,
        then completion: @escaping (Bool) -> Void
    ) {
        begin(PulseRequest(self, completion)) { data in
            function(raw, { object($2, PulseRequest.self)?.finish($1 != 0) }, data)
        }
    }

    /// Makes the server give this setting to the next stream with these properties. Calls `completion` in any case.
    /// Call `release` when the server has had the time to store the setting.
    func remember(
        _ setting: StreamSetting, of properties: [String: String],
        then completion: @escaping (_ release: @escaping () -> Void) -> Void
    ) {
        let reminder = StreamReminder(setting, properties, application, raw) { [weak self] index in
            self?.perform({ setting.operation(on: index).begin($0, $1, $2) }) { _ in
                completion { self?.reminders.removeAll { $0.index == index } }
            }
        } failed: { [weak self] in
            completion { self?.reminders.removeAll { $0.hasFailed } }
        }
        guard let reminder else { return completion {} }
        reminders.append(reminder)
        reminder.begin()
    }

    /// Runs a function of libpulse that lists values. `completion` gets nil if it failed.
    func list<Value>(
        _ completion: @escaping ([Value]?) -> Void,
        _ function: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
    ) {
        begin(PulseList(self, completion)) { function(raw, $0) }
    }

    /// See ``LevelStream``.
    func readLevel(
        of source: String, named name: String, _ heard: @escaping (Float) -> Void, ended: @escaping () -> Void
    ) -> LevelStream? {
        LevelStream(of: source, named: name, on: raw, heard, ended: ended)
    }

    /// See ``VoiceStreams``.
    func openVoice(
        named name: String, heard: @escaping ([Float]) -> Void, wanted: @escaping (Int) -> [Float],
        ended: @escaping () -> Void
    ) -> VoiceStreams? {
        VoiceStreams(named: name, on: raw, heard: heard, wanted: wanted, ended: ended)
    }

    private func begin(_ request: PulseRequest, _ function: (UnsafeMutableRawPointer) -> OpaquePointer?) {
        requests[ObjectIdentifier(request)] = request
        guard let operation = function(Unmanaged.passUnretained(request).toOpaque()) else {
            return request.finish(false)
        }
        pa_operation_unref(operation)
    }

    func forget(_ request: PulseRequest) { requests[ObjectIdentifier(request)] = nil }
}

/// A request to the server. It ends exactly once: with the answer, or without one when the connection ends.
class PulseRequest {
    private unowned let context: PulseContext
    private let completion: (Bool) -> Void

    init(_ context: PulseContext, _ completion: @escaping (Bool) -> Void) {
        (self.context, self.completion) = (context, completion)
    }

    final func finish(_ isDone: Bool) {
        withExtendedLifetime(self) {
            context.forget(self)
            end(isDone)
        }
    }

    func end(_ isDone: Bool) { completion(isDone) }
}

/// A request that the server answers with one value at a time.
final class PulseList<Value>: PulseRequest {
    private var values: [Value] = []
    private let listed: ([Value]?) -> Void

    init(_ context: PulseContext, _ completion: @escaping ([Value]?) -> Void) {
        listed = completion
        super.init(context) { _ in }
    }

    override func end(_ isDone: Bool) { listed(isDone ? values : nil) }

    /// For libpulse's callback: adds a value, or ends the list.
    static func received<Info>(
        _ info: UnsafePointer<Info>?, _ end: Int32, _ data: UnsafeMutableRawPointer?, _ value: (Info) -> Value
    ) {
        guard let list = object(data, PulseList<Value>.self) else { return }
        if end == 0, let info { list.values.append(value(info.pointee)) } else { list.finish(end > 0) }
    }

    /// The same for a request with one value as its answer.
    static func received<Info>(
        _ info: UnsafePointer<Info>?, _ data: UnsafeMutableRawPointer?, _ value: (Info) -> Value
    ) {
        if info != nil { received(info, 0, data, value) }
        received(info, info == nil ? -1 : 1, data, value)
    }
}

/// A silent stream with the properties of one that has ended. The server remembers the reminder's setting for the next
/// stream of that kind. PulseAudio and WirePlumber have no better interface in common.
final class StreamReminder {
    private(set) var hasFailed = false
    private let setting: StreamSetting
    private let raw: OpaquePointer
    private let ready: (UInt32) -> Void
    private let failed: () -> Void

    /// The server's index of the stream.
    var index: UInt32 { pa_stream_get_index(raw) }

    /// Without `media.name` the stream is named after the application.
    init?(
        _ setting: StreamSetting, _ properties: [String: String], _ application: String, _ context: OpaquePointer,
        ready: @escaping (UInt32) -> Void, failed: @escaping () -> Void
    ) {
        let list = pa_proplist_new()
        defer { pa_proplist_free(list) }
        for (key, value) in properties { pa_proplist_sets(list, key, value) }
        let levels = if case .playbackVolume(let levels) = setting { levels.count } else { 1 }
        let channels = UInt8(clamping: max(1, min(levels, Int(PA_CHANNELS_MAX))))
        var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: 44_100, channels: channels)
        var map = pa_channel_map()
        pa_channel_map_init_extend(&map, UInt32(channels), PA_CHANNEL_MAP_DEFAULT)
        let name = properties["media.name"] ?? application
        guard let raw = pa_stream_new_with_proplist(context, name, &format, &map, list) else { return nil }
        (self.setting, self.raw, self.ready, self.failed) = (setting, raw, ready, failed)
    }

    deinit {
        pa_stream_set_state_callback(raw, nil, nil)
        pa_stream_disconnect(raw)
        pa_stream_unref(raw)
    }

    func begin() {
        pa_stream_set_state_callback(
            raw, { object($1, StreamReminder.self)?.stateChanged() }, Unmanaged.passUnretained(self).toOpaque())
        let result =
            switch setting {
            case .playbackVolume: pa_stream_connect_playback(raw, nil, nil, PA_STREAM_START_CORKED, nil, nil)
            // Records the monitor, so that no microphone is opened.
            case .recordingMuted: pa_stream_connect_record(raw, "@DEFAULT_MONITOR@", nil, PA_STREAM_START_CORKED)
            }
        if result < 0 { fail() }
    }

    private func stateChanged() {
        switch pa_stream_get_state(raw) {
        case PA_STREAM_READY: ready(index)
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: fail()
        default: break
        }
    }

    private func fail() {
        guard !hasFailed else { return }
        hasFailed = true
        withExtendedLifetime(self) { failed() }
    }
}
