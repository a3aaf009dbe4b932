// SPDX-License-Identifier: MIT

import SDBus

/// What a notice says. The texts are plain.
struct NoticeText: Hashable {
    let icon: String
    let title: String
    let body: String
}

/// A notification that belongs to no call and has no buttons.
final class Notice {
    private let server: RemoteName
    private let log: Log
    private var text: NoticeText?
    /// A request to the server is not answered yet.
    private var isUnderWay = false
    /// The server's id; 0 for no notification.
    private var id: UInt32 = 0

    init(_ session: BusConnection, log: Log) {
        server = RemoteName(FreedesktopNotifications.name, on: session)
        self.log = log
        try? server.begin { [unowned self] owner in
            id = 0
            // A server that starts after the agent also shows the notification.
            if owner != nil, text != nil, !isUnderWay { send() }
        }
    }

    /// Replaces the notification; nil removes it.
    func show(_ new: NoticeText?) {
        guard new != text else { return }
        text = new
        if !isUnderWay { send() }
    }

    private func send() {
        guard let text else {
            if id != 0 { server.callNotifications("CloseNotification", id) }
            id = 0
            return
        }
        isUnderWay = true
        server.callNotifications("GetCapabilities") { [unowned self] reply in
            let readsMarkup = (try? reply.get().read([String].self))?.contains("body-markup") == true
            send(text, readsMarkup: readsMarkup)
        }
    }

    private func send(_ sent: NoticeText, readsMarkup: Bool) {
        server.callNotifications(
            "Notify", "MonkeyCall", id, sent.icon, sent.title, readsMarkup ? sent.body.escapedForMarkup : sent.body,
            [String](), ["desktop-entry": Variant.string(Banner.desktopEntry)], Int32(-1)
        ) { [unowned self] reply in
            isUnderWay = false
            if case .failure(let error) = reply { log("cannot show a notification", error) }
            id = (try? reply.get().read(UInt32.self)) ?? 0
            // The text may have changed meanwhile.
            if text != sent { send() }
        }
    }
}
