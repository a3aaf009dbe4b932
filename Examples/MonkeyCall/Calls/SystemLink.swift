// SPDX-License-Identifier: MIT

/// The app's link to the system, as the rest of the app sees it: the delegate of a framework.
@MainActor
protocol SystemLink: CallNetworkDelegate {
    var callManager: ActiveCallManager { get }
    var network: any CallNetwork { get }
    var audio: SilentAudio { get }
    /// Gets the activities that the user began elsewhere. Held weakly.
    var app: AppDelegate? { get set }
    /// Applies to the next action, so that people can see how the system reacts.
    var mood: Mood { get set }
}

/// How the app treats an action of the system.
enum Mood {
    case obedient
    /// It fails the action.
    case refuse
    /// It neither fulfils nor fails the action.
    case ignore
}
