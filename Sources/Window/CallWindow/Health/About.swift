// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import GTK
import Glibc
import SDBus

extension AboutWindow {
    /// The name, the version, the website, the licence, and what a report of a problem needs.
    convenience init(of context: CallWindowContext) {
        self.init()
        set("application-name", "MonkeyCall")
        set("application-icon", PhoneName.bus.text)
        set("version", "\(contractVersion)")
        set("developer-name", "The MonkeyCall authors")
        set("website", Website.home)
        set("issue-url", Website.issues)
        set("debug-info", ProblemReport(context).text)
        set("debug-info-filename", "monkeycall.txt")
        // GTK_LICENSE_MIT_X11
        set("license-type", .int(7))
    }
}

extension ProblemReport {
    /// The facts of this moment.
    @MainActor
    fileprivate init(_ context: CallWindowContext) {
        self.init()
        desktop = Self.variable("XDG_CURRENT_DESKTOP")
        session = Self.variable("XDG_SESSION_TYPE")
        language = Self.variable("LANG")
        toolkit = Toolkit.version
        health = context.health.lines
        problems = context.agent.properties[.problems]?.strings ?? []
        apps = context.calls.registry.providers.count
    }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
