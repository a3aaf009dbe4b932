// SPDX-License-Identifier: MIT

package import CallInterface
package import Foundation

extension UUID {
    /// The form of the contract: lower case.
    package var wire: String { uuidString.lowercased() }

    /// A new one. Foundation would open a file for it.
    package static var fresh: UUID { UUID(ActionID.random()) }

    package init<Kind>(_ id: ID<Kind>) {
        self.init(
            uuid: withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { $0.loadUnaligned(as: uuid_t.self) })
    }
}

extension ID {
    package init(_ uuid: UUID) {
        let (high, low) = withUnsafeBytes(of: uuid.uuid) { $0.loadUnaligned(as: (UInt64, UInt64).self) }
        self.init(high: high.bigEndian, low: low.bigEndian)
    }
}

extension Date {
    /// Microseconds since the Unix epoch. What an app reports has happened, so a date in the future is now, and one
    /// that is no number.
    package var microseconds: UInt64 {
        let (date, now) = (timeIntervalSince1970 * 1_000_000, Date().timeIntervalSince1970 * 1_000_000)
        return UInt64(date < now ? max(0, date) : now)
    }

    package init(microseconds: UInt64) { self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}
