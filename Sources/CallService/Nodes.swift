// SPDX-License-Identifier: MIT

internal import CallCore
internal import SDBus

// What the interface tables show: a value, and through whose eyes.

/// The manager object of a tree.
struct ManagerNode {
    let service: CallService
    let visit: Visit
    /// What is wrong in the administrator's configuration; no concern of an app in a sandbox.
    let problems: [String]

    init(_ visit: Visit, _ service: CallService, problems: [String]) {
        self.service = service
        self.visit = visit
        self.problems = visit.caller.app == nil ? problems : []
    }

    var user: User { visit.user }
    var caller: Caller { visit.caller }
    var limits: Limits { visit.user.domain.limits }
}

/// The audio as a caller may see it.
struct AudioNode {
    let audio: Audio
    let user: User
    let caller: Caller
    let service: CallService

    var limits: Limits { user.domain.limits }

    init(audio: Audio, user: User, caller: Caller, service: CallService) {
        self.audio = audio
        self.user = user
        self.caller = caller
        self.service = service
    }

    init(_ manager: ManagerNode) {
        self.init(
            audio: manager.user.domain.audio, user: manager.user, caller: manager.caller, service: manager.service)
    }

    /// False for what a sandboxed app may not know of another's calls.
    var isOpen: Bool {
        guard let owner = audio.owner, let provider = user.domain.providers[owner.provider] else { return true }
        return caller.maySeeAll(of: provider)
    }
}

/// A call as a caller may see it. A class, because a table hands it on for every property.
final class CallNode {
    let call: Call
    let user: User
    let tree: ObjectTree
    let caller: Caller
    let service: CallService
    let provider: Provider?
    /// False: others' calls show a sandboxed app only that they are there, and how they stand. What is withheld reads
    /// empty, because one failing property would fail the whole GetAll.
    let isOpen: Bool

    init(_ call: Call, of user: User, in tree: ObjectTree, for caller: Caller, _ service: CallService) {
        self.call = call
        self.user = user
        self.tree = tree
        self.caller = caller
        self.service = service
        self.provider = user.domain.providers[call.provider]
        self.isOpen = provider.map(caller.maySeeAll) ?? (caller.app == nil)
    }

    func text(_ value: @autoclosure () -> String) -> String { isOpen ? value() : "" }
    func flag(_ value: Bool) -> Bool { isOpen && value }
    func time(_ value: UInt64) -> UInt64 { isOpen ? value : 0 }
}

/// A provider as a caller may see it.
struct ProviderNode {
    let provider: Provider
    let user: User
    let service: CallService
    let isOpen: Bool

    init(_ provider: Provider, of user: User, for caller: Caller, _ service: CallService) {
        self.provider = provider
        self.user = user
        self.service = service
        self.isOpen = caller.maySeeAll(of: provider)
    }

    func text(_ value: @autoclosure () -> String) -> String { isOpen ? value() : "" }
}
