// SPDX-License-Identifier: MIT

internal import CallLibrary
public import Foundation

/// Actions that belong together and are performed one after another.
///
/// A copy is a new transaction with copies of the actions.
open class CXTransaction: NSObject, NSCopying, NSSecureCoding {
    /// Identifies the transaction.
    open private(set) var uuid: UUID
    /// The actions, in the order in which they are performed.
    open var actions: [CXAction] { lock.withLock { members } }
    private var members: [CXAction]
    private let lock = NSLock()
    /// Whether every action is complete; true of an empty transaction.
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }

    /// Creates an empty transaction.
    public override convenience init() { self.init(actions: []) }

    /// Creates a transaction of those actions.
    public init(actions: [CXAction]) {
        uuid = .fresh
        members = actions
    }

    /// Creates a transaction of one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// A transaction that the service delivers.
    init(uuid: UUID, actions: [CXAction]) {
        self.uuid = uuid
        members = actions
    }

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
