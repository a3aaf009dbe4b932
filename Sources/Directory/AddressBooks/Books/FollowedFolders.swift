// SPDX-License-Identifier: MIT

internal import CallContract
internal import ConfigurationText
internal import Glibc
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
    private let notify: (_ path: String, BookEvent) -> Void
    /// What was asked last, and the part of it within the limit.
    private var asked: [FollowedFolder] = []
    private var wanted: [FollowedFolder] = []
    /// By path. Those of folders that are not wanted any more are ending.
    private var threads: [String: FolderThread] = [:]

    /// `notify` gets the changes on the loop, with the path of the folder.
    package init(on loop: EventLoop, notify: @escaping (_ path: String, BookEvent) -> Void) {
        (self.loop, self.notify) = (loop, notify)
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
                notify(path, .gone)
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
        if wanted.contains(where: { $0.path == path }) { notify(path, event) }
    }

    private func ended(_ path: String) {
        let wasEnding = threads.removeValue(forKey: path)?.isEnding
        // A thread that failed would fail again.
        if wasEnding == true { begin() }
    }

    /// The folder is not followed.
    private func fault(_ folder: FollowedFolder, _ message: String) {
        notify(folder.path, .fault(BookFault(message: "The folder \(folder.shown) \(message)")))
        notify(folder.path, .settled)
    }
}

/// A folder of vCards that the directory follows.
package struct FollowedFolder: Hashable, Sendable {
    /// Absolute, without a slash at the end.
    package let path: String
    /// For people.
    package let name: String
    /// The path for people: a folder in the home begins with `~`.
    package let shown: String

    /// nil for a path that is not absolute after `~` is replaced by `home`.
    package init?(_ path: String, name: String = "", home: String) {
        var path = path
        if path == "~" || path.hasPrefix("~/") { path = home + path.dropFirst() }
        guard path.hasPrefix("/") else { return nil }
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        let last = path.split(separator: "/").last.map(String.init) ?? path
        (self.path, self.name) = (path, name.isEmpty ? last : name)
        let isAtHome = FolderNames.isPath(path, below: home)
        shown = isAtHome ? "~" + String(decoding: path.utf8.dropFirst(home.utf8.count), as: UTF8.self) : path
    }

    /// Without those that another one includes: a followed folder has the folders one level below.
    package static func distinct(_ folders: [FollowedFolder]) -> [FollowedFolder] {
        var kept: Set<String> = []
        // A folder above has a shorter path.
        for path in folders.map(\.path).sorted(by: { $0.utf8.count < $1.utf8.count }) {
            let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            if !kept.contains(String(parent)) { kept.insert(path) }
        }
        return folders.filter { kept.remove($0.path) != nil }
    }
}

/// The folders of the user (XDG Base Directory Specification), without a slash at the end.
package struct UserFolders: Sendable {
    package let home: String
    /// `~/.config`
    package let configuration: String
    /// `~/.local/share`
    package let data: String
    /// `~/.cache`
    package let cache: String

    /// Nil without a home folder. `variable` returns the value of an environment variable.
    package init?(_ variable: (String) -> String?) {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let home = folder("HOME") else { return nil }
        self.home = home
        configuration = folder("XDG_CONFIG_HOME") ?? home + "/.config"
        data = folder("XDG_DATA_HOME") ?? home + "/.local/share"
        cache = folder("XDG_CACHE_HOME") ?? home + "/.cache"
    }

    /// The folders of the user of this process.
    package static var own: UserFolders? { UserFolders { name in getenv(name).map { String(cString: $0) } } }

    /// Plasma's address book. KDE Connect writes the contacts of each telephone into a folder below it.
    package var plasmaContacts: FollowedFolder? {
        FollowedFolder(data + "/kpeoplevcard", name: "vCards", home: home)
    }
    /// The configuration of khard, which names folders of vCards.
    package var khard: String { configuration + "/khard/khard.conf" }
    /// The same of vdirsyncer.
    package var vdirsyncer: String { configuration + "/vdirsyncer/config" }
}

/// The vCard folders in the configuration of khard and vdirsyncer.
package enum ContactPrograms {
    /// `[addressbooks]`, below it `[[name]]` with `path = ~/contacts/`.
    package static func khard(_ text: String, home: String) -> [FollowedFolder] {
        KeyFile(text).groups.compactMap { group in
            guard group.header.hasPrefix("[["), group.header.hasSuffix("]]"), let path = group.values["path"]
            else { return nil }
            let name = group.header.dropFirst(2).dropLast(2).trimmed
            return FollowedFolder(unquoted(path), name: name, home: home)
        }
    }

    /// `[storage name]` with `type = "filesystem"`, `path = "~/contacts/"` and `fileext = ".vcf"`.
    package static func vdirsyncer(_ text: String, home: String) -> [FollowedFolder] {
        KeyFile(text).groups.compactMap { group in
            let words = group.header.dropFirst().dropLast().split(separator: " ")
            let values = group.values.mapValues(unquoted)
            guard words.count == 2, words[0] == "storage", values["type"] == "filesystem",
                values["fileext"] == ".vcf", let path = values["path"]
            else { return nil }
            return FollowedFolder(path, name: String(words[1]), home: home)
        }
    }

    private static func unquoted(_ text: String) -> String {
        guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote else {
            return text
        }
        return String(text.dropFirst().dropLast())
    }
}
