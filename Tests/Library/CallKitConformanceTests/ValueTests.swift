// SPDX-License-Identifier: MIT

import CallInterface
import Testing

@testable import CallKit

/// Copies, archives and equality of the objects that apps create.
struct ValueTests {
    private static let call = UUID()
    private static var handle: CXHandle { CXHandle(type: .emailAddress, value: "ada@example.org") }

    private static func start() -> CXStartCallAction {
        let action = CXStartCallAction(call: call, handle: handle)
        action.contactIdentifier = "Ada"
        action.isVideo = true
        return action
    }

    /// One action of each class.
    private static func everyAction() -> [CXCallAction] {
        [
            start(), CXStartCallAction(call: call, handle: handle), CXAnswerCallAction(call: call),
            CXEndCallAction(call: call),
            CXSetHeldCallAction(call: call, onHold: true), CXSetMutedCallAction(call: call, muted: true),
            CXSetGroupCallAction(call: call, callUUIDToGroupWith: call),
            CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil),
            CXPlayDTMFCallAction(call: call, digits: "12", type: .hardPause),
            CXSetTranslatingCallAction(call: call, isTranslating: true, localLanguage: "de", remoteLanguage: "en"),
        ]
    }

    /// All properties that distinguish actions.
    private static func facts(_ action: CXAction) -> [String] {
        var facts = ["\(type(of: action))", "\(action.uuid)", "\(action.isComplete)", "\(action.timeoutDate)"]
        if let action = action as? CXCallAction { facts.append("\(action.callUUID)") }
        switch action {
        case let action as CXStartCallAction:
            facts += ["\(action.handle)", action.contactIdentifier ?? "none", "\(action.isVideo)"]
        case let action as CXSetHeldCallAction: facts.append("\(action.isOnHold)")
        case let action as CXSetMutedCallAction: facts.append("\(action.isMuted)")
        case let action as CXSetGroupCallAction: facts.append("\(String(describing: action.callUUIDToGroupWith))")
        case let action as CXPlayDTMFCallAction: facts += [action.digits, "\(action.type)"]
        case let action as CXSetTranslatingCallAction:
            facts += ["\(action.isTranslating)", action.localLanguage, action.remoteLanguage]
        default: break
        }
        return facts
    }

    private func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value? {
        let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data)
    }

    // MARK: Copies

    @Test func `A copy of an action has its class, its UUID and its completeness`() throws {
        for action in Self.everyAction() {
            for _ in 1...2 {
                let copy = try #require(action.copy() as? CXAction)
                #expect(copy !== action)
                #expect(Self.facts(copy) == Self.facts(action))
                action.fulfill()
            }
        }
    }

    @Test func `A copy of a transaction is a new transaction with copied actions`() throws {
        let transaction = CXTransaction(actions: Self.everyAction())
        let copy = try #require(transaction.copy() as? CXTransaction)
        #expect(copy.uuid != transaction.uuid)
        #expect(copy.actions.map(\.uuid) == transaction.actions.map(\.uuid))
        copy.actions.forEach { $0.fulfill() }
        #expect(copy.isComplete && !transaction.isComplete)
        copy.addAction(CXAction())
        #expect(copy.actions.count == transaction.actions.count + 1)
    }

    @Test func `A later change of a handle does not change the action`() {
        let handle = Self.handle
        let action = CXStartCallAction(call: UUID(), handle: handle)
        #expect(action.handle == handle && action.handle !== handle)
        action.handle = CXHandle(type: .generic, value: "ada")
        #expect(action.handle.value == "ada")
    }

    @Test func `A copy of a configuration is equal and independent`() throws {
        let configuration = CXProviderConfiguration(localizedName: "Phone")
        configuration.supportedHandleTypes = [.phoneNumber, .generic]
        configuration.ringtoneSound = "ring.caf"
        configuration.iconTemplateImageData = Data([1])
        configuration.includesCallsInRecents = false
        let copy = try #require(configuration.copy() as? CXProviderConfiguration)
        configuration.supportedHandleTypes = []
        configuration.maximumCallGroups = 1
        #expect(copy.localizedName == "Phone" && copy.ringtoneSound == "ring.caf" && !copy.includesCallsInRecents)
        #expect(copy.iconTemplateImageData == Data([1]))
        #expect(copy.supportedHandleTypes == [.generic, .phoneNumber])
        #expect(copy.maximumCallGroups == 2 && copy.maximumCallsPerCallGroup == 5)
    }

    @Test func `A configuration begins with Apple's defaults`() {
        let configuration = CXProviderConfiguration()
        #expect(configuration.maximumCallGroups == 2 && configuration.maximumCallsPerCallGroup == 5)
        #expect(configuration.includesCallsInRecents && !configuration.supportsVideo)
        #expect(configuration.supportedHandleTypes.isEmpty && configuration.ringtoneSound == nil)
        #expect(configuration.localizedName == nil && configuration.iconTemplateImageData == nil)
    }

    // MARK: Updates

    @Test func `An update carries only the properties that were set`() throws {
        let update = CXCallUpdate()
        #expect(update.model.wire.isEmpty)
        #expect(!update.supportsHolding && !update.hasVideo && update.remoteHandle == nil)
        update.hasVideo = false
        update.localizedCallerName = nil
        #expect(Set(update.model.wire.keys) == ["HasVideo", "LocalizedCallerName"])
        let copy = try #require(update.copy() as? CXCallUpdate)
        update.remoteHandle = nil
        #expect(Set(copy.model.wire.keys) == ["HasVideo", "LocalizedCallerName"])
        #expect(Set(update.model.wire.keys) == ["HasVideo", "LocalizedCallerName", "RemoteHandle"])
    }

    // MARK: Archives

    @Test func `An action is archived securely and comes back unchanged`() throws {
        for action in Self.everyAction() {
            for _ in 1...2 {
                let data = try NSKeyedArchiver.archivedData(withRootObject: action, requiringSecureCoding: true)
                let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: type(of: action), from: data)
                #expect(back.map(Self.facts) == Self.facts(action))
                action.fail()
            }
        }
    }

    @Test func `A transaction is archived with its actions`() throws {
        let transaction = CXTransaction(actions: Self.everyAction())
        let back = try archived(transaction)
        #expect(back?.uuid == transaction.uuid)
        #expect(back?.actions.map(Self.facts) == transaction.actions.map(Self.facts))
    }

    @Test func `A handle is archived`() throws {
        #expect(try archived(Self.handle) == Self.handle)
    }

    // MARK: Equality and defaults

    @Test func `Handles are equal if their types and values are equal`() {
        let other = CXHandle(type: .generic, value: Self.handle.value)
        #expect(Self.handle.isEqual(to: CXHandle(type: .emailAddress, value: "ada@example.org")))
        #expect(!Self.handle.isEqual(to: other) && Self.handle != other)
        #expect(Set([Self.handle, CXHandle(type: .emailAddress, value: "ada@example.org"), other]).count == 2)
        #expect(!Self.handle.isEqual("ada@example.org"))
    }

    @Test func `A transaction is complete when all its actions are complete`() {
        let transaction = CXTransaction()
        #expect(transaction.isComplete && transaction.actions.isEmpty)
        let (answer, end) = (CXAnswerCallAction(call: UUID()), CXEndCallAction(call: UUID()))
        transaction.addAction(answer)
        transaction.addAction(end)
        answer.fulfill(withDateConnected: Date())
        #expect(!transaction.isComplete)
        end.fail()
        #expect(transaction.isComplete)
    }

    @Test func `An action has a timeout date from its creation`() {
        let seconds = Self.everyAction().map { $0.timeoutDate.timeIntervalSinceNow }
        #expect(seconds[0] > 590 && seconds[1] > 590 && seconds[2] > 50 && seconds[2] <= 60)
        #expect(seconds.dropFirst(3).allSatisfy { $0 <= 5 })
    }
}
