// SPDX-License-Identifier: MIT

import BusTesting
import CallKit
import Testing

/// An app that replaces its provider creates the new one before the old one is gone.
extension ProviderTests {
    private func configuration(_ name: String) -> CXProviderConfiguration {
        let configuration = CXProviderConfiguration(localizedName: name)
        configuration.identifier = "org.example.Gamma"
        return configuration
    }

    /// The service's providers of these tests, as identifier and name.
    private func gammas() throws -> [String: String] {
        let all = try theatre.stage.daemon.client().manager.call("ListProviders").first?.elements ?? []
        let pairs = all.compactMap { row in
            row[0]?.string.flatMap { identifier in row[2]?.string.map { (identifier, $0) } }
        }
        return Dictionary(uniqueKeysWithValues: pairs).filter { $0.key.hasPrefix("org.example.Gamma") }
    }

    private func wait(for expected: [String: String]) throws {
        let deadline = Deadline()
        while try gammas() != expected { try #require(!deadline.hasPassed) }
    }

    @Test func `A provider that replaces one without invalidate takes its name, and begins once`() throws {
        let recorder = Recorder()
        var current: CXProvider? = CXProvider(configuration: configuration("old"))
        current = CXProvider(configuration: configuration("new"))
        defer { current?.invalidate() }
        current?.setDelegate(recorder, queue: DispatchQueue(label: "gamma"))
        try wait(for: ["org.example.Gamma": "new"])
        #expect(current?.description.hasSuffix("org.example.Gamma>") == true)
        try theatre.stage.restart()
        #expect(recorder.story(2) == ["begin", "begin"])
        #expect(delegate.story(1) == ["begin"])
        try wait(for: ["org.example.Gamma": "new"])
    }

    @Test func `A provider with a call takes the name of the earlier one after its last call`() async throws {
        let (old, new) = (
            CXProvider(configuration: configuration("old")), CXProvider(configuration: configuration("new"))
        )
        defer { new.invalidate() }
        let recorder = Recorder()
        new.setDelegate(recorder, queue: DispatchQueue(label: "gamma"))
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: "ada")
        try await new.reportNewIncomingCall(with: call, update: update)
        old.invalidate()
        try wait(for: ["org.example.Gamma.2": "new"])
        try await controller.requestTransaction(with: CXAnswerCallAction(call: call))
        #expect(recorder.story(3) == ["begin", "answer", "activate"])
        #expect(try gammas() == ["org.example.Gamma.2": "new"])
        try await controller.requestTransaction(with: CXEndCallAction(call: call))
        #expect(recorder.story(2) == ["end", "deactivate"])
        try wait(for: ["org.example.Gamma": "new"])
        let next = UUID()
        try await new.reportNewIncomingCall(with: next, update: update)
        new.reportCall(with: next, endedAt: nil, reason: .remoteEnded)
    }
}
