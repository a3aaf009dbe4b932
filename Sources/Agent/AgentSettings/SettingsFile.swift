// SPDX-License-Identifier: MIT

import ConfigurationText
import Glibc
package import SDBus

/// The settings file of a user, which is read again after every change. The file and its folder need not exist.
package final class SettingsFile {
    /// The last settings without a fault, or the defaults. If the first read has a fault, a locked screen shows no
    /// caller, because the user's choice is unknown.
    package private(set) var settings = Settings()
    private let path: String
    private let loop: EventLoop
    private let log: Log
    private var watches: [FolderWatch] = []
    private var isDue = false
    private var fault: Fault?
    private var wasRead = false
    /// Whether the file existed when it was last read.
    private var isThere = false
    /// Some editors move the old file away before they write the new one, so a file counts as missing only after this
    /// time in microseconds.
    private static let absence: UInt64 = 1_000_000
    private var absenceTimer: Timer?
    private var report: (Fault?) -> Void = { _ in }

    /// A fault because of which the file is not used.
    package struct Fault: Error, Hashable {
        /// Counted from 1; nil for the whole file.
        package let line: Int?
        package let message: String
        /// True if the defaults apply, because no earlier read was without a fault.
        package var leavesDefaults = false
    }

    package init(_ path: String, _ loop: EventLoop, log: Log) {
        self.path = Self.absolute(path)
        self.loop = loop
        self.log = log
    }

    /// Reads the file now and after every change. `report` gets the present fault, or nil if `settings` are those of
    /// the file.
    package func begin(_ report: @escaping (Fault?) -> Void) {
        self.report = report
        look()
    }

    // MARK: Reading

    /// Watches before it reads, so that it misses no change. `isGone` means that a missing file will not come back
    /// soon.
    private func look(isGone: Bool = false) {
        isDue = false
        absenceTimer = nil
        watches = []
        watch(path)
        do throws(Fault) {
            let text = try text()
            if text == nil, isThere, !isGone {
                absenceTimer = loop.timer(after: Self.absence) { [unowned self] in look(isGone: true) }
                if absenceTimer != nil { return }
            }
            isThere = text != nil
            settings = try Self.settings(text ?? "")
            wasRead = true
            fault = nil
            report(nil)
        } catch {
            refuse(error)
        }
    }

    private func refuse(_ error: Fault) {
        var new = error
        new.leavesDefaults = !wasRead
        guard new != fault else { return }
        fault = new
        if !wasRead { settings.showCallerWhenLocked = .no }
        let place = path + (new.line.map { ":\($0)" } ?? "")
        log(
            wasRead
                ? "the settings cannot be used; the previous ones still apply"
                : "the settings cannot be used; the defaults apply until you correct them",
            ["at": place, "message": new.message])
        report(new)
    }

    private func text() throws(Fault) -> String? {
        do throws(UnreadableFile) {
            return try TextFile.read(path, owner: geteuid())
        } catch {
            throw Fault(line: nil, message: error.message)
        }
    }

    private static func settings(_ text: String) throws(Fault) -> Settings {
        do throws(ConfigurationFault) {
            return try Settings(text)
        } catch {
            throw Fault(line: error.line, message: error.message)
        }
    }

    // MARK: Writing

    /// Changes the file so that it has the settings that `change` makes of the present ones, and all else that the user
    /// wrote. The change is seen as every other one. A file with a mistake is not changed.
    package func write(_ change: (inout Settings) -> Void) throws(Fault) {
        let old = try text() ?? ""
        let present = try Self.settings(old)
        var wanted = present
        change(&wanted)
        let new = present.text(old, changedTo: wanted)
        guard new != old else { return }
        // For a value that the agent would refuse.
        _ = try Self.settings(new)
        do throws(UnwritableFile) {
            try TextFile.write(new, to: path)
        } catch {
            throw Fault(line: nil, message: error.message)
        }
    }

    // MARK: Watching

    /// Watches the folder of a file and the folder of the target of a link; if a folder does not exist yet, the
    /// innermost one above it.
    private func watch(_ file: String, links: Int = 0, attempts: Int = 0) {
        var folder = Self.parent(of: file)
        var awaited = file
        while !watch(folder, for: awaited, isFile: awaited == file) {
            guard folder != "/" else {
                return log("cannot watch a file; restart the program after a change", ["at": path])
            }
            (awaited, folder) = (folder, Self.parent(of: folder))
        }
        if awaited != file {
            // The folder may have been created before the watch began.
            if attempts < 3, access(awaited, F_OK) == 0 { watch(file, links: links, attempts: attempts + 1) }
        } else if links < 8, let target = Self.target(of: file) {
            watch(target, links: links + 1)
        }
    }

    private func watch(_ folder: String, for path: String, isFile: Bool) -> Bool {
        let name = String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...])
        let watch = try? loop.watch(folder: folder) { [unowned self] change in
            switch change {
            case .lost, .changed(""), .changed(name), .removed(name): again()
            // Read a file after it is written, not while.
            case .created(name): if !isFile || Self.target(of: path) != nil { again() }
            case .created, .changed, .removed: break
            }
        }
        guard let watch else { return false }
        watches.append(watch)
        return true
    }

    /// One read for several changes at once.
    private func again() {
        guard !isDue else { return }
        isDue = true
        loop.deferred { [weak self] in self?.look() }
    }

    // MARK: Paths

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    private static func parent(of path: String) -> String {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }

    /// The target of a link; nil if the path is not a link.
    private static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &buffer, buffer.count)
        guard length > 0 else { return nil }
        let target = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.hasPrefix("/") ? target : parent(of: path) + "/" + target
    }
}
