// SPDX-License-Identifier: MIT

import CFileSystem
import Glibc
import SDBus

/// Takes the pages of the program and of its libraries that are only read out of memory, a few seconds after the
/// process has mapped many of them, together with free memory. The kernel maps such a page again when the process needs
/// it, nearly always from the page cache.
///
/// With Foundation, which GRDB needs, the program has 60 MiB. The start reads relocations and the records of all types,
/// and the kernel maps the neighbours of each page too. So 22 MiB were mapped as long as the user was logged in.
enum ProgramPages {
    /// A fault maps at most 64 KiB of a file, so at most 3 MiB stay mapped. A few faults are worth no wake-up: the
    /// connections that leave the bus would cause one again and again.
    static let manyFaults = 48

    static func giveBack() {
        cfilesystem_each_object(
            { object, _, _ in
                guard let object = object?.pointee else { return 0 }
                for segment in UnsafeBufferPointer(start: object.segments, count: Int(object.count)) {
                    ProgramPages.giveBack(segment, of: UInt(object.address))
                }
                return 0
            }, nil)
    }

    private static func giveBack(_ segment: Elf64_Phdr, of address: UInt) {
        // A segment with relocations counts as one that can be written to: its pages are not those of the file.
        guard segment.p_type == PT_LOAD, Int32(segment.p_flags) & PF_W == 0 else { return }
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let start = (address + UInt(segment.p_vaddr)) / page * page
        let end = address + UInt(segment.p_vaddr + segment.p_memsz)
        madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
    }
}
