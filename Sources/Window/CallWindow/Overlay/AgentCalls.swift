// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import SDBus

/// The calls of monkeycall-agent as a lock screen may show them: `org.monkeycall.Agent.Calls`. It has filtered them.
@MainActor
final class AgentCalls {
    struct Call: Hashable {
        let id: String
        let title: String
        let lines: [String]
        /// A word for `press`, and the text for people.
        let buttons: [Button]
    }

    struct Button: Hashable {
        let word: String
        let label: String
    }

    private(set) var calls: [Call] = []
    private(set) var isLocked = false
    private let agent: RemoteName
    private let object: RemoteObject
    private let log: Log

    init(_ session: BusConnection, log: Log) {
        agent = RemoteName(AgentName.bus, on: session)
        object = RemoteObject(
            agent, AgentName.path, AgentName.calls, subscription: SurfaceMethod.subscribe.member)
        self.log = log
    }

    /// Calls `changed` after each change.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        try object.begin { [unowned self] in
            calls = object.properties[Key.calls]?.dictionaries?.map(Self.call) ?? []
            isLocked = object.properties[Key.locked]?.bool ?? false
            changed()
        }
        try agent.begin()
    }

    /// Presses a button. The state shows the result.
    func press(_ button: Button, of call: Call) {
        let member = SurfaceMethod.perform.member
        agent.call(AgentName.path, AgentName.calls, member, call.id, button.word, [String: Variant]()) { [log] reply in
            if case .failure(let error) = reply {
                log("the agent refused a request", ["error": error.name, "member": member.text])
            }
        }
    }

    private static func call(_ entry: [String: Variant]) -> Call {
        let buttons = entry[Key.buttons]?.array(of: "(ss)")?.compactMap(\.stringPair) ?? []
        return Call(
            id: entry.text(.call), title: entry.text(.title), lines: entry[Key.lines]?.strings ?? [],
            buttons: buttons.map { Button(word: $0, label: $1) })
    }
}
