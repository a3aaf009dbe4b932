// SPDX-License-Identifier: MIT

import DirectoryDatabase
import DiskWork
import Glibc
import SDBus

/// Writes the history into files of the user's programs, on a thread of its own: a program that does not read delays
/// only itself.
final class HistoryWriter {
    private let store: DirectoryStore
    private let files: FileThreads
    private var isExporting = false

    init(_ store: DirectoryStore, _ files: FileThreads) { (self.store, self.files) = (store, files) }

    /// Replies when the whole history is in the file.
    func export(as format: HistoryExport.Format, to file: BusFile, _ reply: PendingReply<>) {
        guard !isExporting else {
            return reply.fail(
                BusError(
                    name: StandardErrorName.limitsExceeded,
                    message: "Another export is not finished; wait for its end, or end the program that reads it."))
        }
        isExporting = true
        store.read { (database) throws(DirectoryProblem) in
            database.history
        } then: { [unowned self] result in
            guard case .success(let history) = result else { return finish(result.map { _ in }, reply) }
            let isAccepted = files.perform(at: "history") {
                Result { () throws(DirectoryProblem) in
                    var export = HistoryExport(history, as: format)
                    try export.write(to: file.descriptor)
                }
            } then: { [unowned self] in
                finish($0, reply)
            }
            if !isAccepted { finish(.failure(.tooManyRequests), reply) }
        }
    }

    private func finish(_ result: Result<Void, DirectoryProblem>, _ reply: PendingReply<>) {
        isExporting = false
        result.complete(reply)
    }
}
