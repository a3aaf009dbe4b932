// SPDX-License-Identifier: MIT

public import AVFAudio
internal import CallClient
internal import CallInterface
internal import CallLibrary
internal import Dispatch
public import Foundation
@_spi(Companions) public import Intents

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
    /// for it. By default the app's scene or delegate gets the activity if the app has the companion module UIKit; if
    /// they do not handle it either, the requester gets an error.
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
    /// Leaves the activity to the app's scene or delegate.
    public func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) { userActivity.isLeft = true }
}

/// Tells a provider's delegate the service's news in the words of CallKit.
final class ProviderAdapter: @unchecked Sendable {
    private let dispatcher = DelegateDispatcher<any CXProviderDelegate>()
    private let actions: OpenActions<CXTransaction>
    private let ownQueue = DispatchQueue(label: "org.monkeycall.CallKit.provider")
    weak var provider: CXProvider?

    init(_ name: ProviderName) {
        actions = OpenActions(of: name, make: \.action, bundle: CXTransaction.init(actions:))
        dispatcher.open { [weak self] delegate, news in
            guard let self, let provider else { return }
            notify(delegate, provider, news)
        }
    }

    /// The queue for completions of reports.
    var completionQueue: DispatchQueue { dispatcher.queue ?? ownQueue }

    var pendingTransactions: [CXTransaction] { actions.pending }

    func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue) {
        dispatcher.setDelegate(delegate.map { delegate in { [weak delegate] in delegate } }, queue: queue)
    }

    func close() { dispatcher.close() }

    /// On the service thread.
    func receive(_ latest: ProviderNews) {
        AVAudioSession.follow(latest)
        if case .timedOut(let action) = latest { actions.expire(UUID(action)) }
        dispatcher.add(latest)
    }

    /// The call has ended: all its actions are dropped.
    func supersede(_ call: UUID) { actions.supersede(call) }

    // MARK: On the delegate's queue

    private func notify(_ delegate: any CXProviderDelegate, _ provider: CXProvider, _ news: ProviderNews) {
        switch news {
        case .didBegin: delegate.providerDidBegin(provider)
        case .perform(let delivered): perform(delivered, delegate, provider)
        // An app has no word for it. The call ends as if the user had ended it.
        case .refused(let call, _): perform(DeliveredAction(ending: call), delegate, provider)
        case .timedOut(let action):
            guard let action = actions.timeOut(UUID(action)) else { return }
            delegate.provider(provider, timedOutPerforming: action)
        case .vanished(let requested):
            guard let action = (requested as? Confined<CXAction>)?.value else { return }
            action.progress.finish(as: .timedOut)
            delegate.provider(provider, timedOutPerforming: action)
        case .didActivate: delegate.provider(provider, didActivate: .sharedInstance())
        case .didDeactivate: delegate.provider(provider, didDeactivate: .sharedInstance())
        // The app asked for none.
        case .callChanged: break
        case .startCallRequested(let handle, let details):
            let activity = NSUserActivity(startingCallTo: handle, details)
            StartCallRequests.pass(activity, of: "CallKit", "provider(_:continue:)") {
                delegate.provider(provider, continue: $0)
            } then: { [weak self] isHandled in
                self?.provider?.answer(handle, isHandled)
            }
        }
    }

    private func perform(_ delivered: DeliveredAction, _ delegate: any CXProviderDelegate, _ provider: CXProvider) {
        let action = actions.deliver(delivered) { delegate.provider(provider, execute: $0) }
        switch action {
        case let action as CXStartCallAction: delegate.provider(provider, perform: action)
        case let action as CXAnswerCallAction: delegate.provider(provider, perform: action)
        case let action as CXEndCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetHeldCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetMutedCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetGroupCallAction: delegate.provider(provider, perform: action)
        case let action as CXPlayDTMFCallAction: delegate.provider(provider, perform: action)
        default: break
        }
    }
}

extension CXAction: PerformedAction {
    package var performedCall: UUID? { (self as? CXCallAction)?.callUUID }
    package var isEnd: Bool { self is CXEndCallAction }
}

extension CXTransaction: PerformedTransaction {}
