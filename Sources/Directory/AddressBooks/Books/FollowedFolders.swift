// SPDX-License-Identifier: MIT

package import SDBus

/// The folders of vCards that the directory follows, each on a thread of its own. Confined to the thread of the loop.
///
/// A path has at most one thread. The thread of a folder that is not wanted any more ends when its disk answers. If the
/// path is wanted again before that, its next thread begins then. So hung folders keep no more threads than there are
/// paths.
package final class FollowedFolders {
    /// How many threads there are at most. Each takes an inotify instance of the user, by default one of 128, which all
    /// programs of the desktop share.
    package static let limit = 32

    private let loop: EventLoop
    private let told: (_ path: String, BookEvent) -> Void
    /// What was asked last, and the part of it within the limit.
    private var asked: [FollowedFolder] = []
    private var wanted: [FollowedFolder] = []
    /// By path. Those of folders that are not wanted any more are ending.
    private var threads: [String: FolderThread] = [:]

    /// `told` gets the changes on the loop, with the path of the folder.
    package init(on loop: EventLoop, told: @escaping (_ path: String, BookEvent) -> Void) {
        (self.loop, self.told) = (loop, told)
    }

    /// Follows exactly these folders, whose paths are distinct. A folder beyond the limit is a fault, and the first
    /// ones count.
    package func follow(_ folders: [FollowedFolder]) {
        guard folders != asked else { return }
        asked = folders
        wanted = Array(folders.prefix(Self.limit))
        let names = Dictionary(wanted.map { ($0.path, $0.name) }) { first, _ in first }
        for (path, thread) in threads where !thread.isEnding {
            if let name = names[path] {
                thread.rename(name)
            } else {
                thread.end()
                told(path, .gone)
            }
        }
        for folder in folders.dropFirst(Self.limit) {
            let advice = "Remove folders from the settings of khard and vdirsyncer, or choose fewer."
            fault(folder, "is not followed, because \(Self.limit) other folders are. \(advice)")
        }
        begin()
        for folder in wanted where threads[folder.path] == nil && threads.count >= Self.limit {
            let reason = "because removed folders do not answer and count among the \(Self.limit) that may be followed"
            fault(folder, "waits, \(reason). Check their disks or servers.")
        }
    }

    /// Begins the folders that have no thread, as far as there is room.
    private func begin() {
        for folder in wanted where threads[folder.path] == nil && threads.count < Self.limit {
            let path = folder.path
            do throws(BusError) {
                threads[path] = try FolderThread(folder, on: loop) { [unowned self] in
                    note($0, of: path)
                } ended: { [unowned self] in
                    ended(path)
                }
            } catch {
                fault(folder, "cannot be followed: \(error.message)")
            }
        }
    }

    /// A folder that was dropped and is wanted again may have a thread that hangs since before.
    private func note(_ event: BookEvent, of path: String) {
        if wanted.contains(where: { $0.path == path }) { told(path, event) }
    }

    private func ended(_ path: String) {
        let wasEnding = threads.removeValue(forKey: path)?.isEnding
        // A thread that failed would fail again.
        if wasEnding == true { begin() }
    }

    /// The folder is not followed.
    private func fault(_ folder: FollowedFolder, _ message: String) {
        told(folder.path, .fault(BookFault(message: "The folder \(folder.shown) \(message)")))
        told(folder.path, .settled)
    }
}
