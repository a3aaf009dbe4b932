// SPDX-License-Identifier: MIT
internal import CSystemd

/// The name of a method, a signal or a property, e.g. `GetAll`.
public struct MemberName: CheckedName {
    public let text: String

    public init(trusted text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        text.withCString { sd_bus_member_name_is_valid($0) > 0 }
    }
}

/// An enumeration of members, whose raw values are their names.
public protocol MemberNaming: RawRepresentable where RawValue == String {}

extension MemberNaming {
    /// The name of the member.
    @inlinable
    public var member: MemberName { MemberName(trusted: rawValue) }
}
