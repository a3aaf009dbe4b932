// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
package import SDBus

/// The objects on the bus: four tables below one prefix, found by path and by who asks.
extension CallService {
    /// Puts everything on the bus; request the name after it.
    package func export() throws(BusError) {
        bus.afterDispatch = { [unowned self] in deliver() }
        bus.onSendFailure = { [unowned self] error, receiver in
            log(.unsent(error.message))
            // What it knows is wrong from here on. A provider's action times out.
            if let receiver { unsubscribe(Client(name: receiver)) }
        }
        try bus.onPeerLost { [unowned self] name in lose(name) }
        let tree = try bus.export(
            under: CallManagerName.path, nodes: { [unowned self] _, caller in paths(for: caller.sender) },
            [
                InterfaceExport(tables.manager) { [unowned self] (path, caller) throws(BusError) in
                    try manager(path, caller.sender)
                },
                InterfaceExport(tables.audio) { [unowned self] (path, caller) throws(BusError) in
                    try manager(path, caller.sender).map(AudioNode.init)
                },
                InterfaceExport(tables.call) { [unowned self] (path, caller) throws(BusError) in
                    try call(path, caller.sender)
                },
                InterfaceExport(tables.provider) { [unowned self] (path, caller) throws(BusError) in
                    try provider(path, caller.sender)
                },
            ])
        // For introspection; the calls themselves are answered below, for every user's tree.
        try tree.addObjectManager(at: CallManagerName.path)
        try watchReaders()
        let limits = policy.limits
        try bus.takeTurns(waitingBytes: limits.waitingBytes, unreadBytes: limits.unreadBytes) {
            [unowned self] reason, sender in
            log(.refused(CallError.Code.limitsExceeded.rawValue, client: sender))
            return CallError(.limitsExceeded, reason.message).onBus
        }
    }

    /// Who reads everything wants to hear of changes: GLib's object manager and proxies call nothing else.
    private func watchReaders() throws(BusError) {
        readers.append(
            try bus.onCall(interface: StandardInterface.properties, member: "GetAll") { [unowned self] call in
                if let visit = try? visit(call.path, call.sender) { try? subscribe(visit) }
                return false
            })
        readers.append(
            try bus.onCall(interface: StandardInterface.objectManager, member: "GetManagedObjects") {
                [unowned self] call in
                guard let visit = try? visit(call.path, call.sender), visit.place == .manager else { return false }
                try? subscribe(visit)
                call.reply { (writer) throws(BusError) in try writeObjects(for: visit, into: &writer) }
                return true
            })
    }

    private func writeObjects(for visit: Visit, into writer: inout MessageWriter) throws(BusError) {
        let (user, tree) = (visit.user, visit.tree)
        try writer.array(of: "{oa{sa{sv}}}") { (writer) throws(BusError) in
            for provider in user.domain.providers.values {
                let node = ProviderNode(provider, of: user, for: visit.caller, self)
                try write(tables.provider, node, at: tree.path(of: provider.id), into: &writer)
            }
            for call in user.domain.calls.values {
                let node = CallNode(call, of: user, in: tree, for: visit.caller, self)
                try write(tables.call, node, at: tree.path(of: call.id), into: &writer)
            }
        }
    }

    private func write<Node>(
        _ interface: Interface<Node>, _ node: Node, at path: String, into writer: inout MessageWriter
    ) throws(BusError) {
        try writer.entry(ObjectPath(trusted: path), contents: "a{sa{sv}}") { (writer) throws(BusError) in
            try writer.array(of: "{sa{sv}}") { (writer) throws(BusError) in
                try interface.writeEntry(of: node, into: &writer)
            }
        }
    }
}

/// The interface tables, made once.
struct Tables {
    let manager = managerTable()
    let audio = audioTable()
    let call = callTable()
    let provider = providerTable()
}
