// SPDX-License-Identifier: MIT

import CFileSystem
import Glibc
import SDBus

/// Gives memory back a few seconds after the process has used much of it: free memory, and the pages of the program and of its
/// libraries that are only read. The kernel maps such a page again when the process needs it, nearly always from the page cache.
///
/// With Foundation, which GRDB needs, the program has 60 MiB. The start reads relocations and the records of all types, and the kernel
/// maps the neighbours of each page too. So 22 MiB were mapped as long as the user was logged in.
final class ProgramPages {
    private let loop: EventLoop
    private var timer: Timer?
    /// The page faults of the process when the pages were last given back.
    private var faults = 0

    /// A fault maps at most 64 KiB of a file, so at most 3 MiB stay mapped. A few faults are worth no wake-up: the connections that
    /// leave the bus would cause one again and again.
    private static let manyFaults = 48
    private static let patience: UInt64 = 3_000_000

    /// The C library gives a block of at least this size back when it is freed. It would raise this value to that of the largest
    /// block that was freed, up to 32 MiB. The end of the heap of a thread, which `malloc_trim` leaves alone, then keeps twice as
    /// much: 29 MiB after the import of a long list.
    private static let largeBlock: Int32 = 128 << 10

    init(_ loop: EventLoop) { self.loop = loop }

    func begin() throws(BusError) {
        mallopt(M_MMAP_THRESHOLD, Self.largeBlock)
        try loop.afterTurns { [unowned self] in
            guard timer == nil, Self.faults - faults >= Self.manyFaults else { return }
            timer = try? loop.timer(after: Self.patience) { [unowned self] in giveBack() }
        }
    }

    private func giveBack() {
        timer = nil
        malloc_trim(0)
        cfilesystem_each_object(
            { object, _, _ in
                guard let object = object?.pointee else { return 0 }
                for segment in UnsafeBufferPointer(start: object.segments, count: Int(object.count)) {
                    ProgramPages.giveBack(segment, of: UInt(object.address))
                }
                return 0
            }, nil)
        faults = Self.faults
    }

    private static func giveBack(_ segment: Elf64_Phdr, of address: UInt) {
        // A segment with relocations counts as one that can be written to: its pages are not those of the file.
        guard segment.p_type == PT_LOAD, Int32(segment.p_flags) & PF_W == 0 else { return }
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let start = (address + UInt(segment.p_vaddr)) / page * page
        let end = address + UInt(segment.p_vaddr + segment.p_memsz)
        madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
    }

    /// Those of all threads that did not read a disk.
    private static var faults: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_minflt
    }
}
