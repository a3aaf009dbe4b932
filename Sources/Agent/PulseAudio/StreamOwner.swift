// SPDX-License-Identifier: MIT

import SDBus
import SystemFiles

/// The owner of a stream, as far as it can be known.
///
/// Facts that real servers verify (PipeWire 0.3.65, PulseAudio 16.1; tried with clients that lie):
/// - PipeWire, a client of its own protocol: `pipewire.sec.pid` of the *client* is the kernel's word for the peer of
///   its socket, and the client cannot change it. The client can set the same property of a *stream* to any value.
/// - PipeWire, a client of the PulseAudio protocol: `pipewire.sec.pid` is pipewire-pulse, for all of them.
///   `application.process.id`, `client.api`, and even `pipewire.access.portal.app_id` are the client's own words.
/// - PulseAudio: nothing. All properties are the client's words, `pipewire.sec.pid` as well.
///
/// So a claim is good enough to mute or to spare a stream, because honest clients outside of a sandbox (all of
/// libpulse's) claim the truth. But the owner of a stream with a false claim is unknown.
package struct StreamOwner: Hashable {
    /// The process, then its ancestors; empty if unknown.
    package var processes: [UInt32] = []
    /// The innermost systemd unit of the process, "" for none.
    package var unit = ""
    /// The app's id in its sandbox; nil = no sandbox, "" = a sandbox without a name, or unknown.
    package var app: String?
    /// The server has verified the process; it is not only a claim of the client.
    package var isVerified = false
    /// The server does not distinguish sandboxed apps, in which a process has another number.
    package var mayBeSandboxed = false

    /// Whether the stream belongs to the app with that process, id in a sandbox, and unit; 0 and "" = unknown.
    package func isPart(ofProcess process: UInt32, app: String, unit: String) -> Bool {
        if process != 0, processes.contains(process) { return true }
        if !app.isEmpty, app == self.app { return true }
        return Self.isOfOneApp(unit) && unit == self.unit
    }

    /// Whether both are one app, as far as that is known: the same process or one that the other has started, the same
    /// sandbox, or the same unit.
    package func isSameApp(as other: StreamOwner) -> Bool { isPart(of: other) || other.isPart(of: self) }

    private func isPart(of other: StreamOwner) -> Bool {
        isPart(ofProcess: other.processes.first ?? 0, app: other.app ?? "", unit: other.unit)
    }

    /// Whether the unit holds one app, and not all programs of a login, of the bus or of a terminal.
    package static func isOfOneApp(_ unit: String) -> Bool {
        let shared = ["session-", "user@", "init.scope", "dbus.service", "dbus-broker.service", "vte-spawn-"]
        return !unit.isEmpty && !shared.contains { unit.hasPrefix($0) }
    }
}

/// Finds the owners of streams, once for each client, because a process may end before its stream.
package struct StreamOwners {
    private var known: [SoundServerState.Client: StreamOwner] = [:]

    package init() {}

    package mutating func owners(in state: SoundServerState) -> [UInt32: StreamOwner] {
        guard let clients = state.streams?.clients else { return [:] }
        let isPipeWire = state.serverName.contains("PipeWire")
        // This program is a client of the PulseAudio protocol itself.
        let proxy = isPipeWire ? clients[state.ownClient]?.processID("pipewire.sec.pid") : nil
        known = clients.values.reduce(into: [:]) { $0[$1] = known[$1] ?? Self.owner($1, isPipeWire, proxy) }
        return clients.compactMapValues { known[$0] }
    }

    private static func owner(_ client: SoundServerState.Client, _ isPipeWire: Bool, _ proxy: UInt32?) -> StreamOwner {
        var owner = StreamOwner()
        let (verified, claimed) = (client.processID("pipewire.sec.pid"), client.processID("application.process.id"))
        if isPipeWire, let proxy, let verified, verified != proxy {
            owner = StreamOwner(of: verified)
            owner.isVerified = true
        } else {
            if let claimed { owner = StreamOwner(of: claimed) }
            if let app = client.properties["pipewire.access.portal.app_id"], !app.isEmpty { owner.app = app }
            owner.mayBeSandboxed = !isPipeWire
        }
        return owner
    }
}

extension StreamOwner {
    /// Looks at the process as the service looks at its callers. The app of a process that has gone is unknown.
    package init(of process: UInt32) {
        let identity = ProcessFacts(of: String(process)).map { facts in
            ProcessIdentity(facts, securityLabel: nil, seen: nil, in: .machine)
        }
        self.init(
            processes: Self.lineage(of: process), unit: identity?.unit ?? "", app: identity == nil ? "" : identity?.app)
    }

    private static func lineage(of process: UInt32) -> [UInt32] {
        var processes: [UInt32] = []
        var next = process
        while next > 1, processes.count < 64, !processes.contains(next) {
            processes.append(next)
            // The name may contain spaces and brackets: the other fields follow the last bracket.
            let text = KernelFile.text("/proc/\(next)/stat", limit: 4096)
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            next = fields.count > 1 ? UInt32(fields[1]) ?? 0 : 0
        }
        return processes
    }
}

extension SoundServerState.Client {
    fileprivate func processID(_ key: String) -> UInt32? { properties[key].flatMap { UInt32($0) } }
}
