// SPDX-License-Identifier: MIT

import CallService
import Foundation
import Testing

/// A file system takes a part of a write, and says why only at the next one. A limit of the size of files does the same
/// as a full file system, and needs no rights. The kernel applies it to a process, so a process of its own has it.
struct FullFileSystemTests {
    @Test func `A write that the system takes by half fails with the reason of the system`() async throws {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let file = StateFile(in: folder, format: 7)
            let records = [UInt8](repeating: 0, count: 1_000)
            try file.begin { append in records.withUnsafeBytes { append($0) } }
            var limit = rlimit(rlim_cur: 1_500, rlim_max: 1_500)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            // What an earlier call of the system left there is no reason.
            errno = EAGAIN
            let error = #expect(throws: StateFileError.self) {
                try records.withUnsafeBytes { try file.append($0) }
            }
            #expect(error?.message == "writing \(folder)/state: File too large")
            #expect(!file.isKept && !FileManager.default.fileExists(atPath: folder + "/state"))
        }
    }
}
