// SPDX-License-Identifier: MIT
internal import Glibc

/// A file descriptor that arrives or leaves with a message. The last reference closes it.
public final class BusFile: BusValue, Hashable, Sendable {
    /// Close-on-exec, and open as long as this object lives.
    public let descriptor: Int32

    /// Adopts a descriptor; only this object may close it.
    public init(adopting descriptor: Int32) { self.descriptor = descriptor }

    /// Duplicates a descriptor that other code owns.
    public convenience init(duplicating descriptor: Int32) throws(BusError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw BusError(errno: errno, "Keeping a descriptor") }
        self.init(adopting: copy)
    }

    deinit { _ = Glibc.close(descriptor) }

    public static var signature: String { "h" }

    /// Reads the next value. sd-bus closes its descriptor with the message, so it is duplicated at once.
    public convenience init(from reader: inout MessageReader) throws(BusError) {
        try self.init(duplicating: try reader.number(TypeCode.file, Int32(-1)))
    }

    /// Appends the file; the message gets a duplicate.
    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.number(TypeCode.file, descriptor)
    }

    /// Compares identities, not contents.
    public static func == (a: BusFile, b: BusFile) -> Bool { a === b }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
