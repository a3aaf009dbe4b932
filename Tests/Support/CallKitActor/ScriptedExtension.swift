// SPDX-License-Identifier: MIT

import CallKit

/// A call directory extension that does in each request what the lines of a file say, even what is wrong. If a request
/// fails, it writes the error to the file with the suffix `.failure`.
final class ScriptedExtension: CXCallDirectoryProvider, CXCallDirectoryExtensionContextDelegate {
    private struct ServerError: LocalizedError {
        let errorDescription: String? = "The server of the list does not answer."
    }

    private let script: URL

    init(_ script: URL) { self.script = script }

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        let lines = (try? String(contentsOf: script, encoding: .utf8)) ?? ""
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words[0] != "cancel" else { return context.cancelRequest(withError: ServerError()) }
            perform(words[0], words.dropFirst().compactMap { Int64($0) }, context)
        }
        context.completeRequest()
    }

    private func perform(_ order: Substring, _ numbers: [Int64], _ context: CXCallDirectoryExtensionContext) {
        switch order {
        case "incremental": _ = context.isIncremental
        case "block": context.addBlockingEntry(withNextSequentialPhoneNumber: numbers[0])
        case "unblock":
            let count = numbers.count > 1 ? numbers[1] : 1
            for number in numbers[0]..<numbers[0] + count { context.removeBlockingEntry(withPhoneNumber: number) }
        case "forget": context.removeIdentificationEntry(withPhoneNumber: numbers[0])
        case "unblock-all": context.removeAllBlockingEntries()
        case "forget-all": context.removeAllIdentificationEntries()
        default: fatalError("not an order: \(order)")
        }
    }

    func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error) {
        let code = (error as? CXErrorCodeCallDirectoryManagerError).map { "\($0.code)" }
        let text = code ?? error.localizedDescription
        try? Data(text.utf8).write(to: script.appendingPathExtension("failure"), options: .atomic)
    }
}
