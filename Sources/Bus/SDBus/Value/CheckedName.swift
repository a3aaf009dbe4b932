// SPDX-License-Identifier: MIT

/// A name that the bus accepts, because it was checked when it was made. A literal traps if it is none.
public protocol CheckedName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as the bus carries it.
    var text: String { get }
    /// Does not check the text: for one that libsystemd has checked, or that is made of valid parts. sd-bus refuses to
    /// send an invalid one.
    init(trusted text: String)
    static func isValid(_ text: String) -> Bool
}

extension CheckedName {
    /// Nil for a text that the bus refuses.
    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.init(trusted: text)
    }

    public init(stringLiteral text: String) {
        precondition(Self.isValid(text), "\(text) is no \(Self.self)")
        self.init(trusted: text)
    }

    public var description: String { text }
}
