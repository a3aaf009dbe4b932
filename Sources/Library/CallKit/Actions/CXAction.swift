// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface
package import CallLibrary
public import Foundation

/// A request that the provider performs, and then fulfills or fails.
///
/// A copy is of the same class and has the same ``uuid``.
open class CXAction: NSObject, NSCopying, NSSecureCoding {
    /// Identifies the action, also at the delegate that performs it.
    open package(set) var uuid = UUID.fresh
    /// The deadline for fulfilling or failing the action: by default 600 seconds for a start, 60 for an answer and 5
    /// for every other action; the administrator may configure other times. The time runs from the delivery to the
    /// provider, not from `init` as on Apple's systems. Until delivery the deadline is counted from `init`.
    open internal(set) var timeoutDate: Date {
        get { progress.timeoutDate }
        set { progress.timeoutDate = newValue }
    }
    /// Linux only: the program that requested the action; nil before it is delivered to the provider.
    open var origin: Origin? { progress.origin.flatMap { Origin(rawValue: $0.text) } }
    package let progress = ActionProgress(until: Date())

    /// Linux only: the program that requested an action.
    public enum Origin: String, Sendable {
        /// The app that the call belongs to.
        case app
        /// The desktop's call controls.
        case shell
        /// A button of a headset.
        case headset
        /// Another program of the user.
        case other
        /// The service itself, to make room for another call or to resume one.
        case system
    }

    /// Whether it was fulfilled or failed, or timed out.
    open var isComplete: Bool { progress.isComplete }

    /// Creates an action with a new ``uuid``.
    public override init() {
        super.init()
        progress.timeoutDate = Date(timeIntervalSinceNow: timeAllowed)
    }

    /// The default time of a provider for an action of this class, in seconds.
    var timeAllowed: TimeInterval { 5 }

    /// Marks the action as done. Has no effect on an action that is complete.
    open func fulfill() { complete(.fulfilled(nil)) }

    /// Marks the action as failed. Has no effect on an action that is complete.
    open func fail() { complete(.failed) }

    /// Completes the action. Every public method that completes it ends here.
    func complete(_ outcome: ActionOutcome) { progress.complete(outcome) }

    /// The class, the action's ``uuid`` and its values.
    open override var description: String { "<\(Swift.type(of: self)) \(facts.joined(separator: ", "))>" }

    /// The parts of the description.
    var facts: [String] { [uuid.uuidString] }

    // MARK: NSCopying

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = makeCopy()
        (copy.uuid, copy.timeoutDate) = (uuid, timeoutDate)
        if isComplete { copy.progress.finish(as: progress.state) }
        copy.progress.origin = progress.origin
        return copy
    }

    /// A new action of the same class with the same values. Each class overrides it.
    func makeCopy() -> CXAction { CXAction() }

    // MARK: NSSecureCoding

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Decodes an action; nil if the archive holds no such action.
    public required init?(coder: NSCoder) {
        guard let uuid = coder.decodeUUID(forKey: "UUID") else { return nil }
        self.uuid = uuid
        let deadline = coder.decodeObject(of: NSDate.self, forKey: "timeoutDate").map { $0 as Date }
        progress.timeoutDate = deadline ?? Date()
        if coder.decodeInteger(forKey: "state") == 1 { progress.finish(as: .fulfilled) }
    }

    open func encode(with coder: NSCoder) {
        coder.encode(uuid, forKey: "UUID")
        coder.encode(timeoutDate as NSDate, forKey: "timeoutDate")
        coder.encode(isComplete ? 1 : 0, forKey: "state")
    }
}

/// Actions that belong together and are performed one after another.
///
/// A copy is a new transaction with copies of the actions.
open class CXTransaction: NSObject, NSCopying, NSSecureCoding {
    /// Identifies the transaction.
    open package(set) var uuid = UUID.fresh
    /// The actions, in the order in which they are performed.
    open var actions: [CXAction] { lock.withLock { members } }
    private var members: [CXAction]
    private let lock = NSLock()
    /// Whether every action is complete; true of an empty transaction.
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }

    /// Creates an empty transaction.
    public override convenience init() { self.init(actions: []) }

    /// Creates a transaction of those actions.
    public init(actions: [CXAction]) { members = actions }

    /// Creates a transaction of one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// Appends an action.
    open func addAction(_ action: CXAction) { lock.withLock { members.append(action) } }

    /// The class, the transaction's ``uuid`` and its actions.
    open override var description: String { "<\(type(of: self)) \(uuid.uuidString): \(actions)>" }

    open func copy(with zone: NSZone? = nil) -> Any {
        CXTransaction(actions: actions.compactMap { $0.copy() as? CXAction })
    }

    // MARK: NSSecureCoding

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Decodes a transaction; nil if the archive holds none.
    public required init?(coder: NSCoder) {
        let classes: [AnyClass] = [NSArray.self] + CXAction.codableClasses
        guard let uuid = coder.decodeUUID(forKey: "UUID"),
            let actions = coder.decodeObject(of: classes, forKey: "actions") as? [CXAction]
        else { return nil }
        self.uuid = uuid
        members = actions
    }

    open func encode(with coder: NSCoder) {
        coder.encode(uuid, forKey: "UUID")
        coder.encode(NSArray(array: actions), forKey: "actions")
    }
}

extension CXAction {
    /// The classes that an archived transaction may hold.
    static var codableClasses: [AnyClass] {
        [
            CXAction.self, CXCallAction.self, CXStartCallAction.self, CXAnswerCallAction.self, CXEndCallAction.self,
            CXSetHeldCallAction.self, CXSetMutedCallAction.self, CXSetGroupCallAction.self, CXPlayDTMFCallAction.self,
            CXSetTranslatingCallAction.self, CXHandle.self,
        ]
    }
}

extension NSCoder {
    func encode(_ uuid: UUID?, forKey key: String) {
        if let uuid { encode(NSString(string: uuid.uuidString), forKey: key) }
    }

    func decodeUUID(forKey key: String) -> UUID? { decodeText(forKey: key).flatMap(UUID.init(uuidString:)) }

    /// Foundation fails the whole archive if a requested key is missing.
    func decodeText(forKey key: String) -> String? {
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }
}
