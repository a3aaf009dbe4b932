// SPDX-License-Identifier: MIT

package import AgentSettings
import ConfigurationText
package import SDBus

/// Shows the user a fault of the settings in one notification, and removes it when the fault is corrected.
package final class SettingsNotice {
    private let server: RemoteName
    private let log: Log
    private var fault: SettingsFile.Fault?
    /// A request to the server is not answered yet.
    private var isUnderWay = false
    /// The server's id; 0 for no notification.
    private var id: UInt32 = 0

    package init(_ session: BusConnection, log: Log) {
        server = RemoteName(FreedesktopNotifications.name, on: session)
        self.log = log
        try? server.begin { [unowned self] owner in
            id = 0
            // A server that starts after the agent also shows the notification.
            if owner != nil, fault != nil, !isUnderWay { send() }
        }
    }

    /// Replaces the notification; nil if there is no fault.
    package func show(_ new: SettingsFile.Fault?) {
        guard new != fault else { return }
        fault = new
        if !isUnderWay { send() }
    }

    private func send() {
        guard let fault else {
            if id != 0 { server.callNotifications("CloseNotification", id) }
            id = 0
            return
        }
        isUnderWay = true
        server.callNotifications("GetCapabilities") { [unowned self] reply in
            let readsMarkup = (try? reply.get().read([String].self))?.contains("body-markup") == true
            send(fault, readsMarkup: readsMarkup)
        }
    }

    private func send(_ fault: SettingsFile.Fault, readsMarkup: Bool) {
        let place = fault.line.map { Catalogue.text("Line %s", String($0)) + ": " } ?? ""
        let rest =
            fault.leavesDefaults
            ? Catalogue.text("The defaults apply until you correct it.")
            : Catalogue.text("The previous settings still apply.")
        let body = place + fault.message + "\n" + rest
        server.callNotifications(
            "Notify", "MonkeyCall", id, "dialog-warning", Catalogue.text("There is a mistake in your call settings"),
            readsMarkup ? body.escapedForMarkup : body, [String](),
            ["desktop-entry": Variant.string(Banner.desktopEntry)], Int32(-1)
        ) { [unowned self] reply in
            isUnderWay = false
            if case .failure(let error) = reply { log("cannot show the fault of the settings", error) }
            id = (try? reply.get().read(UInt32.self)) ?? 0
            // The fault may have changed meanwhile.
            if self.fault != fault { send() }
        }
    }
}
