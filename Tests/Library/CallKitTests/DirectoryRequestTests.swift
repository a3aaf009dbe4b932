// SPDX-License-Identifier: MIT

import CallInterface
import SDBus
import Testing

@testable import CallKit

/// The entries of an extension on their way to the directory.
struct DirectoryRequestTests {
    @Test func `Entries are sent in calls of ten thousand, and the rest at the end`() {
        var batch = EntryBatch(.blocked)
        let calls = (1...25_000).flatMap { batch.add(Int64($0), "") } + batch.take()
        #expect(calls == [.block(Array(1...10_000)), .block(Array(10_001...20_000)), .block(Array(20_001...25_000))])
        #expect(batch.take() == [])
    }

    @Test func `A removal is sent behind the additions before it`() {
        var batch = EntryBatch(.identified)
        #expect(batch.add(1, "a") == [])
        #expect(batch.remove(2) == [.identify([IdentifiedNumber(number: 1, label: "a")])])
        #expect(batch.removeAll() == [.forget([2]), .removeAll(.identified)])
        #expect(batch.add(3, "b") == [])
        #expect(batch.take() == [.identify([IdentifiedNumber(number: 3, label: "b")])])
    }

    @Test func `Each error of the directory is the error of CallKit with the same name`() {
        for code in ListErrorCode.allCases {
            let error = CXErrorCodeCallDirectoryManagerError(BusError(name: code.name, message: "why"))
            #expect("CallDirectory.\(error.code)".lowercased() == code.rawValue.lowercased())
            #expect(error.localizedDescription == "why")
        }
        let other = CXErrorCodeCallDirectoryManagerError(BusError(name: StandardErrorName.serviceUnknown, message: ""))
        #expect(other.code == .unknown)
    }
}
