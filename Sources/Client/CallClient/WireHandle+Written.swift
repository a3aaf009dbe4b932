// SPDX-License-Identifier: MIT
package import CallInterface

extension WireHandle {
    /// `TYPE:VALUE`, so that the directory need not guess the type; empty for a hidden caller.
    package var written: String { value.isEmpty ? "" : "\(type):\(value)" }
}
