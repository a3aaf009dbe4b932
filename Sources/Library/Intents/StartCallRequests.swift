// SPDX-License-Identifier: MIT

internal import Synchronization

/// The ``NSUserActivity/activityType`` of every request to call on Linux.
let startCallActivityType = "INStartCallIntent"

/// The type of an activity with an ``INStartAudioCallIntent``. Apps compare it with the type of an activity that
/// arrives, so it is that type while the last request is for an audio call, as is ``INStartVideoCallIntentIdentifier``
/// for a video call.
public var INStartAudioCallIntentIdentifier: String {
    StartCallRequests.isVideo == false ? startCallActivityType : "INStartAudioCallIntent"
}

/// The type of an activity with an ``INStartVideoCallIntent``: see ``INStartAudioCallIntentIdentifier``.
public var INStartVideoCallIntentIdentifier: String {
    StartCallRequests.isVideo == true ? startCallActivityType : "INStartVideoCallIntent"
}

/// The name of a class of this module as Apple's systems have it, without the module: apps compare it with
/// ``NSUserActivity/activityType``.
public func NSStringFromClass(_ intentClass: INIntent.Type) -> String {
    let name = String(reflecting: intentClass)
    return name.hasPrefix("Intents.") ? String(name.dropFirst("Intents.".count)) : name
}

/// The requests of the user that the app calls someone, for the library and its companions.
@_spi(Companions)
public enum StartCallRequests {
    /// The app's other place for activities. Returns whether the app has handled the activity.
    public typealias Receiver = @MainActor @Sendable (NSUserActivity) -> Bool

    private struct State {
        var isVideo: Bool?
        var receiver: Receiver?
    }

    private static let state = Mutex(State())

    /// Whether the last request was for a video call; nil = there was none.
    static var isVideo: Bool? { state.withLock { $0.isVideo } }

    /// `receiver` gets each activity that the delegate of the provider leaves. The last receiver counts.
    public static func follow(_ receiver: @escaping Receiver) { state.withLock { $0.receiver = receiver } }

    /// Hands a request to the app: first to the provider's delegate, then to the other place, on the main queue.
    /// - Parameters:
    ///   - activity: The request.
    ///   - framework: The name of the caller's framework, for the log.
    ///   - method: The method of the delegate that gets requests, for the log.
    ///   - delegate: Calls the method of the delegate, here and now.
    ///   - answer: Gets whether the app has handled it, on any thread.
    package static func pass(
        _ activity: NSUserActivity, of framework: String, _ method: String, to delegate: (NSUserActivity) -> Void,
        then answer: @escaping @Sendable (Bool) -> Void
    ) {
        let isVideo = activity.interaction?.intent is INStartVideoCallIntent
        let receiver = state.withLock { state in
            state.isVideo = isVideo
            return state.receiver
        }
        activity.isLeft = false
        delegate(activity)
        guard activity.isLeft else { return answer(true) }
        guard let receiver else {
            leave(framework, method)
            return answer(false)
        }
        DispatchQueue.main.async {
            activity.isLeft = false
            let isHandled = MainActor.assumeIsolated { receiver(activity) }
            if !isHandled { leave(framework, method) }
            answer(isHandled)
        }
    }

    private static func leave(_ framework: String, _ method: String) {
        NSLog(
            "\(framework): no call is placed, because the app handles no request to call. Implement \(method), or with "
                + "UIKit scene(_:continue:) or application(_:continue:restorationHandler:)")
    }
}
