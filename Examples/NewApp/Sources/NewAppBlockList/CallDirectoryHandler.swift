// SPDX-License-Identifier: MIT

import CallKit

/// The app's list of numbers that are blocked or labelled. Examples/BlockList of MonkeyCall also sends only the
/// changes.
final class CallDirectoryHandler: CXCallDirectoryProvider {
    /// In ascending order, with the country code.
    private let blocked: [CXCallDirectoryPhoneNumber] = [49_30_111, 49_30_222]
    private let labels: [(number: CXCallDirectoryPhoneNumber, label: String)] = [(49_30_333, "Bank")]

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        for number in blocked { context.addBlockingEntry(withNextSequentialPhoneNumber: number) }
        for (number, label) in labels {
            context.addIdentificationEntry(withNextSequentialPhoneNumber: number, label: label)
        }
        context.completeRequest()
    }
}
