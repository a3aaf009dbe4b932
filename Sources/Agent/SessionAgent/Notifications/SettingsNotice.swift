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
        try? server.begin { [unowned self] in serverChanged($0) }
    }

    /// A server that starts after the agent also shows the notification.
    private func serverChanged(_ owner: String?) {
        id = 0
        if owner != nil, fault != nil, !isUnderWay { send() }
    }

    /// Replaces the notification; nil if there is no fault.
    package func show(_ new: SettingsFile.Fault?) {
        guard new != fault else { return }
        fault = new
        if !isUnderWay { send() }
    }

    private func send() {
        guard let fault else {
            if id != 0 { call("CloseNotification", id) }
            id = 0
            return
        }
        isUnderWay = true
        call("GetCapabilities") { [unowned self] reply in
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
        call(
            "Notify", "MonkeyCall", id, "dialog-warning", Catalogue.text("There is a mistake in your call settings"),
            readsMarkup ? body.escapedForMarkup : body, [String](),
            ["desktop-entry": Variant.string("org.monkeycall.Agent")], Int32(-1)
        ) { [unowned self] reply in
            isUnderWay = false
            if case .failure(let error) = reply { log("cannot show the fault of the settings", error) }
            id = (try? reply.get().read(UInt32.self)) ?? 0
            // The fault may have changed meanwhile.
            if self.fault != fault { send() }
        }
    }

    /// The bus starts a server if none runs.
    private func call<each Argument: BusValue>(
        _ member: MemberName, _ arguments: repeat each Argument,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        server.call(
            FreedesktopNotifications.path, FreedesktopNotifications.interface, member, repeat each arguments,
            starts: true, then: completion)
    }
}
