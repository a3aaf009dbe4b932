// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// A connection to monkeycall-agent.
struct AgentLink {
    private let link: ProgramLink

    init(_ options: BusOptions) throws(Failure) {
        link = try ProgramLink(
            .init(
                name: AgentName.bus, path: AgentName.path,
                wayToStart: "systemctl --user start monkeycall-agent starts it",
                // The agent answers at once.
                timeout: 5_000_000),
            options.sessionBus)
    }

    func record() throws(Failure) -> AgentRecord {
        AgentRecord(properties: try link.properties(of: AgentName.interface))
    }

    func setDoNotDisturb(_ isOn: Bool, until: UInt64) throws(Failure) {
        try link.call(AgentName.interface, AgentName.setDoNotDisturb, isOn, until)
    }

    /// Returns when the user is being asked.
    func confirmCall(link text: String) throws(Failure) {
        try link.call(AgentName.interface, AgentName.confirmCall, text, [String: Variant]())
    }
}
