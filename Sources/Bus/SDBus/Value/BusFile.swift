// SPDX-License-Identifier: MIT

internal import CSystemd
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

extension BusFile {
    private static var seals: Int32 { Int32(CSYSTEMD_SEAL_SHRINK | CSYSTEMD_SEAL_GROW | CSYSTEMD_SEAL_WRITE) }

    /// The size in bytes of a memfd that is sealed against every change; nil for every other file, because a reader of
    /// such a file may hang, or its contents may change.
    public var sealedSize: Int? {
        // For a file that cannot be sealed, fcntl fails with -1, which has all bits set.
        let present = fcntl(descriptor, Int32(CSYSTEMD_GET_SEALS))
        guard present >= 0, present & Self.seals == Self.seals else { return nil }
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The bytes of a sealed memfd; nil for every other file, and for a larger one.
    package func sealedBytes(limit: Int) -> [UInt8]? {
        guard let size = sealedSize, size <= limit else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        return pread(descriptor, &bytes, size, 0) == size ? bytes : nil
    }

    /// A new, empty file in memory.
    package static func inMemory() throws(BusError) -> BusFile { BusFile(adopting: try memory()) }

    private static func memory() throws(BusError) -> Int32 {
        let memory = memfd_create("monkeycall", UInt32(CSYSTEMD_MFD_CLOEXEC | CSYSTEMD_MFD_ALLOW_SEALING))
        guard memory >= 0 else { throw BusError(errno: errno, "Making a file in memory") }
        return memory
    }

    /// A new memfd with these bytes, sealed against every change.
    public convenience init(sealing bytes: some Sequence<UInt8>) throws(BusError) {
        let memory = try Self.memory()
        self.init(adopting: memory)
        let bytes = Array(bytes)
        guard Glibc.write(memory, bytes, bytes.count) == bytes.count,
            fcntl(memory, Int32(CSYSTEMD_ADD_SEALS), Self.seals) == 0
        else { throw BusError(errno: errno, "Filling a file in memory") }
    }
}
