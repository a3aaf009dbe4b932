// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// A connection to monkeycall-directory.
struct DirectoryLink {
    private let link: ProgramLink

    init(_ options: BusOptions) throws(Failure) { try self.init(on: options.sessionBus) }

    init(on bus: BusAddress) throws(Failure) {
        link = try ProgramLink(
            .init(
                name: DirectoryName.bus, path: DirectoryName.path,
                wayToStart: "systemctl --user enable --now monkeycall-directory starts it"),
            bus)
    }

    /// Whether the directory runs. The question does not start it.
    var isRunning: Bool { link.isRunning }

    /// Calls a method without a result. `timeout` is in microseconds.
    func call<each Argument: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument, timeout: UInt64? = nil
    ) throws(Failure) {
        try link.call(method.interface, method.member, repeat each arguments, timeout: timeout)
    }

    /// Calls a method and returns its only result.
    func call<each Argument: BusValue, Result: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument, timeout: UInt64? = nil,
        returning result: Result.Type
    ) throws(Failure) -> Result {
        try link.read(
            result, from: try link.call(method.interface, method.member, repeat each arguments, timeout: timeout))
    }

    /// The properties of one of the directory's interfaces.
    func properties(of interface: InterfaceName) throws(Failure) -> [String: Variant] {
        try link.properties(of: interface)
    }
}
