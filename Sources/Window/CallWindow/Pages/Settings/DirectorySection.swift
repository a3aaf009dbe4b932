// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// A part that shows rules or lists of the directory.
@MainActor
protocol DirectorySection: SettingsSection, AnyObject {
    var phone: PhoneContext { get }
    /// Asks the directory for what the part shows.
    func load()
}

extension DirectorySection {
    func changed(_ change: DirectoryFollower.Change) {
        switch change {
        case .presence, .rules: load()
        case .history, .contacts, .favourites: break
        }
    }

    /// Requests a change, and shows the problem. The directory announces the result.
    func change<each Argument: BusValue>(_ method: DirectoryMethod, _ arguments: repeat each Argument) {
        phone.directory.change(method, repeat each arguments) { [weak self] problem in
            guard let self, let problem else { return }
            phone.tell(problem)
            load()
        }
    }
}
