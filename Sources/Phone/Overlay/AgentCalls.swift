// SPDX-License-Identifier: MIT

import CallInterface
import CallModel
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
    private let session: BusConnection
    private let log: (String) -> Void
    private var slots: [BusSlot] = []
    /// The unique name of the agent. Any program can send such signals, so the sender must be the agent.
    private var owner: String?
    private var changed: () -> Void = {}

    init(_ session: BusConnection, log: @escaping (String) -> Void) { (self.session, self.log) = (session, log) }

    /// Calls `changed` after each change.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        slots = [
            try session.onUnicastSignal(interface: StandardInterface.properties) { [unowned self] in heard($0) },
            try session.watchName(AgentName.bus) { [unowned self] in follow($0) },
        ]
        follow(try session.owner(of: AgentName.bus))
    }

    /// Presses a button. The state shows the result.
    func press(_ button: Button, of call: Call) {
        ask(AgentName.calls, SurfaceMethod.perform.rawValue, call.id, button.word, [String: Variant]()) { _ in }
    }

    private func follow(_ owner: String?) {
        self.owner = owner
        (calls, isLocked) = ([], false)
        changed()
        guard owner != nil else { return }
        // Subscribes first, so that no change is missed.
        ask(AgentName.calls, SurfaceMethod.subscribe.rawValue) { _ in }
        ask(StandardInterface.properties, "GetAll", AgentName.calls) { [unowned self] reply in
            if let properties = try? reply.read([String: Variant].self) { take(properties) }
        }
    }

    private func heard(_ signal: Message) {
        guard signal.sender == owner, signal.path == AgentName.path,
            let (interface, properties, _) = try? signal.read(String.self, [String: Variant].self, [String].self),
            interface == AgentName.calls
        else { return }
        take(properties)
    }

    private func take(_ properties: [String: Variant]) {
        if let entries = properties[Key.calls]?.dictionaries { calls = entries.map(Self.call) }
        if let locked = properties[Key.locked]?.bool { isLocked = locked }
        changed()
    }

    private static func call(_ entry: [String: Variant]) -> Call {
        let buttons = entry[Key.buttons]?.array(of: "(ss)")?.compactMap(\.stringPair) ?? []
        return Call(
            id: entry.text(.call), title: entry.text(.title), lines: entry[Key.lines]?.strings ?? [],
            buttons: buttons.map { Button(word: $0, label: $1) })
    }

    private func ask<each Argument: BusValue>(
        _ interface: String, _ member: String, _ arguments: repeat each Argument,
        then completion: @escaping (Message) -> Void
    ) {
        guard let owner else { return }
        do throws(BusError) {
            try session.callAsync(CallTarget(owner, AgentName.path, interface, member), repeat each arguments) {
                [log] reply in
                switch reply {
                case .success(let message): completion(message)
                case .failure(let error): log("\(member) of the agent: \(error.name)")
                }
            }
        } catch {
            log("\(member) of the agent: \(error.name)")
        }
    }
}
