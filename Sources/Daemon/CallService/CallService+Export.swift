// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
package import SDBus

/// The objects on the bus: four tables below one prefix. The path and the caller decide which object a message is
/// about.
extension CallService {
    /// Puts everything on the bus. Request the name afterwards.
    package func export() throws(BusError) {
        bus.afterDispatch = { [unowned self] in deliver() }
        bus.slicedWork = SlicedWork(
            isWaiting: { [unowned self] in hasUndelivered }, concerns: { [unowned self] in isDelivering(to: $0) },
            doSlice: { [unowned self] in deliver() })
        // The end of the service refuses the reports that it has not answered.
        bus.onRefusal = { [log] error, call in
            log(.refused(error, member: call.member, client: call.sender))
        }
        bus.onSendFailure = { [unowned self] error, receiver in
            log(.unsent(error.message))
            // The receiver's copy is wrong from here on. An action that a provider did not get times out.
            if let receiver { unsubscribe(Client(name: receiver.text)) }
        }
        try bus.onPeerLost { [unowned self] peer in lose(peer) }
        let finder = ObjectFinder(on: bus) { [unowned self] (path, sender) throws(BusError) in
            try find(path, for: sender)
        }
        let tree = try bus.export(
            under: CallManagerName.path, nodes: { [unowned self] _, sender in paths(for: sender) },
            [
                ExportedInterface(tables.manager, finder) { $0.manager },
                ExportedInterface(tables.audio, finder) { $0.manager.map { AudioNode($0.user.domain.audio, $0.view) } },
                ExportedInterface(tables.call, finder) { $0.call },
                ExportedInterface(tables.provider, finder) { $0.provider },
            ])
        // For introspection only: `answerReaders` answers the calls, for each user's objects.
        try tree.addObjectManager(at: CallManagerName.path)
        try answerReaders(finder)
        let limits = policy.limits
        try bus.serve(waitingBytes: limits.waitingBytes, unreadBytes: limits.unreadBytes)
    }

    /// Subscribes every client that reads all properties or all objects: the object manager and the proxies of GLib
    /// call nothing else, and expect to be told of changes.
    private func answerReaders(_ finder: ObjectFinder<FoundObject>) throws(BusError) {
        readers.append(
            try bus.onCall(interface: StandardInterface.properties, member: "GetAll") { [unowned self] call in
                if let found = try? finder.object(of: call) { try? subscribe(found.view) }
                return false
            })
        readers.append(
            try bus.onCall(interface: StandardInterface.objectManager, member: "GetManagedObjects") {
                [unowned self] call in
                guard let manager = try? finder.object(of: call)?.manager else { return false }
                try? subscribe(manager.view)
                call.reply { (writer) throws(BusError) in try writeObjects(for: manager.view, into: &writer) }
                return true
            })
    }

    private func writeObjects(for view: View, into writer: inout MessageWriter) throws(BusError) {
        try writer.array(of: "{oa{sa{sv}}}") { (writer) throws(BusError) in
            for provider in view.user.domain.providers.values {
                let path = view.paths.path(of: provider.id)
                try write(tables.provider, ProviderNode(provider, view), at: path, into: &writer)
            }
            for call in view.user.domain.calls.values {
                try write(tables.call, CallNode(call, view), at: view.paths.path(of: call.id), into: &writer)
            }
        }
    }

    private func write<Node>(
        _ interface: Interface<Node>, _ node: Node, at path: ObjectPath, into writer: inout MessageWriter
    ) throws(BusError) {
        try writer.entry(path, contents: "a{sa{sv}}") { (writer) throws(BusError) in
            try writer.array(of: "{sa{sv}}") { (writer) throws(BusError) in
                try interface.writeEntry(of: node, into: &writer)
            }
        }
    }
}

/// The interface tables.
struct Tables {
    let manager = managerTable()
    let audio = audioTable()
    let call = callTable()
    let provider = providerTable()
}
