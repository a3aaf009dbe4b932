// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// The processor time of all that does not belong to the round, such as compilers and other tests, and of the service,
/// which a round counts itself. The bus, the attackers and the bystanders are in the slices, or in this process.
final class Elsewhere: Sendable {
    private let sample: Mutex<Duration>
    /// The number of processors.
    static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    init() {
        sample = Mutex(Self.read())
        // A look for each wait would keep the processors busy itself.
        Thread { [weak self] in
            while self?.look() != nil { usleep(50_000) }
        }.start()
    }

    /// So much until now, as far as was looked.
    var time: Duration { sample.withLock { $0 } }

    private func look() { sample.withLock { $0 = Self.read() } }

    private static func read() -> Duration {
        var own = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own)
        return machine() - slices() - .seconds(own.tv_sec) - .nanoseconds(own.tv_nsec)
    }

    /// The busy time of all processors.
    private static func machine() -> Duration {
        let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.prefix { $0 != "\n" } ?? ""
        let ticks = line.split(separator: " ").dropFirst().compactMap { Int($0) }
        // user, nice, system, idle, iowait, irq, softirq, steal
        let busy = ticks.prefix(8).enumerated().filter { ![3, 4].contains($0.offset) }.reduce(0) { $0 + $1.element }
        return .seconds(1) * busy / sysconf(Int32(_SC_CLK_TCK))
    }

    private static func slices() -> Duration {
        let roots = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
        return ["system.slice", "user.slice"].reduce(.zero) { sum, slice in
            let texts = roots.compactMap { try? String(contentsOfFile: "\($0)/\(slice)/cpu.stat", encoding: .utf8) }
            let usage = texts.first { $0.hasPrefix("usage_usec ") }?.prefix { $0 != "\n" }
            return sum + .microseconds(usage?.split(separator: " ").last.flatMap { Int($0) } ?? 0)
        }
    }
}
