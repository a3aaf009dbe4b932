// SPDX-License-Identifier: MIT

import Foundation

/// The network that carries the calls; a real app has its protocol and servers here. The UUIDs are those that this app
/// uses with the system.
@MainActor
protocol CallNetwork: AnyObject {
    var delegate: (any CallNetworkDelegate)? { get set }

    /// Sends an invitation. The delegate gets the result.
    func invite(_ handle: Party, to call: UUID, video: Bool)
    /// Tells the other side that the user is being alerted.
    func ring(_ call: UUID)
    func accept(_ call: UUID)
    /// Leaves a call, withdraws an invitation, or declines one. Does nothing if the call is over.
    func hangUp(_ call: UUID)
    func play(_ digits: String, in call: UUID)
}

/// Gets the events from the other side.
@MainActor
protocol CallNetworkDelegate: AnyObject {
    /// The other side calls.
    func networkReceivedInvitation(to call: UUID, from handle: Party, name: String?, video: Bool)
    /// The call rings at the other side.
    func networkStartedConnecting(_ call: UUID)
    /// The other side has answered.
    func networkConnected(_ call: UUID)
    func networkReceived(_ digits: String, in call: UUID)
    /// The call has ended, but not by ``CallNetwork/hangUp(_:)``.
    func networkEnded(_ call: UUID, because reason: ActiveCall.EndReason)
}
