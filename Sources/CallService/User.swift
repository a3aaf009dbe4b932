// SPDX-License-Identifier: MIT

internal import CallCore
internal import SDBus

/// What the service keeps for one uid: its domain, and what of it lives outside the core.
final class User {
    let uid: UInt32
    var domain: Domain
    /// Who is sent the changes.
    var subscribers: [Subscriber] = []
    /// The icons and ringtones that providers handed over as files.
    var files: [ProviderID: ProviderFiles] = [:]
    /// The core's timers that are running; dropped to cancel them.
    var timers: [TimerKey: AnyObject] = [:]

    init(uid: UInt32, domain: Domain) {
        self.uid = uid
        self.domain = domain
    }
}

/// A connection that is sent the change signals of a tree.
struct Subscriber {
    let caller: Caller
    /// The tree that it looks at: its user's own, or for the administrator that of a user.
    let tree: ObjectTree

    func `is`(_ visit: Visit) -> Bool { caller.client == visit.caller.client && tree == visit.tree }
}

/// The sealed files of a provider.
struct ProviderFiles {
    var icon: BusFile?
    var ringtone: BusFile?
}
