// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
package import SDBus

/// The program with the window for calls, which the bus starts when it is needed. It may not be installed.
package final class CallWindow {
    private let session: BusConnection
    private let program: RemoteName
    private var slot: BusSlot?
    private var isRunning = false
    private var isActivatable = false
    /// The program has come, or is not there any more.
    var changed: () -> Void = {}

    package init(_ session: BusConnection) {
        self.session = session
        program = RemoteName(PhoneName.bus, on: session)
    }

    /// Whether it can be opened.
    var isThere: Bool { isRunning || isActivatable }

    func begin() throws(BusError) {
        slot = try session.watchActivatableNames { [unowned self] in look() }
        try program.begin(skipsGaps: true) { [unowned self] owner in follow { $0.isRunning = owner != nil } }
        look()
    }

    private func look() {
        session.ask(.bus("ListActivatableNames")) { [unowned self] reply in
            guard let names = try? reply.get().read([String].self) else { return }
            follow { $0.isActivatable = names.contains(PhoneName.bus.text) }
        }
    }

    private func follow(_ change: (CallWindow) -> Void) {
        let before = isThere
        change(self)
        if isThere != before { changed() }
    }

    /// Opens it with the calls. `token` lets it come to the front; empty if there is none.
    func showCall(_ call: String, token: String = "") { open(PhoneName.showCall, [.string(call)], token) }

    /// Whether a click beside the buttons of that notification opens it. A question has no other answer than its
    /// buttons.
    func opens(for banner: Banner, _ rules: SurfaceRules) -> Bool {
        isThere && rules.allowsMore && banner.kind != .link && banner.kind != .app
    }

    /// Opens it with the call, or with the recent calls if the call was missed.
    func open(for banner: Banner, of call: String, _ token: String) {
        switch banner.kind {
        case .unanswered: open(PhoneName.showRecents, [], token)
        case .incoming, .ongoing, .more, .link, .app: showCall(call, token: token)
        }
    }

    /// Without the program the notifications are enough.
    private func open(_ action: String, _ parameters: [Variant], _ token: String) {
        session.ask(PhoneName.activateAction, action, parameters, [String: Variant](activationToken: token))
    }
}

/// Opens the window for a call that begins to ring, if the user wants that, or if the user would not notice the call
/// without it. A locked screen opens nothing.
package final class WindowOpener: Neighbour {
    private let window: CallWindow
    /// Gets whether the notification server hides a call that rings.
    private let hidden: (Bool) -> Void
    /// The calls that rang before, so that a window that the user closes stays closed.
    private var known: Set<String> = []
    /// Those that ring and for which the window was opened.
    private var opened: Set<String> = []

    package init(_ window: CallWindow, hidden: @escaping (Bool) -> Void) {
        (self.window, self.hidden) = (window, hidden)
    }

    package func follow(_ state: DesktopState) {
        // Without the calls it is not known whether one has ended.
        guard state.isPrimary else { return }
        let ringing = state.calls.filter { $0.isUnanswered && !$0.isSilenced }.map(\.uuid)
        let new = ringing.first { !known.contains($0) }
        known = Set(ringing)
        opened.formIntersection(known)
        // The problem stays after the ring, so that the user can still learn of it.
        if !state.hidesNotifications { hidden(false) } else if !ringing.isEmpty { hidden(true) }
        let isUnnoticed = state.isRingMuted || state.hidesNotifications
        let unnoticed = isUnnoticed ? ringing.first { !opened.contains($0) } : nil
        guard let call = state.settings.opensWindow ? new ?? unnoticed : unnoticed, !state.isLocked else { return }
        opened.formUnion(ringing)
        // Nothing starts a window that is not installed.
        if state.settings.opensWindow || window.isThere { window.showCall(call) }
    }
}
