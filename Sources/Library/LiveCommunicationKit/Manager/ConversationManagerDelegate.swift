// SPDX-License-Identifier: MIT

public import AVFAudio
public import Intents

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
    /// ``StartConversationAction`` for it. By default nothing happens.
    func conversationManager(_ manager: ConversationManager, continue userActivity: NSUserActivity)
}

extension ConversationManagerDelegate {
    /// Logs that the delegate does not implement it.
    public func conversationManager(_ manager: ConversationManager, continue userActivity: NSUserActivity) {
        NSLog(
            "LiveCommunicationKit: no conversation is started, because the delegate does not implement "
                + "conversationManager(_:continue:)")
    }
}
