// SPDX-License-Identifier: MIT

internal import CallCore
internal import SDBus

// The nodes of the interface tables: a value, and the view that shows it.

/// A node whose changes are announced. Nodes of the same value that are equally open show the same to all callers in a
/// sandbox, and the same to all others.
protocol AnnouncedNode {
    /// False: the caller is a sandboxed app, and may know only that the object exists and how it stands. Withheld
    /// properties read empty, because one failing property would fail the whole GetAll.
    var isOpen: Bool { get }
}

/// What the administrator should mend.
struct ServiceProblems {
    /// The mistakes in the configuration.
    var configuration: [String] = []
    /// Why the state cannot be kept; empty = it is kept, or need not be.
    var state = ""
    /// Why the state of the last service was lost; empty = it was not.
    var stateLoss = ""
}

/// The manager object.
struct ManagerNode: AnnouncedNode {
    let view: View
    let isOpen: Bool
    /// They do not concern an app in a sandbox.
    let problems: ServiceProblems
    let hasDirectory: Bool

    init(_ view: View, _ problems: ServiceProblems, hasDirectory: Bool) {
        self.view = view
        self.hasDirectory = hasDirectory
        isOpen = view.caller.app == nil
        self.problems = isOpen ? problems : ServiceProblems()
    }

    /// What the administrator should know about the state: first what can still be mended.
    var stateProblem: String {
        guard isOpen else { return "" }
        return [problems.state, problems.stateLoss, user.stateLoss].first { !$0.isEmpty } ?? ""
    }

    var user: User { view.user }
    var caller: Caller { view.caller }
    var limits: Limits { view.limits }
    var service: CallService { view.user.service }
}

/// The audio. An app in a sandbox does not see which other app has it.
struct AudioNode: AnnouncedNode {
    let audio: Audio
    let view: View
    let isOpen: Bool

    init(_ audio: Audio, _ view: View) {
        self.audio = audio
        self.view = view
        isOpen =
            view.caller.app == nil
            || audio.owner.flatMap { view.user.domain.providers[$0.provider] }.map(view.caller.maySeeAll) ?? true
    }
}

/// A call. A class, because a table hands the node on for every property.
final class CallNode: AnnouncedNode {
    let call: Call
    let view: View
    let isOpen: Bool

    init(_ call: Call, _ view: View) {
        self.call = call
        self.view = view
        isOpen = view.maySeeAll(of: call.provider)
    }

    /// The identifier of its provider.
    var provider: String { text(view.user.domain.providers[call.provider]?.identifier ?? "") }

    func text(_ value: @autoclosure () -> String) -> String { isOpen ? value() : "" }
    func flag(_ value: Bool) -> Bool { isOpen && value }
    func time(_ value: UInt64) -> UInt64 { isOpen ? value : 0 }
}

/// What the directory knows about the other side is shown to programs outside a sandbox only, and to no modem service.
/// A call that the directory silences looks like any other call there.
extension CallNode {
    var identity: CallerIdentity { view.caller.app == nil ? call.identity : CallerIdentity() }
    var silenced: Bool { view.caller.app == nil && call.silenced }
}

extension AudioNode {
    var alert: Alert {
        switch audio.alert {
        case .silent: view.caller.app == nil ? .silent : audio.isUserTalking ? .callWaiting : .ring
        case .none, .ring, .callWaiting: audio.alert
        }
    }
}

/// A provider.
struct ProviderNode: AnnouncedNode {
    let provider: Provider
    let view: View
    let isOpen: Bool

    init(_ provider: Provider, _ view: View) {
        self.provider = provider
        self.view = view
        isOpen = view.caller.maySeeAll(of: provider)
    }

    func text(_ value: @autoclosure () -> String) -> String { isOpen ? value() : "" }
}
