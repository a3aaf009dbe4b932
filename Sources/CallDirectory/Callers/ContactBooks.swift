// SPDX-License-Identifier: MIT

import CallModel
import ConfigurationText
import Contacts
import Glibc
import PhoneNumbers
import SDBus

/// All address books of the user, copied into memory.
final class ContactBooks {
    private(set) var index = ContactIndex { _, _ in nil }
    private var loop: EventLoop?
    private var user: UserFolders?
    /// Those of other programs.
    private var others: [FollowedFolder] = []
    private var followed: [FollowedFolder: VCardFolder] = [:]
    private var evolution: EvolutionBooks?
    /// Called after contacts have changed.
    var changed: () -> Void = {}
    private let log: (String) -> Void

    init(log: @escaping (String) -> Void) { self.log = log }

    /// Numbers without a country code are read as in this region.
    func useKeys(of region: Region) {
        index.changeKey { kind, value in
            let key = HandleKey(Handle(kind: kind, value: value), in: region).text
            return key.isEmpty ? nil : key
        }
    }

    /// Reads the books in the next turns of the loop, and follows them.
    func begin(_ folders: UserFolders, _ session: BusConnection, _ loop: EventLoop) {
        (self.loop, user) = (loop, folders)
        others = [folders.plasmaContacts].compactMap(\.self)
        others += text(of: folders.khard).map { ContactPrograms.khard($0, home: folders.home) } ?? []
        others += text(of: folders.vdirsyncer).map { ContactPrograms.vdirsyncer($0, home: folders.home) } ?? []
        follow([])
        evolution = EvolutionBooks(on: session, loop: loop, folders: folders) { [unowned self] in apply($1, of: $0) }
        evolution?.begin()
    }

    /// Follows the folders that the user has chosen, beside those of other programs. A path that is not absolute is ignored.
    func follow(_ chosen: [String]) {
        guard let loop, let user else { return }
        let wanted = FollowedFolder.distinct(others + chosen.compactMap { FollowedFolder($0, home: user.home) })
        for folder in followed.keys where !wanted.contains(folder) {
            followed[folder] = nil
            apply(.gone, of: folder.path)
        }
        for folder in wanted where followed[folder] == nil {
            let cards = VCardFolder(folder.path, name: folder.name, on: loop) { [unowned self] in
                apply($0, of: folder.path)
            }
            followed[folder] = cards
            cards.begin()
        }
    }

    /// The configuration of another program, if the user has it.
    private func text(of path: String) -> String? {
        do throws(UnreadableFile) { return try TextFile.read(path, owner: getuid()) } catch {
            log("The address books in \(path) are not used: \(error.message)")
            return nil
        }
    }

    /// The path of a file may contain a name, so the log has only the reason.
    private func apply(_ event: BookEvent, of book: String) {
        if case .fault(let fault) = event { log("A part of an address book is not used: \(fault.message)") }
        if !index.apply(event, of: book).isEmpty { changed() }
    }
}
