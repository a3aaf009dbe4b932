// SPDX-License-Identifier: MIT

import ConfigurationText
import Glibc
package import SDBus

/// The user's settings file, read again whenever it may have changed. It need not be there, nor need its folder.
package final class SettingsFile {
    /// What was read last without a fault; before that the defaults, with nobody's name on a locked screen once there is a
    /// fault: what the user wanted there is not known.
    package private(set) var settings = Settings()
    private let path: String
    private let loop: EventLoop
    private let log: (String) -> Void
    private var watches: [FolderWatch] = []
    private var isDue = false
    private var fault: Fault?
    private var wasRead = false
    /// The file was there when it was read last.
    private var isThere = false
    /// Some editors move the old file away before they write the new one, so a file counts as missing only after this time
    /// in microseconds.
    private static let absence: UInt64 = 1_000_000
    private var absenceTimer: Timer?
    private var told: (Fault?) -> Void = { _ in }

    /// What keeps a file from being taken.
    package struct Fault: Error, Hashable {
        /// Counted from 1; nil = it is about the file.
        package let line: Int?
        package let message: String
        /// Nothing was read before.
        package var leavesDefaults = false
    }

    package init(_ path: String, _ loop: EventLoop, log: @escaping (String) -> Void) {
        self.path = Self.absolute(path)
        self.loop = loop
        self.log = log
    }

    /// Where the user's file is looked for; nil where there is no home.
    package static var defaultPath: String? {
        func folder(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let configuration = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
        return configuration.map { $0 + "/monkeycall/agent.conf" }
    }

    /// Reads it, and again when it changes. `told` is called with what is wrong in it now, or nil when `settings` is what it
    /// says.
    package func begin(_ told: @escaping (Fault?) -> Void) {
        self.told = told
        look()
    }

    // MARK: Reading

    /// Watches first, so that nothing is missed between the two. `isGone`: a file that is missing will not come back soon.
    private func look(isGone: Bool = false) {
        isDue = false
        absenceTimer = nil
        watches = []
        watch(path)
        do throws(Fault) {
            let text = try text()
            if text == nil, isThere, !isGone {
                absenceTimer = try? loop.timer(after: Self.absence) { [unowned self] in look(isGone: true) }
                if absenceTimer != nil { return }
            }
            isThere = text != nil
            settings = try Self.settings(text ?? "")
            wasRead = true
            fault = nil
            told(nil)
        } catch {
            refuse(error)
        }
    }

    private func refuse(_ error: Fault) {
        var new = error
        new.leavesDefaults = !wasRead
        guard new != fault else { return }
        fault = new
        if !wasRead { settings.showCallerWhenLocked = false }
        let rest = wasRead ? "The settings stay as they were." : "The defaults hold until it is mended."
        log("\(path)\(new.line.map { ":\($0)" } ?? ""): \(new.message) \(rest)")
        told(new)
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

    // MARK: Watching

    /// Watches the folder of a file, and that of what the file is a link to; where there is no folder yet, the innermost
    /// one above it.
    private func watch(_ file: String, links: Int = 0, attempts: Int = 0) {
        var folder = Self.parent(of: file)
        var awaited = file
        while !watch(folder, for: awaited, isFile: awaited == file) {
            guard folder != "/" else { return log("\(path) is not read again when it changes.") }
            (awaited, folder) = (folder, Self.parent(of: folder))
        }
        if awaited != file {
            // It may have been made while nobody watched.
            if attempts < 3, access(awaited, F_OK) == 0 { watch(file, links: links, attempts: attempts + 1) }
        } else if links < 8, let target = Self.target(of: file) {
            watch(target, links: links + 1)
        }
    }

    private func watch(_ folder: String, for path: String, isFile: Bool) -> Bool {
        let name = String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...])
        do throws(BusError) {
            watches.append(
                try loop.watch(folder: folder) { [unowned self] change in
                    switch change {
                    case .lost, .changed(""), .changed(name): again()
                    // What is being written is read when it is.
                    case .created(name): if !isFile || Self.target(of: path) != nil { again() }
                    case .created, .changed: break
                    }
                })
            return true
        } catch {
            return false
        }
    }

    /// Once for all that happened together.
    private func again() {
        guard !isDue else { return }
        isDue = true
        loop.deferred { [unowned self] in look() }
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

    /// What a link points to; nil if it is none.
    private static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &buffer, buffer.count)
        guard length > 0 else { return nil }
        let target = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.hasPrefix("/") ? target : parent(of: path) + "/" + target
    }
}
