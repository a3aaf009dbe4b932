// SPDX-License-Identifier: MIT

internal import CFileSystem
internal import SDBus
internal import SystemFiles

/// An address book that is a folder of vCard files, with folders one level below: of Plasma, KDE Connect, vdirsyncer,
/// khard and others. It follows changes. The folder need not exist. Every access waits for the disk.
final class VCardFolder {
    /// The files and folders beyond these numbers are ignored.
    private static let fileLimit = 50_000
    private static let folderLimit = 200
    private static let linesAtOnce = 200
    /// Bytes of files that leave free memory worth returning. Returning it stops all threads that allocate.
    private static let largeReading = 1 << 18
    /// In microseconds, before the second look at a file that is being written. Each later pause is twice as long.
    private static let shortestPause: UInt64 = 10_000

    private let path: String
    private let name: String
    private let loop: EventLoop
    private let limits: VCardLimits
    private let notify: (BookEvent) -> Void

    private var awaited: AwaitedFolder?
    /// By name; the root is "".
    private var folders: [String: Folder] = [:]
    private var work: PiecewiseWork?
    /// The things to look at.
    private var queue = WaitingLine<Item>()
    private var queued: Set<Item> = []
    private var file: OpenFile?
    /// The files that were being written when they were looked at.
    private var unfinished: [Item: Pause] = [:]
    private var lastPart: UInt32 = 0
    /// The bytes that were read since there was nothing left to do.
    private var bytesRead = 0
    private var isFound = false
    private var isSettled = false

    private enum Item: Hashable {
        case folder(String)
        case file(folder: String, name: String)
    }

    private struct Folder {
        let watch: FolderWatch?
        /// By the hash of the name, because thousands of names need a megabyte.
        var files: [Int: File] = [:]
    }

    private struct File {
        let part: UInt32
        var stamp: Int
    }

    /// The time until a file is looked at again.
    private struct Pause {
        let length: UInt64
        let timer: Timer?
    }

    /// A file that is being read.
    private struct OpenFile {
        let path: String
        let part: UInt32
        var reader: VCardReader
        var cards = 0
    }

    /// `path` is absolute; `name` is shown to the user. `notify` gets the changes, never before `begin`.
    init(
        _ path: String, name: String, on loop: EventLoop, limits: VCardLimits = VCardLimits(),
        notify: @escaping (BookEvent) -> Void
    ) {
        self.path = String(path.utf8.last == UInt8(ascii: "/") ? path.dropLast() : path[...])
        self.name = name
        self.loop = loop
        self.limits = limits
        self.notify = notify
    }

    /// Reads the folder in the next turns of the loop, and follows it as long as this object lives. Tells that there is
    /// a book when the disk has answered, also if the folder does not exist.
    func begin() {
        work = PiecewiseWork(loop) { [unowned self] in step() }
        add(.folder(""))
    }

    private func add(_ item: Item) {
        guard queued.insert(item).inserted else { return }
        queue.append(item)
        work?.ask()
    }

    /// One folder, one file, or some cards of a large file. After much reading the memory for it is returned.
    private func step() -> Bool {
        if file != nil {
            readCards()
        } else if let item = queue.takeFirst() {
            queued.remove(item)
            switch item {
            case .folder(let name): look(atFolder: name)
            case .file(let folder, let name): look(atFile: name, in: folder)
            }
            if !isFound { notify(.found(name: name)) }
            isFound = true
        }
        let hasMore = file != nil || !queue.isEmpty
        if !hasMore {
            // Without the room that a large folder took.
            queue = WaitingLine()
            if bytesRead >= Self.largeReading { malloc_trim(0) }
            bytesRead = 0
            if !isSettled { notify(.settled) }
            isSettled = true
        }
        return hasMore
    }

    // MARK: Folders

    private func path(_ folder: String, _ name: String = "") -> String {
        ([path] + [folder, name].filter { !$0.isEmpty }).joined(separator: "/")
    }

    /// Watches before it reads, so that it misses no change.
    private func look(atFolder folder: String) {
        let place = path(folder)
        guard FolderNames.isFolder(place) else { return forget(folder: folder) }
        if folders[folder] == nil, folders.count > Self.folderLimit {
            return fault(place, "The address book has more than \(Self.folderLimit) folders. Merge some.")
        }
        awaited = nil
        let watch = try? loop.watch(folder: place) { [unowned self] in changed($0, in: folder) }
        if watch == nil {
            fault(place, "Changes of the folder cannot be followed. Restart the service after a change.")
        }
        folders[folder] = Folder(watch: watch, files: folders[folder]?.files ?? [:])
        guard let names = FolderNames.list(place) else {
            return fault(place, "The folder cannot be read: \(SystemError().words). Allow its owner to read it.")
        }
        let present = Set(names.map(\.hashValue))
        for (hash, file) in folders[folder]?.files ?? [:] where !present.contains(hash) {
            forget(file: hash, file, in: folder)
        }
        if folder.isEmpty {
            for known in folders.keys where !known.isEmpty && !names.contains(known) { forget(folder: known) }
        }
        for name in names { changed(name, in: folder) }
    }

    private func forget(folder: String) {
        if folder.isEmpty {
            let awaited = AwaitedFolder(path, loop) { [unowned self] in add(.folder("")) }
            self.awaited = awaited
            if !awaited.isWatching {
                fault(path, "The folder cannot be entered. Restart the service when its disk or home is unlocked.")
            }
            for other in folders.keys where !other.isEmpty { forget(folder: other) }
        }
        for (hash, file) in folders[folder]?.files ?? [:] { forget(file: hash, file, in: folder) }
        folders[folder] = nil
    }

    private func changed(_ change: FolderChange, in folder: String) {
        switch change {
        case .lost, .changed(""): add(.folder(folder))
        case .created(let name), .changed(let name), .removed(let name): changed(name, in: folder)
        }
    }

    private func changed(_ name: String, in folder: String) {
        if FolderNames.isHidden(name) { return }
        if Self.isVCard(name) {
            let file = Item.file(folder: folder, name: name)
            unfinished[file] = nil
            add(file)
        } else if folder.isEmpty, folders[name] != nil || FolderNames.isFolder(path(name)) {
            add(.folder(name))
        }
    }

    private static func isVCard(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".vcf") || name.hasSuffix(".vcard")
    }

    // MARK: Files

    private func look(atFile name: String, in folder: String) {
        let pause = unfinished.removeValue(forKey: .file(folder: folder, name: name))
        // When the folder appears again, all of its files are looked at.
        guard let files = folders[folder]?.files else { return }
        let (place, hash) = (path(folder, name), name.hashValue)
        let known = files[hash]
        do throws(BookFile.Problem) {
            let open = try BookFile(place)
            if open.isBeingWritten { return look(again: .file(folder: folder, name: name), after: pause) }
            let stamp = open.stamp
            guard stamp != known?.stamp else { return }
            guard known != nil || files.count < Self.fileLimit else {
                return fault(place, "The folder has more than \(Self.fileLimit) files. Split it.")
            }
            let part = known?.part ?? lastPart + 1
            lastPart = max(lastPart, part)
            folders[folder]?.files[hash] = File(part: part, stamp: stamp)
            // One more byte than allowed makes the reader refuse the file.
            let bytes = try open.read(count: limits.file + 1)
            bytesRead += bytes.count
            if known != nil { notify(.began(part: part)) }
            file = OpenFile(path: place, part: part, reader: VCardReader(bytes, limits: limits))
        } catch {
            if let known { forget(file: hash, known, in: folder) }
            switch error {
            case .isMissing: break
            case .isNoFile: fault(place, "It is not an ordinary file. Replace or rename it.")
            case .failed(let number):
                fault(place, "The file cannot be read: \(SystemError(number).words). Allow its owner to read it.")
            }
        }
    }

    /// When its writer closes a file, that is a change, but the kernel tells it a moment before the writer counts as
    /// gone. And a file with several names is closed under one of them, maybe in another folder.
    private func look(again file: Item, after pause: Pause?) {
        let length = pause.map { $0.length * 2 } ?? Self.shortestPause
        unfinished[file] = Pause(length: length, timer: loop.timer(after: length) { [unowned self] in add(file) })
    }

    private func forget(file hash: Int, _ file: File, in folder: String) {
        folders[folder]?.files[hash] = nil
        notify(.began(part: file.part))
        notify(.finished(part: file.part))
    }

    /// Reads some lines of the open file: a piece of work that takes less than a millisecond.
    private func readCards() {
        guard var open = file else { return }
        let isAtEnd = !(0..<Self.linesAtOnce).allSatisfy { _ in open.reader.readLine() }
        var contacts: [Contact] = []
        for item in open.reader.takeItems() {
            switch item {
            case .fault(let fault): notify(.fault(BookFault(file: open.path, line: fault.line, message: fault.message)))
            case .card(let card):
                open.cards += 1
                if let contact = contact(card, in: open) { contacts.append(contact) }
            }
        }
        file = isAtEnd ? nil : open
        if !contacts.isEmpty { notify(.contacts(contacts, part: open.part)) }
        if isAtEnd { notify(.finished(part: open.part)) }
    }

    /// A card without a UID is known by its place.
    private func contact(_ card: VCard, in file: OpenFile) -> Contact? {
        let name = String(decoding: file.path.utf8.dropFirst(path.utf8.count + 1), as: UTF8.self)
        return card.contact(
            fallbackUID: file.cards == 1 ? name : "\(name)#\(file.cards)", file: file.path, photoFolders: [path])
    }

    private func fault(_ file: String, _ message: String) { notify(.fault(BookFault(file: file, message: message))) }
}
