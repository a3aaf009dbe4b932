// SPDX-License-Identifier: MIT

internal import Glibc
internal import StateFile

/// Notices a state, or an event, that ends each service that handles it. It counts the services that ended while they started
/// or handled an event; a kill between two events does not count.
struct CrashGuard {
    private static let period: UInt64 = 10_000_000
    /// A start that did not end.
    private static let unfinished: UInt64 = 0

    private let path: String

    init(in folder: String) { path = folder + "/crashes" }

    /// The service starts. Returns the number of recent crashes; 0 if the last service did not crash.
    func begin(at now: UInt64, afterCrash: Bool) -> Int {
        let known = read()
        var times = known.filter { $0 != Self.unfinished && now < $0 + Self.period }
        let hasCrashed = afterCrash || known.contains(Self.unfinished)
        if hasCrashed { times.append(now) }
        write(times + [Self.unfinished])
        return hasCrashed ? times.count : 0
    }

    /// The service has started.
    func end() {
        let times = read().filter { $0 != Self.unfinished }
        if times.isEmpty { unlink(path) } else { write(times) }
    }

    private func read() -> [UInt64] {
        contents(ofOwnFile: path)?.withUnsafeBytes { bytes in
            bytes.indices.filter { $0 % 8 == 0 && $0 + 8 <= bytes.count }
                .map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
        } ?? []
    }

    private func write(_ times: [UInt64]) {
        let file = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        times.suffix(16).withUnsafeBytes { _ = Glibc.write(file, $0.baseAddress, $0.count) }
    }
}
