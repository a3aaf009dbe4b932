// SPDX-License-Identifier: MIT

import CPulse
import Glibc

/// One connection to a sound server, from its beginning to its end. It never waits: what is asked is answered later, or
/// with nothing when the connection ends first.
final class PulseContext {
    enum Event {
        case ready
        /// Something of it has changed at the server.
        case changed(SoundServerFacility)
        /// It is of no use any more.
        case lost(String, isTimeout: Bool)
    }

    private let raw: OpaquePointer
    private let happened: (Event) -> Void
    private var requests: [ObjectIdentifier: PulseRequest] = [:]
    private var reminders: [StreamReminder] = []
    private var isOver = false

    init?(_ loop: PulseLoop, _ happened: @escaping (Event) -> Void) {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        // No `application.id`: it would be one of each reminder, too, which is to look like another's stream.
        pa_proplist_sets(properties, "application.icon_name", "call-start")
        guard let raw = pa_context_new_with_proplist(loop.api, "MonkeyCall", properties) else { return nil }
        self.raw = raw
        self.happened = happened
    }

    deinit {
        pa_context_set_state_callback(raw, nil, nil)
        pa_context_set_subscribe_callback(raw, nil, nil)
        pa_context_disconnect(raw)
        pa_context_unref(raw)
    }

    /// To that server, or to whichever the user has. It starts none.
    func connect(to server: String?) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_context_set_state_callback(
            raw,
            { _, this in this.map { Unmanaged<PulseContext>.fromOpaque($0).takeUnretainedValue().stateChanged() } },
            this)
        pa_context_set_subscribe_callback(
            raw,
            { _, event, _, this in
                guard let this, let facility = SoundServerFacility(event) else { return }
                Unmanaged<PulseContext>.fromOpaque(this).takeUnretainedValue().happened(.changed(facility))
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
        // First, so that nothing new is asked for.
        happened(.lost(text(pa_strerror(error)), isTimeout: error == Int32(bitPattern: PA_ERR_TIMEOUT.rawValue)))
        let unanswered = requests.values
        requests = [:]
        for request in unanswered { request.end(false) }
        reminders = []
    }

    /// The index of the agent's own connection.
    var client: UInt32 { pa_context_get_index(raw) }

    // MARK: Asking

    /// Says of what it is to be told from now on.
    func subscribe(_ facilities: Set<SoundServerFacility>) {
        let mask = facilities.reduce(0) { $0 | $1.mask.rawValue }
        perform({ pa_context_subscribe($0, pa_subscription_mask_t(rawValue: mask), $1, $2) }, then: { _ in })
    }

    /// What one of libpulse's functions does that say whether it worked.
    func perform(
        _ function: (OpaquePointer, @escaping pa_context_success_cb_t, UnsafeMutableRawPointer) -> OpaquePointer?,
        then completion: @escaping (Bool) -> Void
    ) {
        begin(PulseRequest(self, completion)) { data in
            function(
                raw,
                { _, isDone, data in
                    guard let data else { return }
                    Unmanaged<PulseRequest>.fromOpaque(data).takeUnretainedValue().finish(isDone != 0)
                }, data)
        }
    }

    /// Makes the server give the next stream of that kind what this one had before it was altered. Calls `completion` also
    /// when that fails, with what to call when the server has had the time to note it.
    func remember(_ altered: AlteredStream, then completion: @escaping (_ release: @escaping () -> Void) -> Void) {
        let reminder = StreamReminder(altered, raw) { [weak self] index in
            self?.perform({ altered.undoing(index).begin($0, $1, $2) }) { _ in
                completion { self?.reminders.removeAll { $0.index == index } }
            }
        } failed: { [weak self] in
            completion { self?.reminders.removeAll { $0.hasFailed } }
        }
        guard let reminder else { return completion {} }
        reminders.append(reminder)
        reminder.begin()
    }

    /// What one of libpulse's functions lists; nil = it cannot be told.
    func list<Value>(
        _ completion: @escaping ([Value]?) -> Void,
        _ function: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
    ) {
        begin(PulseList(self, completion)) { function(raw, $0) }
    }

    private func begin(_ request: PulseRequest, _ function: (UnsafeMutableRawPointer) -> OpaquePointer?) {
        requests[ObjectIdentifier(request)] = request
        guard let operation = function(Unmanaged.passUnretained(request).toOpaque()) else {
            return request.finish(false)
        }
        pa_operation_unref(operation)
    }

    fileprivate func forget(_ request: PulseRequest) { requests[ObjectIdentifier(request)] = nil }
}

/// Something that was asked of the server.
class PulseRequest {
    private unowned let context: PulseContext
    private let completion: (Bool) -> Void

    fileprivate init(_ context: PulseContext, _ completion: @escaping (Bool) -> Void) {
        (self.context, self.completion) = (context, completion)
    }

    fileprivate func finish(_ isDone: Bool) {
        withExtendedLifetime(self) {
            context.forget(self)
            end(isDone)
        }
    }

    fileprivate func end(_ isDone: Bool) { completion(isDone) }
}

/// Something that is answered one by one.
final class PulseList<Value>: PulseRequest {
    private var values: [Value] = []
    private let listed: ([Value]?) -> Void

    fileprivate init(_ context: PulseContext, _ completion: @escaping ([Value]?) -> Void) {
        listed = completion
        super.init(context) { _ in }
    }

    override fileprivate func end(_ isDone: Bool) { listed(isDone ? values : nil) }

    /// In libpulse's callback: a value, or the end of the list.
    static func received<Info>(
        _ info: UnsafePointer<Info>?, _ end: Int32, _ data: UnsafeMutableRawPointer?, _ value: (Info) -> Value
    ) {
        guard let data else { return }
        let list = Unmanaged<PulseList<Value>>.fromOpaque(data).takeUnretainedValue()
        if end == 0, let info { list.values.append(value(info.pointee)) } else { list.finish(end > 0) }
    }

    /// The same where there is but one.
    static func received<Info>(
        _ info: UnsafePointer<Info>?, _ data: UnsafeMutableRawPointer?, _ value: (Info) -> Value
    ) {
        if info != nil { received(info, 0, data, value) }
        received(info, info == nil ? -1 : 1, data, value)
    }
}
