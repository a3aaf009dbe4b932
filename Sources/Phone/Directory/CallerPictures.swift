// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The pictures of callers that a list shows, each looked up once.
@MainActor
final class CallerPictures {
    private unowned let directory: DirectoryFollower
    /// The id of the picture of each caller; "" = none, or asked for.
    private var known: [WireHandle: String] = [:]

    init(_ directory: DirectoryFollower) { self.directory = directory }

    /// The contacts have changed.
    func forget() { known = [:] }

    func show(_ caller: WireHandle, in row: PersonRow) {
        if let picture = known[caller] { return row.show(picture: picture, from: directory.pictures) }
        guard caller != .none, directory.presence == .running else { return }
        row.awaited = caller.written
        directory.lookUp(caller) { [weak self, weak row] facts in
            guard let self, let facts else { return }
            let picture = facts.text(.picture)
            known[caller] = picture
            if let row, row.awaited == caller.written { row.show(picture: picture, from: directory.pictures) }
        }
    }
}
