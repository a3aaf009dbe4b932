// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// A connection to a program beside the call service: on the session bus, on the system bus, or on the bus that the
/// command line names. A command calls it a few times and ends, so it waits for each reply.
struct ProgramLink {
    /// A program with one object.
    struct Program {
        let name: BusName
        let path: ObjectPath
        /// The end of an error message that says how to start it.
        let wayToStart: String
        /// How long it may take to reply, in microseconds; 0 = the 25 s of sd-bus.
        var timeout: UInt64 = 0
    }

    private let program: Program
    private let connection: BusConnection
    private let address: BusAddress

    init(_ program: Program, _ address: BusAddress) throws(Failure) {
        (self.program, self.address) = (program, address)
        do throws(BusError) {
            connection = try BusConnection(address, description: "monkeycall")
        } catch {
            throw Self.unavailable(address.unreachable(error))
        }
    }

    /// Whether the program runs. The question does not start it.
    var isRunning: Bool { RemoteName(program.name, on: connection).isOnBus }

    /// Calls a method and returns the reply. `timeout` is in microseconds; nil = that of the program.
    @discardableResult
    func call<each Argument: BusValue>(
        _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument, timeout: UInt64? = nil
    ) throws(Failure) -> Message {
        let target = CallTarget(program.name, program.path, interface, member)
        return try attempt { () throws(BusError) in
            try connection.call(target, repeat each arguments, timeout: timeout ?? program.timeout)
        }
    }

    /// The properties of an interface.
    func properties(of interface: InterfaceName) throws(Failure) -> [String: Variant] {
        try read([String: Variant].self, from: try call(StandardInterface.properties, "GetAll", interface.text))
    }

    func read<Value: BusValue>(_: Value.Type, from reply: Message) throws(Failure) -> Value {
        try attempt { () throws(BusError) in try reply.read(Value.self) }
    }

    private func attempt<Result>(_ body: () throws(BusError) -> Result) throws(Failure) -> Result {
        do throws(BusError) {
            return try body()
        } catch  where error.name == StandardErrorName.serviceUnknown {
            throw Self.unavailable("\(program.name) is not on \(address.description); \(program.wayToStart)")
        } catch  where error.saysUnavailable {
            throw Self.unavailable("\(program.name) on \(address.description): \(error.message)")
        } catch {
            throw .refused(error)
        }
    }

    private static func unavailable(_ message: String) -> Failure {
        Failure(.unavailable, "ServiceUnavailable", message)
    }
}

/// A connection to monkeycall-directory.
struct DirectoryLink {
    private let link: ProgramLink

    init(_ options: BusOptions) throws(Failure) { try self.init(on: options.sessionBus) }

    /// `timeout` is how long it may take to reply, in microseconds; 0 = the 25 s of sd-bus.
    init(on bus: BusAddress, timeout: UInt64 = 0) throws(Failure) {
        link = try ProgramLink(
            .init(
                name: DirectoryName.bus, path: DirectoryName.path,
                wayToStart: "systemctl --user enable --now monkeycall-directory starts it", timeout: timeout),
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

    /// Calls a method and returns its list.
    func list<each Argument: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument
    ) throws(Failure) -> [[String: Variant]] {
        try call(method, repeat each arguments, returning: [[String: Variant]].self)
    }

    /// What the directory knows about a caller.
    func lookup(_ handle: Handle, timeout: UInt64? = nil) throws(Failure) -> [String: Variant] {
        try call(.lookup, handle.wire, [String: Variant](), timeout: timeout, returning: [String: Variant].self)
    }

    /// The properties of one of the directory's interfaces.
    func properties(of interface: InterfaceName) throws(Failure) -> [String: Variant] {
        try link.properties(of: interface)
    }
}
