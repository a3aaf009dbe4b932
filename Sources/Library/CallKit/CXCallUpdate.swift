// SPDX-License-Identifier: MIT

internal import CallInterface
public import Foundation

/// Changes of a call. A property that was never set changes nothing and reads as its default. A property that was set
/// counts, also if it was set to nil or false.
///
/// A new call supports holding, grouping, ungrouping and DTMF until an update sets them to false.
open class CXCallUpdate: NSObject, NSCopying {
    /// The properties that were set, and their values. An app may set the next two to nil.
    private(set) var patch = CallUpdate()
    private(set) var handle: CXHandle??
    private(set) var name: String??

    /// Creates an update that changes nothing.
    public override init() {}

    /// The handle of the other side; nil makes the caller anonymous.
    open var remoteHandle: CXHandle? {
        get { handle ?? nil }
        set { handle = .some(newValue) }
    }

    /// The name to show instead of a contact's name; nil shows none.
    open var localizedCallerName: String? {
        get { name ?? nil }
        set { name = .some(newValue) }
    }

    /// Whether the call can be put on hold, also to swap it with another.
    open var supportsHolding: Bool {
        get { patch.supportsHolding ?? false }
        set { patch.supportsHolding = newValue }
    }

    /// Whether the call can be merged with another.
    open var supportsGrouping: Bool {
        get { patch.supportsGrouping ?? false }
        set { patch.supportsGrouping = newValue }
    }

    /// Whether the call can be taken out of its group.
    open var supportsUngrouping: Bool {
        get { patch.supportsUngrouping ?? false }
        set { patch.supportsUngrouping = newValue }
    }

    /// Whether the call can send DTMF tones.
    open var supportsDTMF: Bool {
        get { patch.supportsDTMF ?? false }
        set { patch.supportsDTMF = newValue }
    }

    /// Whether it is a video call.
    open var hasVideo: Bool {
        get { patch.hasVideo ?? false }
        set { patch.hasVideo = newValue }
    }

    /// The class and the properties that were set.
    open override var description: String {
        let facts = [
            handle.map { "from \($0.map { "\($0)" } ?? "anonymous")" },
            name.map { "name \($0 ?? "none")" },
            patch.hasVideo.map { "video \($0)" }, patch.supportsHolding.map { "holding \($0)" },
            patch.supportsGrouping.map { "grouping \($0)" }, patch.supportsUngrouping.map { "ungrouping \($0)" },
            patch.supportsDTMF.map { "DTMF \($0)" },
        ]
        let set = facts.compactMap(\.self).joined(separator: ", ")
        return "<\(type(of: self))\(set.isEmpty ? "" : " ")\(set)>"
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXCallUpdate()
        (copy.patch, copy.handle, copy.name) = (patch, handle, name)
        return copy
    }
}

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

    open override var hash: Int { type.hashValue ^ value.hashValue }

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
