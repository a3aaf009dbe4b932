// SPDX-License-Identifier: MIT

/// A connection to the bus, with the verified facts of the bus and of the kernel about it.
public struct Peer: Hashable, Sendable {
    /// The unique name.
    public let name: String
    /// The user id.
    public let uid: UInt32
    /// The process id; 0 if the bus does not tell. The process may have exited, and another one may have the number by
    /// now.
    public let pid: UInt32
    /// The unit and the sandbox of the process when the bus answered; nil if the process could not be inspected.
    package let identity: ProcessIdentity?

    /// A peer that is known already.
    package init(name: String, uid: UInt32, pid: UInt32, identity: ProcessIdentity?) {
        (self.name, self.uid, self.pid, self.identity) = (name, uid, pid, identity)
    }

    /// The identity. Throws the refusal of a process that could not be inspected: it may have left a sandbox by ending
    /// the process that opened the connection.
    package func inspected() throws(BusError) -> ProcessIdentity {
        guard let identity else { throw .uninspected(tellsGroups: ProcessFacts.areTold) }
        return identity
    }

    /// Whether the program certainly runs outside of a sandbox. A process that cannot be inspected may be in one.
    package var isOutsideSandbox: Bool { sandboxedApp == nil }

    /// Whether the program is root outside of a sandbox. A sandbox confines uid 0, too.
    package var isRoot: Bool { uid == 0 && isOutsideSandbox }

    /// The app in whose sandbox the program runs; nil outside of a sandbox. Processes that cannot be inspected count as
    /// the app of the sandboxes without a name.
    package var sandboxedApp: String? {
        guard let identity else { return "" }
        return identity.app
    }

    /// The method of the bus that takes the name of a connection and returns its credentials.
    static let question = CallTarget.bus("GetConnectionCredentials")

    /// A peer by the bus's answer to `question`. `seen` is a time at which the connection existed, by the clock of
    /// processes.
    init(_ name: String, _ credentials: Credentials, seen: UInt64, in surroundings: Surroundings) throws(BusError) {
        guard let uid = credentials.uid else {
            throw .accessDenied("The bus does not tell the user of the connection \(name)")
        }
        (self.name, self.uid) = (name, uid)
        guard let process = credentials.process else {
            pid = credentials.pid
            let facts = pid == 0 ? nil : ProcessFacts(of: String(pid))
            identity = facts.map {
                ProcessIdentity($0, securityLabel: credentials.label, seen: seen, in: surroundings)
            }
            return
        }
        let number = ProcessDescriptor.process(of: process.descriptor)
        let facts = number.flatMap { ProcessFacts(of: String($0)) }
        // If the process has still the number, the facts are about it.
        let isSame = number != nil && ProcessDescriptor.process(of: process.descriptor) == number
        pid = number ?? credentials.pid
        identity =
            isSame
            ? facts.map { ProcessIdentity($0, securityLabel: credentials.label, seen: nil, in: surroundings) } : nil
    }
}

/// What the bus tells about a connection.
struct Credentials {
    var uid: UInt32?
    var pid: UInt32 = 0
    /// The process that opened the connection. Older buses than dbus 1.16 and dbus-broker 36 tell only its number,
    /// which another process may have by now.
    var process: BusFile?
    var label: String?

    init(_ answer: Message) throws(BusError) {
        self = try answer.read { (reader) throws(BusError) in try Credentials(&reader) }
    }

    private init(_ reader: inout MessageReader) throws(BusError) {
        try reader.dictionary(key: "s", value: "v") { (reader) throws(BusError) in
            switch try reader.read(String.self) {
            case "UnixUserID": uid = try Variant(from: &reader).uint32
            case "ProcessID": pid = try Variant(from: &reader).uint32 ?? 0
            case "ProcessFD": if case .file(let file) = try Variant(from: &reader) { process = file }
            case "LinuxSecurityLabel": label = try Self.label(&reader)
            default: try reader.skip()
            }
        }
    }

    /// The label is an array of bytes that ends with NUL.
    private static func label(_ reader: inout MessageReader) throws(BusError) -> String? {
        guard case .array(of: "y", let bytes) = try Variant(from: &reader) else { return nil }
        let text = bytes.lazy.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension Peer {
    /// The one place that decides what counts as one program, whatever the number of its connections: its sandbox; else
    /// its systemd unit; else its process. Some units have many programs. All sandboxes without a name are one: what
    /// runs there can start any number of processes and units.
    package var program: String {
        if let app = identity?.app { return "app " + app }
        if let unit = identity?.unit, !unit.isEmpty, !Self.hasManyPrograms(unit) { return "unit " + unit }
        return pid == 0 ? "connection " + name : "process \(pid)"
    }

    /// A login session, and the bus, which starts programs by itself.
    private static func hasManyPrograms(_ unit: String) -> Bool {
        unit.hasPrefix("session-") || ["dbus.service", "dbus-broker.service"].contains(unit)
    }
}
