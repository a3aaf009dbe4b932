// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Gives free memory back a few seconds after the process has used much of it, such as for a large message. The C
/// library alone keeps what lies below a block that is still in use.
final class MemoryReturn {
    private unowned let loop: EventLoop
    private var manyFaults: Int
    private var body: () -> Void
    private var timer: Timer?
    /// The page faults of the process when memory was last given back.
    private var faults = 0

    private static let patience: UInt64 = 3_000_000
    /// The C library gives a block of at least this size back when it is freed. It would raise this value to that of
    /// the largest block that was freed, up to 32 MiB. The end of the heap of a thread, which `malloc_trim` leaves
    /// alone, then keeps twice as much: 29 MiB after the import of a long list.
    private static let largeBlock: Int32 = 128 << 10

    init(_ loop: EventLoop, afterFaults manyFaults: Int, _ body: @escaping () -> Void) throws(BusError) {
        (self.loop, self.manyFaults, self.body) = (loop, manyFaults, body)
        mallopt(M_MMAP_THRESHOLD, Self.largeBlock)
        try loop.afterTurns { [unowned self] in
            guard timer == nil, Self.faults - faults >= self.manyFaults else { return }
            timer = self.loop.timer(after: Self.patience) { [unowned self] in giveBack() }
        }
    }

    func change(afterFaults manyFaults: Int, _ body: @escaping () -> Void) {
        (self.manyFaults, self.body) = (manyFaults, body)
    }

    private func giveBack() {
        timer = nil
        malloc_trim(0)
        body()
        faults = Self.faults
    }

    /// Those of all threads that did not read a disk.
    private static var faults: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_minflt
    }
}
