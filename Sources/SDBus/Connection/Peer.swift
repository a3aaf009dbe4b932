// SPDX-License-Identifier: MIT
internal import Glibc

/// What the bus knows for certain about a connection to it.
public struct Peer: Hashable, Sendable {
    /// The user.
    public let uid: UInt32
    /// The process, 0 if the bus does not say. It may have ended, and the number be another's by now.
    public let pid: UInt32
    /// The label of the security module, e.g. `unconfined`; nil without one.
    public let securityLabel: String?
    /// The text of `/proc/<pid>/cgroup` at the time of asking; empty if that cannot be read.
    public let controlGroup: String

    /// Asks the bus with one call.
    init(_ name: String, _ connection: BusConnection) throws(BusError) {
        try self.init(name, answer: try connection.call(Self.question, name))
    }

    /// What the bus is asked with the name of the connection.
    static let question = CallTarget.bus("GetConnectionCredentials")

    /// Reads what the bus has answered.
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
        guard let uid else { throw .accessDenied("The bus does not say whose connection \(name) is") }
        self.uid = uid
        self.pid = pid
        securityLabel = label
        controlGroup = pid == 0 ? "" : Self.text(ofFile: "/proc/\(pid)/cgroup")
    }

    /// Bytes with a NUL at the end.
    private static func label(_ reader: inout MessageReader) throws(BusError) -> String? {
        guard case .array(of: "y", let bytes) = try Variant(from: &reader) else { return nil }
        let text = bytes.lazy.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// At most 4 KiB: the path of a control group is no longer.
    private static func text(ofFile path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        return String(unsafeUninitializedCapacity: 4096) { max(0, read(file, $0.baseAddress, 4096)) }
    }
}
