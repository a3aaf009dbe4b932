// SPDX-License-Identifier: MIT
internal import Glibc
package import ProcessIdentity

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

    /// Asks the bus and waits for the answer.
    init(_ name: String, _ connection: BusConnection) throws(BusError) {
        try self.init(name, answer: try connection.call(Self.question, name))
    }

    /// The method of the bus that takes the name of a connection and returns its credentials.
    static let question = CallTarget.bus("GetConnectionCredentials")

    /// Reads the bus's answer to `question`.
    init(_ name: String, answer: Message) throws(BusError) {
        self = try answer.read { (reader) throws(BusError) in try Peer(credentials: &reader, name) }
    }

    private init(credentials reader: inout MessageReader, _ name: String) throws(BusError) {
        var (uid, pid, label): (UInt32?, UInt32, String?) = (nil, 0, nil)
        try reader.dictionary(key: "s", value: "v") { (reader) throws(BusError) in
            switch try reader.read(String.self) {
            case "UnixUserID": uid = try Variant(from: &reader).uint32
            case "ProcessID": pid = try Variant(from: &reader).uint32 ?? 0
            case "LinuxSecurityLabel": label = try Self.label(&reader)
            default: try reader.skip()
            }
        }
        guard let uid else { throw .accessDenied("The bus does not tell the user of the connection \(name)") }
        self.name = name
        self.uid = uid
        self.pid = pid
        let controlGroup = pid == 0 ? "" : Self.text(ofFile: "/proc/\(pid)/cgroup")
        identity = controlGroup.isEmpty ? nil : ProcessIdentity(controlGroup: controlGroup, securityLabel: label)
    }

    /// The label is an array of bytes that ends with NUL.
    private static func label(_ reader: inout MessageReader) throws(BusError) -> String? {
        guard case .array(of: "y", let bytes) = try Variant(from: &reader) else { return nil }
        let text = bytes.lazy.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Reads at most 4 KiB: the path of a control group is not longer.
    private static func text(ofFile path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        return String(unsafeUninitializedCapacity: 4096) { max(0, read(file, $0.baseAddress, 4096)) }
    }
}
