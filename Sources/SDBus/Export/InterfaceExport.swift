// SPDX-License-Identifier: MIT

/// An interface together with how its nodes are found.
public struct InterfaceExport {
    let name: String
    let bind: (BusConnection) -> ExportedInterface

    /// `find` maps a path at or below the prefix to the node that is there for this caller; nil means that there is
    /// none, or none that the caller may know of; what it throws is the error reply. It has to refuse the prefix itself where that is no object. It may
    /// well be asked several times for one message; the node it returned last may be kept until it is asked again.
    public init<Node>(
        _ interface: Interface<Node>, find: @escaping (_ path: String, _ caller: BusCaller) throws(BusError) -> Node?
    ) {
        name = interface.name
        bind = { ExportedTable(interface, $0, find) }
    }
}
