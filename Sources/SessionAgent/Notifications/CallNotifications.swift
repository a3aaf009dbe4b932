// SPDX-License-Identifier: MIT

import CallInterface
import CallMirror
package import SDBus

/// One notification for each call, as long as there is something to be done about it.
package final class CallNotifications: Neighbour {
    private let server: NotificationServer
    private let service: CallServiceClient
    private var state = DesktopState()
    /// By call. A missed call stays until the user has seen it.
    private var shown: [String: Shown] = [:]
    private var missed: [String: CallRecord] = [:]

    private struct Shown {
        /// 0 before the server has said it.
        var id: UInt32 = 0
        var banner: Banner
        /// The server was asked and has not answered.
        var isUnderWay = true
        /// The user or the server has put it away: it comes back only when it says something else.
        var isDismissed = false
    }

    package init(_ session: BusConnection, _ service: CallServiceClient, log: @escaping (String) -> Void) {
        server = NotificationServer(session, log: log)
        self.service = service
    }

    package func begin() throws(BusError) {
        try server.begin { [unowned self] in happened($0) }
    }

    package func follow(_ state: DesktopState) {
        for call in state.calls where call.isMissed { missed[call.uuid] = call }
        self.state = state
        reconcile()
    }

    // MARK: What is wanted

    private var wanted: [String: Banner] {
        var banners = missed.mapValues { Banner(missed: $0, in: state) }
        for call in state.calls where missed[call.uuid] == nil { banners[call.uuid] = Banner(call, in: state) }
        return banners
    }

    private func reconcile() {
        let wanted = wanted
        guard let traits = server.traits else {
            if !wanted.isEmpty { server.ask() }
            return
        }
        for (call, current) in shown where wanted[call] == nil && !current.isUnderWay {
            shown[call] = nil
            if !current.isDismissed { server.close(current.id) }
        }
        for (call, banner) in wanted {
            guard let current = shown[call] else {
                show(banner, of: call, replacing: 0, traits)
                continue
            }
            if !current.isUnderWay, current.banner != banner {
                show(banner, of: call, replacing: current.isDismissed ? 0 : current.id, traits)
            }
        }
    }

    private func show(_ banner: Banner, of call: String, replacing id: UInt32, _ traits: NotificationServer.Traits) {
        shown[call] = Shown(id: id, banner: banner)
        let (body, actions, hints) = banner.wire(traits)
        server.show(
            id, icon: banner.icon, summary: banner.summary, body: body, actions: actions, hints: hints
        ) { [unowned self] id in
            guard let id else { return shown[call] = nil }
            shown[call]?.id = id
            shown[call]?.isUnderWay = false
            // Something may have happened meanwhile.
            reconcile()
        }
    }

    // MARK: What the user does

    private func happened(_ event: NotificationServer.Event) {
        switch event {
        case .lost:
            shown = [:]
            missed = [:]
        case .found: reconcile()
        case .closed(let id):
            // What is closed while another takes its place is not what will be shown.
            guard let call = call(of: id), shown[call]?.isUnderWay == false else { return }
            shown[call]?.isDismissed = true
            if missed.removeValue(forKey: call) != nil { shown[call] = nil }
        case .pressed(let id, let key):
            guard let call = call(of: id), let banner = shown[call]?.banner else { return }
            let button = key == "default" ? banner.defaultButton : Banner.Button(rawValue: key)
            if let button, banner.buttons.contains(button) { press(button, of: call) }
        }
    }

    private func call(of id: UInt32) -> String? { shown.first { $0.value.id == id && id != 0 }?.key }

    private func press(_ button: Banner.Button, of call: String) {
        switch button {
        case .silence: service.silence(call)
        case .callBack:
            if let record = missed.removeValue(forKey: call) { service.startCall(record.provider, record.handle) }
            reconcile()
        case .answer, .decline, .holdAndAnswer, .endAndAnswer, .end, .mute, .unmute, .hold, .resume, .swap:
            service.request(button.actions(on: call, in: state))
        }
    }
}

extension CallRecord {
    /// Nobody was there to answer it.
    fileprivate var isMissed: Bool {
        state == "ended" && !isOutgoing && connectedAt == 0 && ["unanswered", "remote-ended"].contains(endedReason)
    }
}
