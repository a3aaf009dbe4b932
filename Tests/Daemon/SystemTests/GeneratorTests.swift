// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The programs that generate code from the interface files.
@Suite(
    .needs("gdbus-codegen", "c++"), .needsPython("dbus_next", "ensurepip"),
    .needsLibraries("Qt5DBus", "Qt6DBus"))
struct GeneratorTests {
    @Test func `Every generator that CLIENTS.md names accepts every interface and generates code that compiles`()
        throws
    {
        let check = try ChildProcess.run([Repository.file("scripts/check-interfaces").path], timeout: 300)
        #expect(check.succeeded, "\(check)")
        let accepting = check.output.split(separator: "\n").map { $0.trimmingPrefix("ok - ") }
        let page = try String(contentsOf: Repository.file("docs/CLIENTS.md"), encoding: .utf8)
        let rows = page.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("| generator |") }.dropFirst(2).prefix { $0.hasPrefix("| ") }
        let named = rows.compactMap { $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) }
        #expect(!named.isEmpty && Set(named) == Set(accepting.map(String.init)))
    }
}
