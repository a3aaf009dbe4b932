// SPDX-License-Identifier: MIT

public import AVFAudio
public import Foundation
public import Intents

/// Performs actions on calls. The provider calls one method at a time, on the queue that was set with the delegate.
///
/// Only ``providerDidReset(_:)`` is required. On Linux the other methods are requirements with a default
/// implementation, because there are no optional ones: implement them in the class that conforms. A method that a
/// subclass adds is never called.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// All calls are over, and no action has any effect: stop media, and forget the calls.
    ///
    /// Required as on Apple's systems. Not called when the service crashes or is updated: then calls go on.
    func providerDidReset(_ provider: CXProvider)
    /// The provider is registered. Also called for a delegate that is set later, and again if the service has lost
    /// its state.
    func providerDidBegin(_ provider: CXProvider)
    /// Performs a transaction as a whole. Return true if you do; then fulfill or fail every action of it, and no action
    /// is passed to the methods below. Default: false.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// Place a call; fulfill the action when the invitation is sent. By default this and the next methods do nothing,
    /// so the action times out.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// Answer the call; fulfill the action when both sides can communicate. Start media in
    /// ``provider(_:didActivate:)``.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// Hang up or decline: stop media, and fulfill the action.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// Hold or resume the call. Fulfill the action at once, because another call may wait for the audio. A resumed call
    /// gets the audio back with ``provider(_:didActivate:)``. By default the action fails at once.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// Mute or unmute the microphone. Unlike on Apple's systems, the system itself never requests it.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// Merge the call with another, or take it out of its group.
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    /// Play tones to the other side. The next action is delivered when this one is complete.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// Translate the call. Never called on Linux.
    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction)
    /// The action failed because its deadline passed. A start, answer or end ended its call; any other action left the
    /// call unchanged. Also called once with a requested start or answer that was accepted and that no delegate will
    /// get, because another app did not hold its call: such a start has ended its call, and after such an answer the
    /// call rings again. Fulfilling the action now has no effect.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// The app may use the microphone and the speaker: start media.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// The app may not use the microphone and the speaker any more: stop media.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
    /// Linux only: the user asked elsewhere to place a call with this app, for example in a list of recent calls, an
    /// address book or a link. The activity's interaction has an `INStartCallIntent`. Request a ``CXStartCallAction``
    /// for it. By default nothing happens.
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity)
}

extension CXProviderDelegate {
    /// Does nothing.
    public func providerDidBegin(_ provider: CXProvider) {}
    /// Returns false.
    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }
    /// Logs that the delegate does not implement the action.
    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { provider.leave(action) }
    /// Logs that the delegate does not implement the action.
    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { provider.leave(action) }
    /// Logs that the delegate does not implement the action.
    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { provider.leave(action) }
    /// Fails the action at once: another call may wait for the hold.
    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { action.fail() }
    /// Logs that the delegate does not implement the action.
    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { provider.leave(action) }
    /// Logs that the delegate does not implement the action.
    public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { provider.leave(action) }
    /// Logs that the delegate does not implement the action.
    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { provider.leave(action) }
    /// Logs that the delegate does not implement the action.
    public func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) { provider.leave(action) }
    /// Does nothing.
    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
    /// Does nothing.
    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
    /// Does nothing.
    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
    /// Logs that the delegate does not implement it.
    public func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        NSLog("CallKit: no call is placed, because the delegate does not implement provider(_:continue:)")
    }
}
