// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// CXAction, its subclasses, and CXTransaction.
struct Actions {
    let call = UUID()
    let other = UUID()
    let handle = CXHandle(type: .phoneNumber, value: "+4930123456")

    @Test func `an action`() throws {
        let action = CXAction()
        let uuid: UUID = action.uuid
        let timeoutDate: Date = action.timeoutDate
        #expect(timeoutDate > Date())
        #expect(!action.isComplete)
        #expect(CXAction.supportsSecureCoding)
        #expect(try copied(action).uuid == uuid)
        #expect(try throughArchive(action).uuid == uuid)
        action.fulfill()
        #expect(action.isComplete)
        action.fail()
        #expect(action.isComplete)
        let other = CXAction()
        other.fail()
        #expect(other.isComplete)
        #expect(try copied(other).isComplete)
    }

    @Test func `an action of a call`() throws {
        let action: CXAction = CXCallAction(call: call)
        #expect((action as? CXCallAction)?.callUUID == call)
        #expect(CXCallAction(callUUID: call).callUUID == call)
        let copy = try copied(CXCallAction(call: call))
        #expect(copy.callUUID == call)
        #expect(try throughArchive(copy).callUUID == call)
    }

    @Test func `start a call`() throws {
        let action = CXStartCallAction(call: call, handle: handle)
        #expect(action.handle == handle)
        #expect(action.contactIdentifier == nil)
        #expect(!action.isVideo)
        action.handle = CXHandle(type: .emailAddress, value: "ada@example.org")
        action.contactIdentifier = "Ada"
        action.isVideo = true
        for same in [try copied(action), try throughArchive(action)] {
            #expect(same.uuid == action.uuid)
            #expect(same.callUUID == call)
            #expect(same.handle.value == "ada@example.org")
            #expect(same.contactIdentifier == "Ada")
            #expect(same.isVideo)
        }
        #expect(CXStartCallAction(callUUID: call, handle: handle).handle == handle)
        action.fulfill(withDateStarted: Date())
        #expect(action.isComplete)
    }

    @Test func `answer a call`() throws {
        let action = CXAnswerCallAction(call: call)
        #expect(CXAnswerCallAction(callUUID: call).callUUID == call)
        #expect(try copied(action).callUUID == call)
        #expect(try throughArchive(action).uuid == action.uuid)
        action.fulfill(withDateConnected: Date())
        #expect(action.isComplete)
    }

    @Test func `end a call`() throws {
        let action = CXEndCallAction(call: call)
        #expect(CXEndCallAction(callUUID: call).callUUID == call)
        #expect(try copied(action).callUUID == call)
        #expect(try throughArchive(action).uuid == action.uuid)
        action.fulfill(withDateEnded: Date())
        #expect(action.isComplete)
    }

    @Test func `hold a call`() throws {
        let action = CXSetHeldCallAction(call: call, onHold: false)
        #expect(!action.isOnHold)
        action.isOnHold = true
        #expect(try copied(action).isOnHold)
        #expect(try throughArchive(action).isOnHold)
        #expect(CXSetHeldCallAction(callUUID: call, onHold: true).isOnHold)
    }

    @Test func `mute a call`() throws {
        let action = CXSetMutedCallAction(call: call, muted: false)
        #expect(!action.isMuted)
        action.isMuted = true
        #expect(try copied(action).isMuted)
        #expect(try throughArchive(action).isMuted)
        #expect(CXSetMutedCallAction(callUUID: call, muted: true).isMuted)
    }

    @Test func `group a call`() throws {
        let action = CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil)
        #expect(action.callUUIDToGroupWith == nil)
        action.callUUIDToGroupWith = other
        #expect(try copied(action).callUUIDToGroupWith == other)
        #expect(try throughArchive(action).callUUIDToGroupWith == other)
        #expect(CXSetGroupCallAction(callUUID: call, callUUIDToGroupWith: other).callUUIDToGroupWith == other)
    }

    @Test func `play tones`() throws {
        let action = CXPlayDTMFCallAction(call: call, digits: "1", type: .singleTone)
        #expect(action.digits == "1")
        #expect(action.type == .singleTone)
        action.digits = "23"
        action.type = .hardPause
        for same in [try copied(action), try throughArchive(action)] {
            #expect(same.digits == "23")
            #expect(same.type == .hardPause)
        }
        #expect(CXPlayDTMFCallAction(callUUID: call, digits: "4", type: .softPause).type == .softPause)
        let types: [CXPlayDTMFCallAction.ActionType] = [.singleTone, .softPause, .hardPause]
        #expect(types.map(\.rawValue) == [1, 2, 3])
    }

    @Test func `translate a call`() throws {
        let action = CXSetTranslatingCallAction(
            call: call, isTranslating: true, localLanguage: "de", remoteLanguage: "en")
        for same in [action, try copied(action), try throughArchive(action)] {
            #expect(same.uuid == action.uuid)
            #expect(same.isTranslating)
            #expect(same.localLanguage == "de")
            #expect(same.remoteLanguage == "en")
        }
        #expect(
            !CXSetTranslatingCallAction(
                callUUID: call, isTranslating: false, localLanguage: "", remoteLanguage: ""
            ).isTranslating)
        let engines: [CXTranslationEngine] = [.default, .custom]
        #expect(engines.map(\.rawValue) == [0, 1])
        action.fulfill(using: .custom)
        #expect(action.isComplete)
    }

    @Test func `actions have a part for Linux`() throws {
        let action = CXStartCallAction(call: call, handle: handle)
        #expect(action.origin == nil && !action.isEmergency)
        action.isEmergency = true
        #expect(try copied(action).isEmergency)
        let origins: [CXAction.Origin] = [.app, .shell, .headset, .other, .system]
        #expect(origins.map(\.rawValue) == ["app", "shell", "headset", "other", "system"])
    }

    @Test func `each class has its own time`() {
        func seconds(_ action: CXAction) -> Double { action.timeoutDate.timeIntervalSinceNow.rounded(.up) }
        #expect(seconds(CXStartCallAction(call: call, handle: handle)) > 60)
        #expect((6...60).contains(seconds(CXAnswerCallAction(call: call))))
        #expect((0...5).contains(seconds(CXEndCallAction(call: call))))
    }

    @Test func `a transaction`() throws {
        let empty = CXTransaction()
        #expect(empty.isComplete)
        empty.addAction(CXEndCallAction(call: call))
        #expect(empty.actions.count == 1)
        #expect(!empty.isComplete)

        let transaction = CXTransaction(actions: [
            CXEndCallAction(call: call), CXStartCallAction(call: other, handle: handle),
        ])
        let actions: [CXAction] = transaction.actions
        let copy = try copied(transaction)
        #expect(copy.uuid != transaction.uuid)
        #expect(copy.actions.map(\.uuid) == actions.map(\.uuid))
        #expect(copy.actions.first !== actions.first)
        let archived = try throughArchive(transaction)
        #expect(archived.uuid == transaction.uuid)
        #expect((archived.actions.last as? CXStartCallAction)?.handle == handle)
        for action in actions { action.fulfill() }
        #expect(transaction.isComplete)
        #expect(CXTransaction(action: CXAction()).actions.count == 1)
        #expect(CXTransaction.supportsSecureCoding)
    }
}
