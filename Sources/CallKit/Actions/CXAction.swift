// SPDX-License-Identifier: MIT

internal import CallLibrary
public import Foundation

/// Something that is to be done, and that its provider fulfils or fails.
///
/// A copy is of the same class and has the same ``uuid``.
open class CXAction: NSObject, NSCopying, NSSecureCoding {
    /// Names the action, here and at the delegate that performs it.
    open private(set) var uuid: UUID
    /// The time after which it cannot be completed: 600 seconds for a start, 60 for an answer and 5 for everything else, unless
    /// the administrator says otherwise. It runs from when its provider is told, not from when it was made as on Apple's
    /// systems; before that it is as if it were now.
    open internal(set) var timeoutDate: Date {
        get { lock.withLock { deadline } }
        set { lock.withLock { deadline = newValue } }
    }
    /// Linux only: who wants it; nil before its provider is to perform it.
    open internal(set) var origin: Origin? {
        get { lock.withLock { requester } }
        set { lock.withLock { requester = newValue } }
    }
    // Guarded by the lock, as an action may be looked at by any thread while its turn comes.
    private var deadline: Date
    private var requester: Origin?
    private var state = State.pending
    /// Where a fulfilment or failure goes; nil before the action is with its provider.
    var completer: ActionReturn?
    /// Called once, when the action is complete: whether it was done.
    var onCompletion: ((Bool) -> Void)?
    private let lock = NSLock()

    /// Linux only: who may want an action.
    public enum Origin: String, Sendable {
        /// The app that the call is of.
        case app
        /// The desktop's call controls.
        case shell
        /// A headset's button.
        case headset
        /// Another program of the user.
        case other
        /// The service: to make room for another call, or to bring one back.
        case system
    }

    private enum State: Int {
        case pending, complete
    }

    /// Whether it was fulfilled or failed, or its time is over.
    open var isComplete: Bool { lock.withLock { state == .complete } }

    /// An action that was just thought of.
    public override init() {
        uuid = UUID()
        deadline = Date()
        super.init()
        deadline = Date(timeIntervalSinceNow: timeAllowed)
    }

    /// A copy, or an action that the service has sent.
    init(uuid: UUID, timeoutDate: Date) {
        self.uuid = uuid
        deadline = timeoutDate
    }

    /// How long a provider has for an action of this class, in seconds, unless the service says otherwise.
    var timeAllowed: TimeInterval { 5 }

    /// Says that it is done. Twice, after a failure or too late it has no effect.
    open func fulfill() { complete(.fulfilled(nil)) }

    /// Says that it cannot be done. Twice, after a fulfilment or too late it has no effect.
    open func fail() { complete(.failed) }

    /// The one way in which an action is completed.
    func complete(_ outcome: ActionOutcome) {
        guard finish() else { return }
        completer?.complete(outcome)
        onCompletion?(outcome.isFulfilled)
    }

    /// The service has given up waiting.
    func expire() { _ = finish() }

    private func finish() -> Bool {
        lock.withLock {
            defer { state = .complete }
            return state == .pending
        }
    }

    /// The class, the action's ``uuid`` and what is to be done.
    open override var description: String { "<\(Swift.type(of: self)) \(facts.joined(separator: ", "))>" }

    /// What a description tells.
    var facts: [String] { [uuid.uuidString] }

    // MARK: NSCopying

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = makeCopy()
        if isComplete { copy.state = .complete }
        copy.origin = origin
        return copy
    }

    /// An action of the same class with the same values. Each class has its own.
    func makeCopy() -> CXAction { CXAction(uuid: uuid, timeoutDate: timeoutDate) }

    // MARK: NSSecureCoding

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Reads an archived action; nil for anything else.
    public required init?(coder: NSCoder) {
        guard let uuid = coder.decodeUUID(forKey: "UUID") else { return nil }
        self.uuid = uuid
        deadline = coder.decodeObject(of: NSDate.self, forKey: "timeoutDate").map { $0 as Date } ?? Date()
        state = State(rawValue: coder.decodeInteger(forKey: "state")) ?? .pending
    }

    open func encode(with coder: NSCoder) {
        coder.encode(uuid, forKey: "UUID")
        coder.encode(timeoutDate as NSDate, forKey: "timeoutDate")
        coder.encode(lock.withLock { state.rawValue }, forKey: "state")
    }
}

extension NSCoder {
    func encode(_ uuid: UUID?, forKey key: String) {
        if let uuid { encode(NSString(string: uuid.uuidString), forKey: key) }
    }

    func decodeUUID(forKey key: String) -> UUID? { decodeText(forKey: key).flatMap(UUID.init(uuidString:)) }

    /// Foundation fails the whole archive when a key is asked for that is not there.
    func decodeText(forKey key: String) -> String? {
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }
}
