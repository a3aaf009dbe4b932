// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Finds the objects of a tree for the interfaces that show them.
///
/// sd-bus looks for an object once for each interface, and hands the callbacks of properties no object. So the last
/// object stays here until sd-bus looks for another path or for another message, or a method is called.
public final class ObjectFinder<Object> {
    unowned let connection: BusConnection
    private let find: (_ path: ObjectPath, _ sender: String) throws(BusError) -> Object?
    private var last: Finding?

    /// The answer to one question of sd-bus. sd-bus may reuse the memory of a message, so the serial and the sender
    /// count, too.
    private struct Finding {
        let path: String
        let message: OpaquePointer
        let serial: UInt64
        let sender: String
        let object: Object?
    }

    /// `find` maps a path at or below the tree's prefix to the object that this caller finds there; nil if there is
    /// none, or none that the caller may know of. It must return nil for the prefix itself if no object is there. An
    /// error that it throws is the reply.
    public init(
        on connection: BusConnection,
        _ find: @escaping (_ path: ObjectPath, _ sender: String) throws(BusError) -> Object?
    ) {
        self.connection = connection
        self.find = find
    }

    /// The object that a call is about.
    public func object(of call: MethodCall) throws(BusError) -> Object? {
        guard let path = sd_bus_message_get_path(call.message.raw) else { return nil }
        return try object(at: path, for: call.message.raw)
    }

    /// The object that sd-bus has just looked for.
    var lastObject: Object? { last?.object }

    func forget() { last = nil }

    func object(at path: UnsafePointer<CChar>, for message: OpaquePointer) throws(BusError) -> Object? {
        var serial: UInt64 = 0
        sd_bus_message_get_cookie(message, &serial)
        let sender = sd_bus_message_get_sender(message)
        if let last, last.message == message, last.serial == serial, isSame(last.sender, sender),
            isSame(last.path, path)
        {
            return last.object
        }
        last = nil
        let (text, name) = (String(cString: path), sender.map { String(cString: $0) } ?? "")
        let object = try find(ObjectPath(trusted: text), name)
        last = Finding(path: text, message: message, serial: serial, sender: name, object: object)
        return object
    }

    private func isSame(_ text: String, _ other: UnsafePointer<CChar>?) -> Bool {
        guard let other else { return text.isEmpty }
        return text.withCString { strcmp($0, other) == 0 }
    }
}
