// SPDX-License-Identifier: MIT

import CallKit
import OSLog

/// A call directory extension that writes what it does.
final class CallDirectoryLog: CXCallDirectoryProvider, CXCallDirectoryExtensionContextDelegate {
    private let logger = Logger(subsystem: "org.example.Phone.BlockList", category: "Directory")

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        let numbers: [CXCallDirectoryPhoneNumber] = [12_125_550_100, 12_125_550_101]
        logger.info("\(numbers.count) numbers, incremental: \(context.isIncremental)")
        if context.isIncremental { context.removeAllBlockingEntries() }
        for number in numbers { context.addBlockingEntry(withNextSequentialPhoneNumber: number) }
        context.completeRequest { [logger] isExpired in logger.debug("complete, expired: \(isExpired)") }
    }

    func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error) {
        logger.error("\(error, privacy: .public)")
    }
}
