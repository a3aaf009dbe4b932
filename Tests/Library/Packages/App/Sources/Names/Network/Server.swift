// SPDX-License-Identifier: MIT

import Core

/// The other side of a line.
public struct Server: Sendable {
    /// What the server needs from this side.
    public let line: Line

    /// The server of a line.
    public init(_ line: Line) { self.line = line }
}
