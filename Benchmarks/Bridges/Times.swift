// SPDX-License-Identifier: MIT

import Foundation

/// The times of one thing that was repeated, in nanoseconds.
struct Times {
    private var values: [UInt64] = []

    mutating func add(from start: UInt64, to end: UInt64) { values.append(end > start ? end - start : 0) }

    /// The median, in milliseconds.
    var p50: Double { milliseconds(50) }
    private var p99: Double { milliseconds(99) }
    var text: String { String(format: "%.2f / %.2f", p50, p99) }

    private func milliseconds(_ percent: Int) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : Double(sorted[sorted.count * percent / 100]) / 1e6
    }
}
