// SPDX-License-Identifier: MIT

/// A program that others know by a well-known name: which connection has the name now, what it tells, and its methods.
///
/// Any connection can send this one any signal, and for sd-bus every unique name satisfies a match for a well-known
/// name. So a signal counts only if the present owner has sent it, and a reply only if the program that was asked still
/// has the name. Following a name starts no program.
public final class RemoteName {
    package let name: BusName
    package let connection: BusConnection
    /// The unique name of the owner; nil while there is none, and before ``begin(skipsGaps:_:)``.
    package private(set) var owner: String?
    private var watch: BusSlot?
    private var observers: [(skipsGaps: Bool, body: (_ owner: String?) -> Void)] = []

    /// Follows nothing yet.
    public init(_ name: BusName, on connection: BusConnection) { (self.name, self.connection) = (name, connection) }

    /// Follows the owner from now on. Calls `changed` with each owner, also with the present one, and with nil when
    /// there is none any more: another owner has nothing of the one before. With `skipsGaps` not with nil if another
    /// program takes the name at once. Waits for the bus, never for the program.
    public func begin(
        skipsGaps: Bool = false, _ changed: @escaping (_ owner: String?) -> Void = { _ in }
    ) throws(BusError) {
        do throws(BusError) {
            watch = try connection.watchName(name) { [unowned self] in set($0) }
            let owner = try connection.owner(of: name)
            observers.append((skipsGaps, changed))
            set(owner)
        } catch {
            watch = nil
            throw error
        }
    }

    /// Follows it no longer, and tells nobody.
    package func end() { (watch, observers, owner) = (nil, [], nil) }

    /// Calls `body` as `begin` does, before what was given later.
    package func observe(_ body: @escaping (_ owner: String?) -> Void) { observers.append((false, body)) }

    /// Asks the bus whether a program has the name, and follows nothing. False if the bus does not answer.
    package var isOnBus: Bool { (try? connection.owner(of: name)) != nil }

    /// Asks the bus which connection has the name, without waiting, and follows nothing. `NameHasNoOwner` if none has
    /// it. `timeout` is in microseconds; 0 is that of sd-bus.
    package func askOwner(timeout: UInt64 = 0, then body: @escaping (Result<String, BusError>) -> Void) {
        connection.ask(.bus("GetNameOwner"), name.text, timeout: timeout) { reply in
            body(Result { () throws(BusError) in try reply.get().read(String.self) })
        }
    }

    private func set(_ new: String?) {
        guard new != owner else { return }
        if owner != nil, new != nil { notify(nil, isGap: true) }
        notify(new, isGap: false)
    }

    /// An observer may end this.
    private func notify(_ new: String?, isGap: Bool) {
        guard watch != nil else { return }
        owner = new
        for observer in observers where watch != nil && !(isGap && observer.skipsGaps) { observer.body(new) }
    }

    // MARK: Signals

    /// Calls `body` with each signal of the owner that matches, as long as the slot lives; nil matches everything.
    /// Waits once for the bus.
    public func onSignal(
        path: ObjectPath? = nil, interface: InterfaceName? = nil, member: MemberName? = nil,
        _ body: @escaping (Message) -> Void
    ) throws(BusError) -> BusSlot {
        try connection.onSignal(from: name, path: path, interface: interface, member: member) {
            [weak self] signal in if let self, signal.sender == owner { body(signal) }
        }
    }

    /// The same for the signals of an interface that the owner sends to this connection alone. Needs no match at the
    /// bus.
    package func onUnicastSignal(
        interface: InterfaceName, _ body: @escaping (Message) -> Void
    ) throws(BusError) -> BusSlot {
        try connection.onUnicastSignal(interface: interface) { [weak self] signal in
            if let self, signal.sender == owner { body(signal) }
        }
    }

    // MARK: Methods

    /// Calls a method of the owner without waiting. `body` is called once, at once if nobody has the name. A reply of a
    /// program that has lost the name meanwhile is `NoReply`: what it said is about another one. `timeout` is in
    /// microseconds; 0 is that of sd-bus. `starts`: if nobody has the name, the bus starts a program for this call.
    package func call<each Argument: BusValue>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument,
        timeout: UInt64 = 0, starts: Bool = false,
        then body: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        let asked = owner
        guard asked != nil || starts else {
            return body(
                .failure(BusError(name: StandardErrorName.nameHasNoOwner, message: "No program has the name \(name).")))
        }
        let life = RemoteLife(asked ?? name.text, on: connection)
        life.call(path, interface, member, repeat each arguments, timeout: timeout) { [weak self] reply in
            guard let self, let asked, owner != asked else { return body(reply) }
            body(.failure(BusError(name: StandardErrorName.noReply, message: "The program \(name) has gone.")))
        }
    }

    /// The same, but `body` is not called if there is no owner, or if the program that was asked has lost the name
    /// meanwhile.
    package func ask<each Argument: BusValue>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument,
        then body: @escaping (Result<Message, BusError>) -> Void
    ) {
        guard let asked = owner else { return }
        call(path, interface, member, repeat each arguments) { [weak self] reply in
            if let self, owner == asked { body(reply) }
        }
    }

    /// Asks the bus to start a program that has the name. `body` gets nil when there is one.
    package func start(_ path: ObjectPath, then body: @escaping (BusError?) -> Void) {
        call(path, StandardInterface.peer, "Ping", starts: true) { body($0.failure) }
    }

    /// Reads one property; nil if the program does not tell it. `body` is not called if there is no owner, or
    /// if the program has lost the name meanwhile.
    package func get(
        _ property: String, _ path: ObjectPath, _ interface: InterfaceName, then body: @escaping (Variant?) -> Void
    ) {
        ask(path, StandardInterface.properties, "Get", interface.text, property) { reply in
            body(try? reply.get().read(Variant.self))
        }
    }

    /// Whether the present owner has sent that message: a reply to a call of the name, which may have started a
    /// program.
    package func isSender(of message: Message) -> Bool { message.sender == owner }
}

/// One life of a program on the bus: the connection that has its name from one moment to another. Its methods go to its
/// unique name, so no call starts another one, and no other connection can send a signal with that name.
package final class RemoteLife {
    /// The unique name.
    package let owner: String
    package let connection: BusConnection

    package init(_ owner: String, on connection: BusConnection) { (self.owner, self.connection) = (owner, connection) }

    /// The program that has sent that reply, whatever name was called.
    package convenience init(of reply: Message, on connection: BusConnection) {
        self.init(reply.sender, on: connection)
    }

    /// Calls `body` with each signal of the program that matches, as long as the slot lives; nil matches everything.
    /// Waits once for the bus.
    package func onSignal(
        path: ObjectPath? = nil, interface: InterfaceName? = nil, member: MemberName? = nil,
        _ body: @escaping (Message) -> Void
    ) throws(BusError) -> BusSlot {
        try connection.onSignal(from: BusName(trusted: owner), path: path, interface: interface, member: member, body)
    }

    /// Calls a method without waiting. `body` is called once. `timeout` is in microseconds; 0 is that of sd-bus.
    package func call<each Argument: BusValue>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument,
        timeout: UInt64 = 0, then body: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        let target = CallTarget(BusName(trusted: owner), path, interface, member)
        connection.ask(target, repeat each arguments, timeout: timeout, then: body)
    }

    /// Asks the bus for the file name of the program; nil if it is unknown. Unlike a `Peer` this watches nothing.
    package func askProgram(then body: @escaping (String?) -> Void) {
        connection.ask(.bus("GetConnectionUnixProcessID"), owner) { reply in
            body((try? reply.get().read(UInt32.self)).flatMap { Executable.name(of: $0) })
        }
    }

    /// Reads one property; nil if the program does not tell it.
    package func get(
        _ property: String, _ path: ObjectPath, _ interface: InterfaceName, then body: @escaping (Variant?) -> Void
    ) {
        call(path, StandardInterface.properties, "Get", interface.text, property) { reply in
            body(try? reply.get().read(Variant.self))
        }
    }
}

/// The programs whose names begin alike, such as the media players. A signal counts only if one of them has sent it.
public final class RemoteNames {
    private let namespace: BusName
    private let connection: BusConnection
    /// The unique names of the owners, by their well-known names.
    private var owners: [String: String] = [:]
    private var slots: [BusSlot] = []
    /// More names than this are not followed.
    private static let limit = 64

    /// The name `namespace` and all names that begin with it and a dot.
    public init(below namespace: BusName, on connection: BusConnection) {
        (self.namespace, self.connection) = (namespace, connection)
    }

    /// Calls `changed` with each name that gets an owner or another one, and with each that has none any more, until
    /// ``end()``. Does not tell the present names. Waits once for the bus.
    public func begin(_ changed: @escaping (_ name: String, _ isThere: Bool) -> Void) throws(BusError) {
        slots = [try connection.watchNames(below: namespace) { changed($0, $1 != nil) }]
    }

    /// Calls `body` with each signal of these programs that matches, and with the unique name of its sender, until
    /// ``end()``. Waits for the bus's matches. Its answers about the present programs come later, and until then their
    /// signals do not count.
    package func begin(
        path: ObjectPath, interface: InterfaceName, member: MemberName,
        _ body: @escaping (_ owner: String, Message) -> Void
    ) throws(BusError) {
        slots = [
            try connection.watchNames(below: namespace) { [unowned self] in set($0, $1) },
            try connection.onSignal(path: path, interface: interface, member: member) { [unowned self] signal in
                let sender = signal.sender
                if owners.values.contains(sender) { body(sender, signal) }
            },
        ]
        try connection.callAsync(.bus("ListNames")) { [weak self] reply in
            if let names = try? reply.get().read([String].self) { self?.find(names) }
        }
    }

    private func find(_ names: [String]) {
        for name in names.filter({ ($0 + ".").hasPrefix(namespace.text + ".") }).prefix(Self.limit) {
            RemoteName(BusName(trusted: name), on: connection).askOwner { [weak self] owner in
                guard let self, !slots.isEmpty, let owner = try? owner.get() else { return }
                set(name, owner)
            }
        }
    }

    /// Follows them no longer.
    public func end() { (slots, owners) = ([], [:]) }

    private func set(_ name: String, _ owner: String?) {
        if owner == nil || owners[name] != nil || owners.count < Self.limit { owners[name] = owner }
    }
}
