// SPDX-License-Identifier: MIT
internal import Glibc

/// A file descriptor that came with a message or goes with one; closed with the last reference.
public final class BusFile: BusValue, Hashable, Sendable {
    /// The descriptor, close-on-exec, open as long as this object lives.
    public let descriptor: Int32

    /// Takes over a descriptor, which nobody else may close.
    public init(adopting descriptor: Int32) { self.descriptor = descriptor }

    /// Duplicates a descriptor that somebody else owns.
    public convenience init(duplicating descriptor: Int32) throws(BusError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw BusError(errno: errno, "Keeping a descriptor") }
        self.init(adopting: copy)
    }

    deinit { _ = Glibc.close(descriptor) }

    /// `h`
    public static var signature: String { "h" }

    /// Reads the next value. sd-bus lends a descriptor that dies with the message, so it is duplicated at once.
    public convenience init(from reader: inout MessageReader) throws(BusError) {
        try self.init(duplicating: try reader.number(TypeCode.file, Int32(-1)))
    }

    /// Appends it; the message gets a duplicate.
    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.number(TypeCode.file, descriptor)
    }

    /// Whether it is the same object.
    public static func == (a: BusFile, b: BusFile) -> Bool { a === b }

    /// By identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
