// SPDX-License-Identifier: MIT

import Foundation

/// The lines of the output.
enum Table {
    static func heading(_ title: String, _ columns: [String]) { print("\n" + row(title, columns)) }
    static func line(_ name: String, _ columns: [String]) { print(row("  " + name, columns)) }
    static func ratio(_ value: Double, _ base: Double) -> String { String(format: "%.2f", value / base) }

    private static func row(_ first: String, _ columns: [String]) -> String {
        first.padding(toLength: 38, withPad: " ", startingAt: 0)
            + columns.map { String(repeating: " ", count: max(1, 18 - $0.count)) + $0 }.joined()
    }
}
