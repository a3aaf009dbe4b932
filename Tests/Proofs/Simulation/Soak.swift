// SPDX-License-Identifier: MIT

internal import Glibc

/// One service that runs for very long. Its memory must not grow with the number of past transactions.
public struct Soak {
    private let stage: Stage
    private let improviser: Improviser
    /// The limit for the growth of resident memory from a tenth of the way to the end, in KiB. The allocator's reserve
    /// varies by less; a leak of 10 bytes per transaction would be 9 MiB in a million.
    public static let allowance = 4_096

    /// Starts a service.
    public init(seed: UInt64) throws {
        stage = try Stage()
        improviser = Improviser(stage: stage, seed: seed)
        improviser.memory = 100
        improviser.asks = 80
        stage.pace = 16
    }

    /// Runs until `transactions` transactions were completed, and reports each tenth of them. nil = no violation.
    public mutating func run(transactions: Int, report: (String) -> Void) -> Violation? {
        var base = 0
        do throws(Violation) {
            try improviser.begin()
            for tenth in 1...10 {
                while stage.witness.completions < transactions / 10 * tenth { try improviser.improvise(events: 100) }
                let resident = Self.residentKiB
                if tenth == 1 { base = resident }
                report("\(stage.witness.completions) transactions: \(resident) KiB resident, \(resident - base) more")
            }
            guard Self.residentKiB - base <= Self.allowance else {
                throw Violation("Memory is flat.", "\(Self.residentKiB - base) KiB more than after a tenth of the way")
            }
            try improviser.rest()
            try stage.finish()
            return nil
        } catch {
            for input in improviser.inputs { report("\(input.time) µs  \(Cast.name(of: input.client)) \(input.deed)") }
            return error
        }
    }

    /// The resident memory: the second number of `/proc/self/statm`, which is in pages.
    private static var residentKiB: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_024
    }
}
