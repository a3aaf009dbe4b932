// SPDX-License-Identifier: MIT

package import Testing

/// An argument that may be long. The name of the test case has only the beginning of it, on one line.
package struct Shortened<Value: Sendable>: Sendable, CustomTestStringConvertible {
    package let value: Value
    package let testDescription: String

    package init(_ value: Value) {
        let text = String(reflecting: value)
        self.value = value
        testDescription = text.utf8.count <= 80 ? text : "\(text.prefix(60))… (\(text.utf8.count) bytes)"
    }
}
