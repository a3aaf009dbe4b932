// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The pictures of callers, each looked up once.
@MainActor
final class CallerPictures {
    /// More callers are not kept.
    private static let most = 1_000

    private unowned let directory: DirectoryFollower
    /// The id of the picture of each caller; "" = none.
    private var known: [WireHandle: String] = [:]
    /// What waits for the picture of each caller that was asked for.
    private var waiting: [WireHandle: [(String) -> Void]] = [:]

    init(_ directory: DirectoryFollower) {
        self.directory = directory
        directory.observe { [unowned self] change in
            if change == .contacts || change == .presence { known = [:] }
        }
    }

    func show(_ caller: WireHandle, in avatar: PersonAvatar) {
        if let picture = known[caller] { return avatar.show(picture: picture, from: directory.pictures) }
        guard caller != .none, directory.presence == .running else { return }
        avatar.awaited = caller.written
        let body: (String) -> Void = { [weak avatar, directory] picture in
            guard let avatar, avatar.awaited == caller.written else { return }
            avatar.show(picture: picture, from: directory.pictures)
        }
        guard waiting.updateValue((waiting[caller] ?? []) + [body], forKey: caller) == nil else { return }
        directory.lookUp(caller) { [unowned self] facts in
            guard let bodies = waiting.removeValue(forKey: caller), let facts else { return }
            let picture = facts.text(.picture)
            if known.count >= Self.most { known = [:] }
            known[caller] = picture
            for body in bodies { body(picture) }
        }
    }
}
