// SPDX-License-Identifier: MIT

package import SDBus

/// A number with its label, as a load of a list has it: an `(xs)`.
package struct IdentifiedNumber: BusValue, Hashable, Sendable {
    /// The digits with the country code.
    package let number: Int64
    package let label: String

    package init(number: Int64, label: String) { (self.number, self.label) = (number, label) }

    package static var signature: String { "(xs)" }

    package init(from reader: inout MessageReader) throws(BusError) {
        (number, label) = try reader.structure(Int64.self, String.self)
    }

    package func write(to writer: inout MessageWriter) throws(BusError) { try writer.structure(number, label) }
}
