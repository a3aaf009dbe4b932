// SPDX-License-Identifier: MIT

import CallClient
import Glibc
import ProcessIdentity
import PulseAudio

/// Whose a stream is, as far as it can be told.
///
/// What real servers know for certain (PipeWire 0.3.65, PulseAudio 16.1; tried with clients that lie):
/// - PipeWire, a client of its own protocol: `pipewire.sec.pid` of the *client* is the kernel's word for the peer of its
///   socket, and the client cannot change it. The same property of a *stream* is whatever the client likes.
/// - PipeWire, a client of the PulseAudio protocol: `pipewire.sec.pid` is pipewire-pulse, for all of them.
///   `application.process.id`, `client.api`, and even `pipewire.access.portal.app_id` are the client's own words.
/// - PulseAudio: nothing. All properties are the client's words, `pipewire.sec.pid` as well.
///
/// So a claim is good enough to mute or to spare a stream, because honest clients (all of libpulse's) claim what is true,
/// outside of a sandbox; but whose a stream is that claims to be somebody else's cannot be told.
struct StreamOwner: Hashable {
    /// The process and those that it comes from, the process first; empty = unknown.
    var processes: [UInt32] = []
    /// The innermost systemd unit of the process, "" = none.
    var unit = ""
    /// The sandbox's id of the app, "" = none.
    var app = ""
    /// The server knows it, and not only the client.
    var isVerified = false
    /// The server does not tell apps in a sandbox, where a process has another number, from others.
    var mayBeSandboxed = false

    /// Whether that app plays or records it.
    func isPart(of provider: ProviderRecord) -> Bool {
        if provider.processID != 0, processes.contains(provider.processID) { return true }
        if !provider.appID.isEmpty, app == provider.appID { return true }
        return Self.isOfOneApp(provider.unit) && unit == provider.unit
    }

    /// A unit that holds one app, and not all that was started in a login, by the bus, or in a terminal.
    static func isOfOneApp(_ unit: String) -> Bool {
        let shared = ["session-", "user@", "init.scope", "dbus.service", "dbus-broker.service", "vte-spawn-"]
        return !unit.isEmpty && !shared.contains { unit.hasPrefix($0) }
    }
}

/// Finds out whose the streams are, once for each client: a process may end before its stream does.
struct StreamOwners {
    private var known: [SoundServerState.Client: StreamOwner] = [:]

    /// Of every client.
    mutating func owners(in state: SoundServerState) -> [UInt32: StreamOwner] {
        guard let clients = state.streams?.clients else { return [:] }
        let isPipeWire = state.serverName.contains("PipeWire")
        // The agent is a client of the PulseAudio protocol itself.
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
            if let app = client.properties["pipewire.access.portal.app_id"] { owner.app = app }
            owner.mayBeSandboxed = !isPipeWire
        }
        return owner
    }
}

extension StreamOwner {
    init(of process: UInt32) {
        processes = Self.lineage(of: process)
        let identity = ProcessIdentity(controlGroup: Self.read("/proc/\(process)/cgroup"), securityLabel: nil)
        unit = identity.unit
        app = identity.app ?? ""
    }

    private static func lineage(of process: UInt32) -> [UInt32] {
        var processes: [UInt32] = []
        var next = process
        while next > 1, processes.count < 64, !processes.contains(next) {
            processes.append(next)
            // The name may have spaces and brackets in it: what follows is behind the last one.
            let fields = read("/proc/\(next)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            next = fields.count > 1 ? UInt32(fields[1]) ?? 0 : 0
        }
        return processes
    }

    private static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        return String(unsafeUninitializedCapacity: 4096) { max(0, Glibc.read(file, $0.baseAddress, 4096)) }
    }
}

extension SoundServerState.Client {
    fileprivate func processID(_ key: String) -> UInt32? { properties[key].flatMap { UInt32($0) } }
}
