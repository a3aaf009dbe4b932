// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallLibrary
public import Foundation

/// An action on a call.
open class CXCallAction: CXAction {
    /// Identifies the call.
    open private(set) var callUUID: UUID

    /// Creates an action on that call.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init()
    }

    /// Same as ``init(call:)``.
    public convenience init(callUUID: UUID) { self.init(call: callUUID) }

    override var facts: [String] { super.facts + ["call \(callUUID.uuidString)"] }

    override func makeCopy() -> CXAction { CXCallAction(call: callUUID) }

    /// Decodes an action; nil if the archive holds no such action.
    public required init?(coder: NSCoder) {
        guard let callUUID = coder.decodeUUID(forKey: "callUUID") else { return nil }
        self.callUUID = callUUID
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(callUUID, forKey: "callUUID")
    }
}

/// Places a call. Fulfill it when the invitation is sent.
open class CXStartCallAction: CXCallAction {
    private var callee: CXHandle
    /// The identifier of the contact that the user chose; nil = none.
    open var contactIdentifier: String?
    /// Whether it is a video call. Default false.
    open var isVideo = false
    /// Linux only: an emergency call, which only a provider that the administrator configured as cellular may place.
    /// Default false.
    open var isEmergency = false

    /// The handle to call. Copied.
    open var handle: CXHandle {
        get { callee }
        set { callee = (newValue.copy() as? CXHandle) ?? newValue }
    }

    /// Creates an action that places a call with that UUID to that handle.
    public init(call callUUID: UUID, handle: CXHandle) {
        callee = (handle.copy() as? CXHandle) ?? handle
        super.init(call: callUUID)
    }

    /// Same as ``init(call:handle:)``.
    public convenience init(callUUID: UUID, handle: CXHandle) {
        self.init(call: callUUID, handle: handle)
    }

    override var timeAllowed: TimeInterval { 600 }

    /// Fulfills the action: the invitation was sent at that time.
    open func fulfill(withDateStarted dateStarted: Date) { complete(.fulfilled(dateStarted.microseconds)) }

    override var facts: [String] { super.facts + ["\(handle)"] + (isVideo ? ["video"] : []) }

    override func makeCopy() -> CXAction {
        let copy = CXStartCallAction(call: callUUID, handle: callee)
        copy.contactIdentifier = contactIdentifier
        copy.isVideo = isVideo
        copy.isEmergency = isEmergency
        return copy
    }

    /// Decodes an action; nil if the archive holds no such action.
    public required init?(coder: NSCoder) {
        guard let handle = coder.decodeObject(of: CXHandle.self, forKey: "handle") else { return nil }
        callee = handle
        contactIdentifier = coder.decodeText(forKey: "contactIdentifier")
        isVideo = coder.decodeBool(forKey: "isVideo")
        isEmergency = coder.decodeBool(forKey: "isEmergency")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(callee, forKey: "handle")
        if let contactIdentifier { coder.encode(NSString(string: contactIdentifier), forKey: "contactIdentifier") }
        coder.encode(isVideo, forKey: "isVideo")
        coder.encode(isEmergency, forKey: "isEmergency")
    }
}

/// Answers a call. Fulfill it when both sides can communicate.
open class CXAnswerCallAction: CXCallAction {
    override var timeAllowed: TimeInterval { 60 }

    /// Fulfills the action: both sides can communicate since that time.
    open func fulfill(withDateConnected dateConnected: Date) { complete(.fulfilled(dateConnected.microseconds)) }

    override func makeCopy() -> CXAction { CXAnswerCallAction(call: callUUID) }
}

/// Hangs up or declines a call.
open class CXEndCallAction: CXCallAction {
    /// Fulfills the action: the call ended at that time.
    open func fulfill(withDateEnded dateEnded: Date) { complete(.fulfilled(dateEnded.microseconds)) }

    override func makeCopy() -> CXAction { CXEndCallAction(call: callUUID) }
}
