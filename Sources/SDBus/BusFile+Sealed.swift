// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

extension BusFile {
    /// Its size in bytes if it is a memfd that is sealed against every change, else nil: a file of another kind can hang
    /// or surprise whoever reads it.
    public var sealedSize: Int? {
        let seals = Int32(CSYSTEMD_SEAL_SHRINK | CSYSTEMD_SEAL_GROW | CSYSTEMD_SEAL_WRITE)
        // What cannot be sealed has none, but fails with all bits set.
        let present = fcntl(descriptor, Int32(CSYSTEMD_GET_SEALS))
        guard present >= 0, present & seals == seals else { return nil }
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }
}
