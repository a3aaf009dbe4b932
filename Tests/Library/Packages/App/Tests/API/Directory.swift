// SPDX-License-Identifier: MIT

import CallKit
import Testing

struct Directory {
    let manager = CXCallDirectoryManager.sharedInstance

    @Test func `numbers`() {
        let number: CXCallDirectoryPhoneNumber = 493_012_345
        #expect(number < CXCallDirectoryPhoneNumberMax)
        #expect(CXCallDirectoryPhoneNumberMax == Int64.max - 1)
    }

    @Test func `a provider of a directory`() async {
        let context = CXCallDirectoryExtensionContext()
        let failure = Failure()
        context.delegate = failure
        #expect(context.delegate === failure)
        #expect(!context.isIncremental)
        let provider = BlockList()
        provider.beginRequest(with: context)
        (provider as any NSExtensionRequestHandling).beginRequest(with: context as NSExtensionContext)
        #expect(provider.requests == 2)
        let expired: Bool = await context.completeRequest()
        #expect(expired)
        #expect(failure.error is CancellationError)
    }

    @Test func `the manager, with completions`() async {
        let reload = await withCheckedContinuation { continuation in
            manager.reloadExtension(withIdentifier: "org.example.BlockList") { continuation.resume(returning: $0) }
        }
        #expect(reload is CXErrorCodeCallDirectoryManagerError)
        let status = await withCheckedContinuation { continuation in
            manager.getEnabledStatusForExtension(withIdentifier: "org.example.BlockList") { status, _ in
                continuation.resume(returning: status)
            }
        }
        #expect(status == .unknown)
        let statuses: [CXCallDirectoryManager.EnabledStatus] = [.unknown, .disabled, .enabled]
        #expect(statuses.map(\.rawValue) == [0, 1, 2])
    }

    @Test func `a program that serves as an extension`() {
        let serve: (BlockList) -> (String) -> Never = BlockList.serve(as:)
        #expect(type(of: serve) == ((BlockList) -> (String) -> Never).self)
    }

    @Test func `nobody needs to be told`() {
        CXCallDirectoryExtensionContext().completeRequest()
        CXCallDirectoryExtensionContext().completeRequest { expired in print(expired) }
        manager.reloadExtension(withIdentifier: "org.example.BlockList")
    }

    @Test func `the settings, which would open where the window is installed`() {
        let forms: [() -> Void] = [{ manager.openSettings() }, { manager.openSettings { print($0 as Any) } }]
        let form: () async throws -> Void = { try await manager.openSettings() }
        #expect(forms.count == 2 && type(of: form) == (() async throws -> Void).self)
    }

    @Test func `the manager, async`() async {
        await #expect(throws: CXErrorCodeCallDirectoryManagerError.self) {
            try await manager.reloadExtension(withIdentifier: "org.example.BlockList")
        }
        await #expect(throws: CXErrorCodeCallDirectoryManagerError.self) {
            _ = try await manager.enabledStatusForExtension(withIdentifier: "org.example.BlockList")
        }
    }
}

/// A directory like the one in Xcode's template.
final class BlockList: CXCallDirectoryProvider {
    var requests = 0

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        requests += 1
        if context.isIncremental {
            context.removeAllBlockingEntries()
            context.removeBlockingEntry(withPhoneNumber: 1_408_555_5555)
            context.removeAllIdentificationEntries()
            context.removeIdentificationEntry(withPhoneNumber: 1_408_555_5555)
        }
        let numbers: [CXCallDirectoryPhoneNumber] = [1_408_555_5555, 1_800_555_5555]
        for number in numbers { context.addBlockingEntry(withNextSequentialPhoneNumber: number) }
        context.addIdentificationEntry(withNextSequentialPhoneNumber: 1_877_555_5555, label: "Telemarketer")
        context.cancelRequest(withError: CancellationError())
    }
}

/// Keeps the error of a failed request.
final class Failure: NSObject, CXCallDirectoryExtensionContextDelegate {
    var error: (any Error)?

    func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error) {
        self.error = error
    }
}
