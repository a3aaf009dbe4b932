// SPDX-License-Identifier: MIT

package import SDBus

/// Reads and writes files of the user, off the loop. Each place has a thread while it has work, so a place that hangs
/// delays only the requests for its own files. Without requests there is no thread. Confined to the thread of the loop.
package final class FileThreads {
    /// How many places have a thread at the same time. So many that wait are on a disk that hangs.
    private static let limit = 64

    private let loop: EventLoop
    private var threads: [String: DiskThread] = [:]

    package init(_ loop: EventLoop) { self.loop = loop }

    /// Does the work on the thread of the place, e.g. a folder, after earlier work of the place. Then calls
    /// `completion` on the loop. False = too many requests wait for their files.
    package func perform<Value: Sendable>(
        at place: String, _ work: @escaping @Sendable () -> Value, then completion: @escaping (Value) -> Void
    ) -> Bool {
        guard let thread = threads[place] ?? new(place) else { return false }
        return thread.request(work) { [unowned self] in
            if threads[place]?.hasNoRequests == true { threads[place] = nil }
            completion($0)
        }
    }

    private func new(_ place: String) -> DiskThread? {
        guard threads.count < Self.limit, let thread = try? DiskThread("files", loop) else { return nil }
        threads[place] = thread
        return thread
    }
}
