// SPDX-License-Identifier: MIT

public import Foundation

/// The address of a caller or callee.
///
/// Immutable. Equal by type and value.
open class CXHandle: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The type of a handle's value.
    public enum HandleType: Int, Sendable {
        /// An address that only the provider understands.
        case generic = 1
        /// A telephone number.
        case phoneNumber = 2
        /// An e-mail address.
        case emailAddress = 3
    }

    /// The type of ``value``.
    open private(set) var type: HandleType
    /// The number, address or name.
    open private(set) var value: String

    /// Creates a handle of that type.
    public init(type: HandleType, value: String) {
        self.type = type
        self.value = value
    }

    /// Whether both have the same type and value.
    open func isEqual(to handle: CXHandle) -> Bool { type == handle.type && value == handle.value }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CXHandle).map { isEqual(to: $0) } ?? false }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(type)
        hasher.combine(value)
        return hasher.finalize()
    }

    open override var description: String { "<CXHandle \(type): \(value)>" }

    open func copy(with zone: NSZone? = nil) -> Any { CXHandle(type: type, value: value) }

    // MARK: NSSecureCoding

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Decodes a handle; nil if the archive holds none.
    public required init?(coder: NSCoder) {
        guard let type = HandleType(rawValue: coder.decodeInteger(forKey: "type")),
            let value = coder.decodeObject(of: NSString.self, forKey: "value")
        else { return nil }
        self.type = type
        self.value = String(describing: value)
    }

    open func encode(with coder: NSCoder) {
        coder.encode(type.rawValue, forKey: "type")
        coder.encode(NSString(string: value), forKey: "value")
    }
}
