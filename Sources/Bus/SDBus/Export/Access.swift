// SPDX-License-Identifier: MIT

/// The callers of a method, or of every member of an interface: a column of the interface tables. A later case permits
/// fewer callers.
public enum Access: Comparable, Sendable {
    /// Every program that finds the object. The finder and the node decide what each caller gets.
    case everyone
    /// A program outside of a sandbox. On a session bus it is one of the user. A process that cannot be inspected may
    /// be in a sandbox.
    case user
    /// Root outside of a sandbox.
    case root

    /// Throws `refusal` for a caller without access, or a general sentence. Looks at the caller only if the access
    /// depends on it: the service calls this for each method.
    func check(_ call: @autoclosure () -> MethodCall, refusal: String?) throws(BusError) {
        let isPermitted: Bool
        switch self {
        case .everyone: return
        case .user: isPermitted = try call().peer().isOutsideSandbox
        case .root: isPermitted = try call().peer().isRoot
        }
        guard isPermitted else {
            let caller = self == .root ? "uid 0" : "a program"
            throw .accessDenied(refusal ?? "Only \(caller) outside a sandbox may do this.")
        }
    }
}
