// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallModel
package import PulseAudio
package import SDBus

/// Says where call audio can go, and brings it there: the desktop's default devices are others during a call.
package final class CallRoutes: Neighbour {
    private let server: SoundServerConnection
    private let service: CallServiceClient
    private let journal: Journal
    private let log: (String) -> Void
    private var tell: ([String: Variant]) -> Void = { _ in }
    private var keeper = RouteKeeper()
    private var known: SoundServerState?
    private var written: [[String]]?
    private var requested = ""
    private var isPrimary = false

    package init(
        _ server: SoundServerConnection, _ service: CallServiceClient, _ journal: Journal,
        log: @escaping (String) -> Void
    ) {
        (self.server, self.service, self.journal, self.log) = (server, service, journal, log)
    }

    /// `tell` is called with keys of `SetShellState`.
    package func begin(_ tell: @escaping ([String: Variant]) -> Void) {
        self.tell = tell
        keeper.adopt(journal.read())
        server.onChange { [unowned self] in look() }
        look()
    }

    package func follow(_ state: DesktopState) {
        // Where there is no service, nobody else puts back what an agent before has left.
        let isPrimary = !state.callsAreElsewhere
        if isPrimary != self.isPrimary { become(isPrimary) }
        guard isPrimary else { return }
        let isTalking = state.hasAudio || keeper.isTalking && state.calls.contains { $0.connectedAt != 0 }
        handle(.talking(isTalking))
        let wish = state.audio.requestedRoute
        guard wish != requested else { return }
        requested = wish
        guard !wish.isEmpty else { return }
        let before = keeper.inUse
        handle(.requested(wish))
        // It waits to hear that, also where nothing has changed.
        if wish == before, wish == keeper.inUse { service.call("SetShellState", [Key.route: Variant.string(wish)]) }
    }

    private func become(_ isPrimary: Bool) {
        self.isPrimary = isPrimary
        requested = ""
        // Another agent of the user's may have changed something meanwhile.
        if isPrimary { keeper.adopt(journal.read()) }
        written = nil
        handle(.primary(isPrimary))
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
        // As many as the service takes.
        let routes = keeper.routes.prefix(Limits().routes).map(\.wire)
        tell([Key.routes: .dictionaries(routes), Key.route: .string(keeper.inUse)])
        for setting in settings {
            // What could not be put back later is left alone.
            guard isWritten || !keeper.isTalking else {
                handle(.refused(setting))
                continue
            }
            server.perform(setting.operation) { [unowned self] isDone in
                handle(isDone ? .done(setting) : .refused(setting))
            }
        }
    }

    /// False: it is not written down.
    private func write() -> Bool {
        let records = keeper.journal
        guard records != written else { return true }
        let isWritten = journal.write(records)
        if isWritten { written = records } else { log("The sound is not routed, because that cannot be written down") }
        return isWritten
    }
}
