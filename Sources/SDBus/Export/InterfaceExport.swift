// SPDX-License-Identifier: MIT

/// An interface with the finder of its nodes.
public struct InterfaceExport {
    let name: String
    let bind: (BusConnection) -> ExportedInterface

    /// `find` maps a path at or below the prefix to the node that this caller may see; nil means that there is none.
    /// Its error is the error reply. It must return nil for the prefix itself if the prefix is not an object. sd-bus
    /// may call it several times for one message; the last node may be kept until the next call.
    public init<Node>(
        _ interface: Interface<Node>, find: @escaping (_ path: String, _ caller: BusCaller) throws(BusError) -> Node?
    ) {
        name = interface.name
        bind = { ExportedTable(interface, $0, find) }
    }
}
