// SPDX-License-Identifier: MIT

public import AVFAudio
public import Foundation
public import Intents

/// What a provider is told, one call at a time, on the queue that was given with the delegate.
///
/// Only ``providerDidReset(_:)`` is required. On Linux the others are requirements with a default, as there are no optional
/// ones: implement them in the class that conforms, not in a subclass of it, where they would never be called.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// Every call is over, and every action without effect: stop media, forget calls.
    ///
    /// Required as on Apple's systems, and not told when the service crashes or is updated: calls go on then.
    func providerDidReset(_ provider: CXProvider)
    /// The provider is registered. Also told to a delegate that is set later, and again when the service is new.
    func providerDidBegin(_ provider: CXProvider)
    /// A transaction is to be done. True: it was taken over as a whole, and every action of it is fulfilled or failed
    /// without being performed one by one. Default: false.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// Place a call: fulfil when the invitation is sent. By default nothing is done, and the action times out; so with all
    /// that follow.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// Pick up: fulfil when both sides can communicate, and wait with the media for ``provider(_:didActivate:)``.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// Hang up or decline: stop media, and fulfil.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// Hold or resume. Fulfil at once: another call may wait for the audio. A resumed call gets it back with
    /// ``provider(_:didActivate:)``.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// Mute or unmute. Never asked for by the system itself, unlike on Apple's.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// Merge, or go private.
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    /// Play tones to the other side. The next action comes when this one is complete.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// Translate. Never asked on Linux.
    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction)
    /// The action has failed, because it took too long. A start, answer or end has ended its call, everything else has left it
    /// as it was. Fulfilling it now has no effect.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// The microphone and the speaker are this app's: start media.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// They are not any more: stop media.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
    /// Linux only: the user wants to call somebody with this app, and has said so elsewhere: in a list of recent calls, an
    /// address book, a link. The activity's interaction has an `INStartCallIntent`. Answer with a ``CXStartCallAction`` of
    /// your own. By default nothing is done.
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity)
}

extension CXProviderDelegate {
    /// Does nothing.
    public func providerDidBegin(_ provider: CXProvider) {}
    /// False.
    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }
    /// Says that nobody performs it.
    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { provider.leave(action) }
    /// Says that nobody performs it.
    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { provider.leave(action) }
    /// Says that nobody performs it.
    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { provider.leave(action) }
    /// Says that nobody performs it.
    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { provider.leave(action) }
    /// Says that nobody performs it.
    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { provider.leave(action) }
    /// Says that nobody performs it.
    public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { provider.leave(action) }
    /// Says that nobody performs it.
    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { provider.leave(action) }
    /// Says that nobody performs it.
    public func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) { provider.leave(action) }
    /// Does nothing.
    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
    /// Does nothing.
    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
    /// Does nothing.
    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
    /// Says that nobody goes on with it.
    public func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        NSLog("CallKit: the delegate does not start calls for others: it has no provider(_:continue:)")
    }
}
