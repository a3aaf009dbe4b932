// SPDX-License-Identifier: MIT

public import Testing

/// An argument that may be long. The name of the test case has only the beginning of it, on one line.
public struct Shortened<Value: Sendable>: Sendable, CustomTestStringConvertible {
    public let value: Value
    public let testDescription: String

    public init(_ value: Value) {
        let text = String(reflecting: value)
        self.value = value
        testDescription = text.utf8.count <= 80 ? text : "\(text.prefix(60))… (\(text.utf8.count) bytes)"
    }
}
