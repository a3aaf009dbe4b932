// SPDX-License-Identifier: MIT

public import AVFAudio
internal import CallClient
internal import CallInterface
internal import CallLibrary
internal import Foundation
@_spi(Companions) public import Intents

/// Performs actions on conversations. The manager calls one method at a time, on the main queue.
public protocol ConversationManagerDelegate: AnyObject {
    /// The manager is registered. Also called for a delegate that is set later, and again if the service has lost its
    /// state.
    func conversationManagerDidBegin(_ manager: ConversationManager)
    /// All conversations are over, and no action has any effect: stop media, and forget the conversations.
    ///
    /// Required as on Apple's systems. Not called when the service crashes or is updated: then conversations go on.
    func conversationManagerDidReset(_ manager: ConversationManager)
    /// A conversation appeared, or its state changed. With ``Conversation/State/left`` it is the last time.
    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation)
    /// Perform the action, and fulfill or fail it. The state of its conversation changes after this method. Call
    /// ``ConversationAction/fail()`` for a class that the app does not know.
    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction)
    /// The action failed because its deadline passed. A start, join or end ended its conversation; any other action
    /// left it unchanged. Also called once with a requested start or join that was accepted and that no delegate will
    /// get, because another app did not hold its call. Fulfilling the action now has no effect.
    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction)
    /// The app may use the microphone and the speaker: start media.
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession)
    /// The app may not use the microphone and the speaker any more: stop media.
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession)
    /// Linux only: the user asked elsewhere to start a conversation with this app, for example in a list of recent
    /// calls, an address book or a link. The activity's interaction has an `INStartCallIntent`. Perform a
    /// ``StartConversationAction`` for it. By default the app's scene or delegate gets the activity if the app has the
    /// companion module UIKit; if they do not handle it either, the requester gets an error.
    func conversationManager(_ manager: ConversationManager, continue userActivity: NSUserActivity)
}

extension ConversationManagerDelegate {
    /// Leaves the activity to the app's scene or delegate.
    public func conversationManager(_ manager: ConversationManager, continue userActivity: NSUserActivity) {
        userActivity.isLeft = true
    }
}

/// The conversations of a manager, and the service's news in the words of LiveCommunicationKit for its delegate.
final class ManagerAdapter: @unchecked Sendable {
    private let dispatcher = DelegateDispatcher<any ConversationManagerDelegate>()
    private let actions: OpenActions<ActionBatch>
    private let lock = NSLock()
    /// In the order of their appearance.
    private var conversations: [Conversation] = []
    /// The incoming ones that the service has not accepted yet.
    private var offered: [UUID: Conversation] = [:]
    /// The requested starts that the delegate has not got.
    private var undelivered: Set<UUID> = []
    private var isClosed = false
    private let name: ProviderName
    weak var manager: ConversationManager?

    init(_ name: ProviderName) {
        self.name = name
        actions = OpenActions(of: name, make: \.conversationAction, bundle: ActionBatch.init)
        dispatcher.open { [weak self] delegate, news in
            guard let self, let manager else { return }
            notify(delegate, manager, news)
        }
    }

    var delegate: (any ConversationManagerDelegate)? {
        get { dispatcher.listener }
        set { dispatcher.setDelegate(newValue.map { delegate in { [weak delegate] in delegate } }, queue: .main) }
    }

    var present: [Conversation] { lock.withLock { conversations } }

    var pendingActions: [ConversationAction] {
        actions.pending.flatMap(\.actions).filter { !$0.progress.isComplete }
    }

    func close() {
        dispatcher.close()
        let left = lock.withLock {
            defer { (conversations, isClosed) = ([], true) }
            return conversations
        }
        for conversation in left { conversation.change(to: .left) }
    }

    /// The app reports it. It becomes present when the service accepts it.
    func offer(_ conversation: Conversation) { lock.withLock { offered[conversation.uuid] = conversation } }

    /// The service has answered: the conversation is present, refused, or over already.
    func withdraw(_ conversation: Conversation) {
        lock.withLock { if offered[conversation.uuid] === conversation { offered[conversation.uuid] = nil } }
    }

    /// The app requests the start of conversations.
    func request(_ starts: [UUID]) { lock.withLock { undelivered.formUnion(starts) } }

    /// The service refused it.
    func refused(_ starts: [UUID]) { lock.withLock { undelivered.subtract(starts) } }

    /// The conversation has ended: all its actions are dropped.
    func supersede(_ conversation: UUID) { actions.supersede(conversation) }

    // MARK: On the service thread

    func receive(_ latest: ProviderNews) {
        AVAudioSession.follow(latest)
        switch latest {
        case .timedOut(let action): actions.expire(UUID(action))
        case .perform(let delivered):
            if case .start(let start) = delivered.action.kind { begin(delivered.action.call, start) }
        case .callChanged(let call, let state):
            lock.withLock { _ = undelivered.remove(UUID(call)) }
            if state != .ended { add(UUID(call)) }
        case .didBegin, .refused, .vanished, .didActivate, .didDeactivate, .startCallRequested: break
        }
        dispatcher.add(latest)
    }

    /// The service accepted the start of conversations. They exist now, and wait for their turn.
    func accepted(_ starts: [UUID]) {
        for uuid in starts where lock.withLock({ undelivered.contains(uuid) }) { appear(uuid) }
    }

    /// Their transaction is over: a start that was not delivered never will be.
    func over(_ starts: [UUID]) {
        for uuid in starts where lock.withLock({ undelivered.remove(uuid) }) != nil {
            dispatcher.add(.callChanged(CallID(uuid), .ended))
        }
    }

    /// The service knows the members from the start, but not what to show of them.
    private func begin(_ call: CallID, _ start: StartAction) {
        appear(UUID(call))
        guard let conversation = conversation(UUID(call)), let update = conversation.begin(with: start.handles) else {
            return
        }
        ServiceThread.perform { [name] thread in
            thread.providers[name.current]?.reportUpdated(call, update, in: thread.providers)
        }
    }

    /// The conversation exists before the delegate gets its start.
    private func appear(_ uuid: UUID) {
        if add(uuid) { dispatcher.add(.callChanged(CallID(uuid), .idle)) }
    }

    /// False if it is known, or the manager was invalidated.
    @discardableResult
    private func add(_ uuid: UUID) -> Bool {
        lock.withLock {
            guard !isClosed, !conversations.contains(where: { $0.uuid == uuid }) else { return false }
            conversations.append(offered.removeValue(forKey: uuid) ?? Conversation(uuid))
            return true
        }
    }

    private func conversation(_ uuid: UUID) -> Conversation? {
        lock.withLock { conversations.first { $0.uuid == uuid } }
    }

    // MARK: On the main queue

    private func notify(
        _ delegate: any ConversationManagerDelegate, _ manager: ConversationManager, _ news: ProviderNews
    ) {
        switch news {
        case .didBegin: delegate.conversationManagerDidBegin(manager)
        case .perform(let delivered): perform(delivered, delegate, manager)
        // An app has no word for it. The conversation ends as if the user had ended it.
        case .refused(let call, _): perform(DeliveredAction(ending: call), delegate, manager)
        case .timedOut(let action):
            guard let action = actions.timeOut(UUID(action)) else { return }
            delegate.conversationManager(manager, timedOutPerforming: action)
        case .vanished(let requested):
            guard let action = requested as? ConversationAction else { return }
            action.progress.finish(as: .timedOut)
            delegate.conversationManager(manager, timedOutPerforming: action)
        case .callChanged(let call, let state):
            guard let conversation = change(UUID(call), to: Conversation.State(state)) else { return }
            delegate.conversationManager(manager, conversationChanged: conversation)
        case .didActivate: delegate.conversationManager(manager, didActivate: .sharedInstance())
        case .didDeactivate: delegate.conversationManager(manager, didDeactivate: .sharedInstance())
        case .startCallRequested(let handle, let details):
            let activity = NSUserActivity(startingCallTo: handle, details)
            StartCallRequests.pass(activity, of: "LiveCommunicationKit", "conversationManager(_:continue:)") {
                delegate.conversationManager(manager, continue: $0)
            } then: { [name] isHandled in
                ServiceThread.perform { thread in
                    thread.providers[name.current]?.answerStartCall(handle, isHandled, in: thread.providers)
                }
            }
        }
    }

    private func perform(
        _ delivered: DeliveredAction, _ delegate: any ConversationManagerDelegate, _ manager: ConversationManager
    ) {
        guard let action = actions.deliver(delivered) else { return }
        delegate.conversationManager(manager, perform: action)
    }

    private func change(_ uuid: UUID, to state: Conversation.State) -> Conversation? {
        lock.withLock {
            guard let place = conversations.firstIndex(where: { $0.uuid == uuid }) else { return nil }
            let conversation = conversations[place]
            conversation.change(to: state)
            if state == .left { conversations.remove(at: place) }
            return conversation
        }
    }
}
