// SPDX-License-Identifier: MIT

internal import AVFAudio
internal import CallClient
internal import CallInterface
internal import CallLibrary
internal import Dispatch
internal import Foundation
internal import Intents

/// Tells a provider's delegate the service's news in the words of CallKit.
final class ProviderStage: @unchecked Sendable {
    private let desk = ProviderDesk<any CXProviderDelegate>()
    private let actions: OpenActions<CXTransaction>
    private let ownQueue = DispatchQueue(label: "org.monkeycall.CallKit.provider")
    weak var provider: CXProvider?

    init(_ name: ProviderName) {
        actions = OpenActions(of: name) {
            $0.action(until: $1)
        } bundle: {
            CXTransaction(uuid: $0, actions: $1)
        }
        desk.open { [weak self] delegate, news in
            guard let self, let provider else { return }
            tell(delegate, provider, news)
        }
    }

    /// The queue for completions of reports.
    var completionQueue: DispatchQueue { desk.queue ?? ownQueue }

    var pendingTransactions: [CXTransaction] { actions.pending }

    func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue) {
        desk.setDelegate(delegate.map { delegate in { [weak delegate] in delegate } }, queue: queue)
    }

    func close() { desk.close() }

    /// On the service thread.
    func receive(_ latest: ProviderNews) {
        AVAudioSession.follow(latest)
        if case .timedOut(let action) = latest { actions.expire(UUID(action)) }
        desk.add(latest)
    }

    /// The call has ended: all its actions are dropped.
    func supersede(_ call: UUID) { actions.supersede(call) }

    // MARK: On the delegate's queue

    private func tell(_ delegate: any CXProviderDelegate, _ provider: CXProvider, _ news: ProviderNews) {
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
            delegate.provider(provider, continue: NSUserActivity(startingCallTo: handle, details))
        }
    }

    private func perform(_ delivered: DeliveredAction, _ delegate: any CXProviderDelegate, _ provider: CXProvider) {
        let action = actions.deliver(delivered) { delegate.provider(provider, execute: $0) }
        if delivered.isDone {
            action?.complete(.fulfilled(nil))
            return
        }
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
