// SPDX-License-Identifier: MIT

extension BusClient {
    static let busName = "org.freedesktop.DBus"

    /// Calls a method of the bus itself.
    @discardableResult
    public func callBus(_ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        try call(Self.busName, "/org/freedesktop/DBus", Self.busName, member, arguments)
    }

    /// Subscribes to the messages that match the rule, e.g. `type='signal',sender='org.example'`.
    public func addMatch(_ rule: String) throws { try callBus("AddMatch", .string(rule)) }

    /// Removes a match rule.
    public func removeMatch(_ rule: String) throws { try callBus("RemoveMatch", .string(rule)) }

    /// Acquires a name. Throws if another connection owns it.
    public func requestName(_ name: String) throws {
        let doNotQueue: UInt32 = 4
        let result = try callBus("RequestName", .string(name), .uint32(doNotQueue)).first?.int
        guard result == 1 else { throw SupportError("\(uniqueName) is not the owner of \(name): code \(result ?? 0)") }
    }

    /// Releases a name.
    public func releaseName(_ name: String) throws { try callBus("ReleaseName", .string(name)) }

    /// The unique name of a name's owner; nil when it has none.
    public func nameOwner(_ name: String) throws -> String? {
        do {
            return try callBus("GetNameOwner", .string(name)).first?.string
        } catch let error as BusError where error.shortName == "NameHasNoOwner" {
            return nil
        }
    }

    /// The user id of a peer, as the bus sees it.
    public func uid(of name: String) throws -> UInt32? {
        try callBus("GetConnectionUnixUser", .string(name)).first?.int.flatMap(UInt32.init(exactly:))
    }

    /// The process of a peer, as the bus sees it.
    public func processID(of name: String) throws -> Int32? {
        try callBus("GetConnectionUnixProcessID", .string(name)).first?.int.flatMap(Int32.init(exactly:))
    }

    /// The unique names of a process's connections.
    public func connections(of process: Int32?) throws -> [String] {
        try callBus("ListNames").first?.strings?.filter {
            $0.hasPrefix(":") && (try? processID(of: $0)) == process
        } ?? []
    }

    /// Waits until a name has an owner (or, with `owned: false`, has none) and returns it.
    @discardableResult
    public func waitForName(_ name: String, owned: Bool = true, timeout: Double? = nil) throws -> String {
        try waitForOwner(of: name, until: Deadline(after: timeout)) { ($0 != nil) == owned } ?? ""
    }

    /// Waits until a name has an owner. Throws when the process that should acquire it ends.
    package func waitForName(_ name: String, unlessEnded process: ChildProcess) throws -> String {
        guard let handle = try process.exitHandle() else { throw SupportError("the process has ended") }
        return try waitForOwner(of: name, until: Deadline(), unless: handle) { $0 != nil } ?? ""
    }

    /// Waits until the owner of a name is right; nil = the name has none.
    public func waitForOwner(of name: String, _ isRight: (String?) -> Bool) throws {
        try waitForOwner(of: name, until: Deadline(), isRight)
    }

    @discardableResult
    private func waitForOwner(
        of name: String, until deadline: Deadline, unless handle: Descriptor? = nil, _ isRight: (String?) -> Bool
    ) throws -> String? {
        let rule =
            "type='signal',sender='\(Self.busName)',interface='\(Self.busName)',"
            + "member='NameOwnerChanged',arg0='\(name)'"
        // The match is added first, so that no change is missed between the query and the wait.
        try addMatch(rule)
        defer { try? removeMatch(rule) }
        var owner = try nameOwner(name)
        while !isRight(owner) {
            _ = try waitForSignal("NameOwnerChanged", until: deadline, unless: handle) {
                $0.arguments.first?.string == name
            }
            owner = try nameOwner(name)
        }
        return owner
    }
}
