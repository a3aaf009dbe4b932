// SPDX-License-Identifier: MIT

package import AgentSettings
import ConfigurationText
package import SDBus

/// Shows the user a fault of the settings in one notification, and removes it when the fault is corrected.
package final class SettingsNotice {
    private let notice: Notice

    package init(_ session: BusConnection, log: Log) { notice = Notice(session, log: log) }

    /// Replaces the notification; nil if there is no fault.
    package func show(_ fault: SettingsFile.Fault?) { notice.show(fault.map { Self.text($0) }) }

    private static func text(_ fault: SettingsFile.Fault) -> NoticeText {
        let place = fault.line.map { Catalogue.text("Line %s", String($0)) + ": " } ?? ""
        let rest =
            fault.leavesDefaults
            ? Catalogue.text("The defaults apply until you correct it.")
            : Catalogue.text("The previous settings still apply.")
        return NoticeText(
            icon: "dialog-warning", title: Catalogue.text("There is a mistake in your call settings"),
            body: place + fault.message + "\n" + rest)
    }
}
