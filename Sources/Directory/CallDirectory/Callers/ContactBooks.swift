// SPDX-License-Identifier: MIT

import AddressBooks
import CallContract
import CallInterface
import ConfigurationText
import DirectoryDatabase
import DiskWork
import Glibc
import PhoneNumbers
import SDBus

/// All address books of the user, copied into memory.
final class ContactBooks {
    private(set) var index = ContactIndex { _, _ in nil }
    private var user: UserFolders?
    /// Those in the configuration of other programs.
    private var khard: [FollowedFolder] = []
    private var vdirsyncer: [FollowedFolder] = []
    /// The paths that the user has chosen.
    private var chosen: [String] = []
    private var followed: FollowedFolders?
    private let files: FileThreads
    private var evolution: EvolutionBooks?
    private var unread = UnreadBooks()
    /// The books of the folders that the user will have chosen, until the database tells the folders.
    private static let chosenBooks = "chosen"
    /// Called after contacts have changed.
    var changed: () -> Void = {}
    /// Called when the last book that was not read yet has been read.
    var read: () -> Void = {}
    private let log: Log

    init(_ files: FileThreads, log: Log) { (self.files, self.log) = (files, log) }

    /// Numbers without a country code are read as in this region.
    func useKeys(of region: Region) {
        index.changeKey { kind, value in
            let key = HandleKey(Handle(kind: kind, value: value), in: region).text
            return key.isEmpty ? nil : key
        }
    }

    /// Whether each book has been read, does not exist or cannot be read. A disk or a service that hangs leaves its
    /// book unread.
    var areRead: Bool { unread.isEmpty }

    /// Reads the books in the next turns of the loop, and follows them.
    func begin(_ folders: UserFolders, _ session: BusConnection, _ loop: EventLoop) {
        user = folders
        for books in [Self.chosenBooks, folders.khard, folders.vdirsyncer, EvolutionBooks.all] { unread.expect(books) }
        followed = FollowedFolders(on: loop) { [unowned self] in apply($1, of: $0) }
        follow()
        read(folders.khard) { [unowned self] in khard = ContactPrograms.khard($0, home: folders.home) }
        read(folders.vdirsyncer) { [unowned self] in vdirsyncer = ContactPrograms.vdirsyncer($0, home: folders.home) }
        evolution = EvolutionBooks(on: session, loop: loop, folders: folders, files: files) { [unowned self] in
            apply($1, of: $0)
        }
        evolution?.begin()
    }

    /// Follows the folders that the user has chosen, beside those of other programs. A path that is not absolute is
    /// ignored.
    func follow(_ chosen: [String]) {
        self.chosen = chosen
        follow()
        settle(Self.chosenBooks)
    }

    private func follow() {
        guard let followed, let user else { return }
        let own = chosen.compactMap { FollowedFolder($0, home: user.home) }
        let wanted = FollowedFolder.distinct([user.plasmaContacts].compactMap(\.self) + khard + vdirsyncer + own)
        // Those that the user has chosen come first if there are too many.
        let paths = Set(own.map(\.path))
        for folder in wanted { unread.expect(folder.path) }
        followed.follow(wanted.filter { paths.contains($0.path) } + wanted.filter { !paths.contains($0.path) })
    }

    /// Reads the configuration of another program, if the user has it, and follows the folders that `note` finds there.
    /// A configuration on a disk that hangs counts as missing until the disk answers.
    private func read(_ path: String, _ note: @escaping (String) -> Void) {
        let isAccepted = files.perform(at: path) {
            Result { () throws(UnreadableFile) in try TextFile.read(path, owner: getuid()) }
        } then: { [unowned self] (result: Result<String?, UnreadableFile>) in
            switch result {
            case .success(nil): break
            case .success(let text?):
                note(text)
                follow()
            case .failure(let error):
                log("the address books of a program are not used", ["at": path, "message": error.message])
            }
            settle(path)
        }
        if !isAccepted { settle(path) }
    }

    /// The path of a file may contain a name, so the log has only the reason.
    private func apply(_ event: BookEvent, of book: String) {
        if case .fault(let fault) = event {
            log("a part of an address book is not used", ["message": fault.message])
        }
        if !index.apply(event, of: book).isEmpty { changed() }
        noteReading { $0.note(event, of: book) }
    }

    private func settle(_ book: String) { noteReading { $0.settle(book) } }

    private func noteReading(_ body: (inout UnreadBooks) -> Void) {
        let wereRead = areRead
        body(&unread)
        if areRead, !wereRead { read() }
    }
}

/// The pictures of contacts, by ids that tell a program nothing about their files. A picture keeps its id until the
/// directory ends or has given 10,000 others, and another picture of the same contact has another id.
final class ContactPictures {
    private let files: FileThreads
    private var pictures: [String: ContactPicture] = [:]
    /// Those that were given before them.
    private var earlier: [String: ContactPicture] = [:]
    /// A program that looks up more contacts asks for the first ones again.
    private static let limit = 10_000

    init(_ files: FileThreads) { self.files = files }

    /// nil for a contact without a picture.
    func id(of picture: ContactPicture?) -> String? {
        guard let picture else { return nil }
        // The hashes of a process are seeded, so no program can guess the id of a file.
        let id = String(UInt(bitPattern: picture.hashValue), radix: 16)
        if pictures.count >= Self.limit, pictures[id] == nil { (earlier, pictures) = (pictures, [:]) }
        pictures[id] = picture
        return id
    }

    /// Replies with a sealed copy. The loop does not wait for the disk.
    func open(_ id: String, _ reply: PendingReply<BusFile>) {
        guard let picture = pictures[id] ?? earlier[id] else {
            return reply.fail(Self.missing("The picture is not known; look it up"))
        }
        let isAccepted = files.perform(at: picture.folder) {
            Result { () throws(PictureFault) in try picture.bytes() }
        } then: { (result: Result<[UInt8], PictureFault>) in
            result.mapError { Self.missing($0.message) }
                .flatMap { bytes in Result { () throws(BusError) in try BusFile(sealing: bytes) } }.complete(reply)
        }
        if !isAccepted { reply.fail(DirectoryProblem.tooManyRequests.onBus) }
    }

    private static func missing(_ message: String) -> BusError {
        BusError(name: StandardErrorName.fileNotFound, message: message)
    }
}
