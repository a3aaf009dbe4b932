// SPDX-License-Identifier: MIT

import Foundation

/// Stands in for systemd's journal: a datagram socket whose messages are kept as text.
final class Journal: Sendable {
    /// The socket's path.
    let path: String

    private let socket: Descriptor
    private let collector: LineCollector

    /// Binds the socket and begins to read.
    init(at url: URL) throws {
        path = url.path
        socket = try UnixAddress("unix:path=\(path)").bind(type: SOCK_DGRAM)
        collector = LineCollector(reading: socket)
    }

    deinit {
        // Ends the reader, which waits in `read`.
        shutdown(socket.number, Int32(SHUT_RDWR))
    }

    /// All messages so far, as the journal's lines of the form `FIELD=value`.
    var text: String { collector.text }
}
