// SPDX-License-Identifier: MIT

import Foundation
import Logging
import os

/// What code writes to a logger, as lines with the level first.
struct Written {
    private static let subsystem = "org.example.Test"
    let lines: [String]

    /// `body` gets a log of its own.
    init(_ body: (os.Logger, OSLog) -> Void) {
        Self.bootstrap
        let category = UUID().uuidString
        let log = OSLog(subsystem: Self.subsystem, category: category)
        body(os.Logger(log), log)
        lines = Self.store.withLock { $0["\(Self.subsystem):\(category)"] ?? [] }
    }

    fileprivate static let store = OSAllocatedUnfairLock(initialState: [String: [String]]())
    private static let bootstrap: Void = LoggingSystem.bootstrap { Handler(label: $0) }

    private struct Handler: LogHandler {
        let label: String
        var metadata: Logging.Logger.Metadata = [:]
        var logLevel = Logging.Logger.Level.trace

        init(label: String) { self.label = label }

        subscript(metadataKey key: String) -> Logging.Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            Written.store.withLock { $0[label, default: []].append("\(event.level) \(event.message)") }
        }
    }
}
