// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The pictures of callers, each looked up once.
@MainActor
final class CallerPictures {
    private unowned let directory: DirectoryFollower
    /// The id of the picture of each caller; "" = none, or asked for.
    private var known: [WireHandle: String] = [:]

    init(_ directory: DirectoryFollower) {
        self.directory = directory
        directory.observe { [weak self] change in
            if change == .contacts || change == .presence { self?.known = [:] }
        }
    }

    func show(_ caller: WireHandle, in avatar: PersonAvatar) {
        if let picture = known[caller] { return avatar.show(picture: picture, from: directory.pictures) }
        guard caller != .none, directory.presence == .running else { return }
        avatar.awaited = caller.written
        directory.lookUp(caller) { [weak self, weak avatar] facts in
            guard let self, let facts else { return }
            let picture = facts.text(.picture)
            known[caller] = picture
            if let avatar, avatar.awaited == caller.written { avatar.show(picture: picture, from: directory.pictures) }
        }
    }
}
