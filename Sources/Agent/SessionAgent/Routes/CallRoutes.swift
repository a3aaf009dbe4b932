// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallContract
import CallInterface
package import PulseAudio
package import SDBus

/// Reports the routes of call audio to the service, and routes the audio: it changes the desktop's default devices
/// during a call.
package final class CallRoutes: Neighbour {
    private let server: SoundServerConnection
    private let service: CallServiceClient
    private let loop: EventLoop
    private let journal: Journal
    private let log: Log
    private var report: ([String: Variant]) -> Void = { _ in }
    private var keeper = RouteKeeper()
    private var known: SoundServerState?
    private var written: [[String]]?
    private var requested = ""
    private var isPrimary = false
    private var rest = MicrophoneRest()
    private var restTimer: Timer?

    package init(
        _ server: SoundServerConnection, _ service: CallServiceClient, _ loop: EventLoop, _ journal: Journal, log: Log
    ) {
        (self.server, self.service, self.loop, self.journal, self.log) = (server, service, loop, journal, log)
    }

    /// `report` gets keys of `SetShellState`.
    package func begin(_ report: @escaping ([String: Variant]) -> Void) {
        self.report = report
        keeper.adopt(journal.read())
        server.onChange { [unowned self] in look() }
        look()
    }

    package func follow(_ state: DesktopState) {
        // Without a service, this agent must undo the changes of an earlier one.
        let isPrimary = !state.callsAreElsewhere
        if isPrimary != self.isPrimary { become(isPrimary) }
        guard isPrimary else { return }
        let isTalking = state.hasAudio || keeper.isTalking && state.calls.contains { $0.connectedAt != 0 }
        handle(.talking(isTalking))
        updateRest(isUnused: isTalking && state.leavesMicrophone, after: state.settings.headsetRest)
        let route = state.audio.requestedRoute
        guard route != requested else { return }
        requested = route
        guard !route.isEmpty else { return }
        let before = keeper.inUse
        handle(.requested(route))
        // The service waits for this answer, also if the route has not changed.
        if route == before, route == keeper.inUse {
            service.call(.setShellState, [String: Variant]([.route: .string(route)]))
        }
    }

    private func updateRest(isUnused: Bool, after delay: UInt64) {
        let (isResting, wait) = rest.look(isUnused: isUnused, after: delay, at: SystemClock.monotonic)
        restTimer = wait.flatMap { wait in
            loop.timer(after: wait) { [unowned self] in updateRest(isUnused: isUnused, after: delay) }
        }
        if isResting != keeper.isResting { handle(.resting(isResting)) }
    }

    private func become(_ isPrimary: Bool) {
        self.isPrimary = isPrimary
        requested = ""
        // Another agent of the user may have written it meanwhile.
        if isPrimary { keeper.adopt(journal.read()) }
        written = nil
        handle(.primary(isPrimary))
        if !isPrimary { updateRest(isUnused: false, after: 0) }
    }

    private func look() {
        guard var state = server.state else {
            known = nil
            return handle(.lost)
        }
        state.streams = nil
        guard state != known else { return }
        known = state
        handle(.found(state))
    }

    private func handle(_ event: RouteKeeper.Event) {
        let settings = keeper.handle(event, at: SystemClock.monotonic)
        let isWritten = !isPrimary || write()
        // As many as the service accepts.
        var update = ShellUpdate()
        (update.routes, update.route) = (keeper.routes.prefix(Limits().routes).map(\.route), keeper.inUse)
        report(update.wire)
        for setting in settings {
            // Without a journal nothing could be undone: change nothing.
            guard isWritten || !keeper.isTalking else {
                handle(.refused(setting))
                continue
            }
            server.perform(setting.operation) { [unowned self] isDone in
                handle(isDone ? .done(setting) : .refused(setting))
            }
        }
    }

    /// False if the journal cannot be written.
    private func write() -> Bool {
        let records = keeper.journal
        guard records != written else { return true }
        guard journal.write(records) else {
            log("call audio is not routed, because the agent cannot write its journal")
            return false
        }
        written = records
        return true
    }
}
