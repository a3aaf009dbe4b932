// SPDX-License-Identifier: MIT

import CallKit

/// What carries the calls: an app has its own protocol and servers here. Calls are named by the UUIDs that this app and
/// the system know them by.
@MainActor
protocol CallNetwork: AnyObject {
    var delegate: (any CallNetworkDelegate)? { get set }

    /// Sends an invitation. What comes of it is told to the delegate.
    func invite(_ handle: CXHandle, to call: UUID, video: Bool)
    /// Tells who invited that the user is being told.
    func ring(_ call: UUID)
    /// Accepts an invitation.
    func accept(_ call: UUID)
    /// Leaves a call, takes an invitation back, or declines one. Does nothing where there is no such call any more.
    func hangUp(_ call: UUID)
    /// Sends tones.
    func play(_ digits: String, in call: UUID)
}

/// What the other side does.
@MainActor
protocol CallNetworkDelegate: AnyObject {
    /// Somebody calls.
    func networkReceivedInvitation(to call: UUID, from handle: CXHandle, name: String?, video: Bool)
    /// It rings at the other side.
    func networkStartedConnecting(_ call: UUID)
    /// The other side has answered.
    func networkConnected(_ call: UUID)
    func networkReceived(_ digits: String, in call: UUID)
    /// The call is over, and not by ``CallNetwork/hangUp(_:)``.
    func networkEnded(_ call: UUID, because reason: CXCallEndedReason)
}
