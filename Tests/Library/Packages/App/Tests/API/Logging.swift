// SPDX-License-Identifier: MIT

import CallKit
import Testing

#if swift(>=6)
    @testable import Swift6Traps
#else
    @testable import Swift5Traps
#endif

/// The text of objects in an app's log.
struct LoggingTests {
    init() { noBus }

    @Test func `An action prints what is to be done to which call`() {
        let call = UUID()
        let handle = CXHandle(type: .phoneNumber, value: "+49")
        let start = CXStartCallAction(call: call, handle: handle)
        #expect(
            Logging.texts(start, handle)
                == "<CXStartCallAction \(start.uuid), call \(call), <CXHandle phoneNumber: +49>> of <CXHandle phoneNumber: +49>"
        )
        let actions: [(CXCallAction, String)] = [
            (CXEndCallAction(call: call), ""), (CXSetHeldCallAction(call: call, onHold: true), ", hold"),
            (CXSetMutedCallAction(call: call, muted: false), ", unmute"),
            (CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil), ", alone"),
            (CXPlayDTMFCallAction(call: call, digits: "12", type: .singleTone), ", 12 as singleTone"),
        ]
        for (action, what) in actions {
            #expect(Logging.text(action) == "<\(type(of: action)) \(action.uuid), call \(call)\(what)>")
        }
        let transaction = CXTransaction(action: start)
        #expect(Logging.text(transaction) == "<CXTransaction \(transaction.uuid): [\(start)]>")
    }

    @Test func `An update prints what was set`() {
        let update = CXCallUpdate()
        #expect(Logging.text(update) == "<CXCallUpdate>")
        update.remoteHandle = nil
        update.localizedCallerName = "Ada"
        update.hasVideo = false
        #expect(Logging.text(update) == "<CXCallUpdate from anonymous, name Ada, video false>")
    }

    @Test func `Every object can be logged`() {
        let configuration = CXProviderConfiguration()
        configuration.identifier = "org.example.Logged"
        let provider = CXProvider(configuration: configuration)
        #expect(Logging.text(provider) == "<CXProvider org.example.Logged>")
        provider.invalidate()
        let controller = CXCallController()
        let activity = NSUserActivity(activityType: "INStartCallIntent")
        let objects: [NSObject & CVarArg] = [
            provider, configuration, controller, controller.callObserver, CXCallDirectoryManager.sharedInstance,
            AVAudioSession.sharedInstance(), AVAudioSession.sharedInstance().currentRoute, activity,
            INStartVideoCallIntent(contacts: nil), INExtension(), INPersonHandle(value: nil, type: .unknown),
        ]
        for object in objects {
            #expect(Logging.text(object) == object.description)
            NSLog("%@ and %@ and %d", object, "a text", 1)
        }
    }
}
