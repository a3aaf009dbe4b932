// SPDX-License-Identifier: MIT

import BusTesting
import CallKit
import CallLibrary
import Testing

/// Values of real apps that are beyond the limits of the service.
extension ProviderTests {
    private static let long = String(repeating: "ä", count: 600)

    private func property(_ name: String) throws -> DBusValue {
        try theatre.stage.daemon.client().call(call.uuidString.lowercased()).get(name)
    }

    @Test(arguments: [0, -1, Int.min]) func `A provider with impossible maximums is registered`(_ count: Int) throws {
        let configuration = CXProviderConfiguration(localizedName: Self.long)
        configuration.identifier = "org.example.Beta"
        (configuration.maximumCallGroups, configuration.maximumCallsPerCallGroup) = (count, count)
        (configuration.desktopEntry, configuration.ringtoneSound) = (Self.long, Self.long)
        let recorder = Recorder()
        let other = CXProvider(configuration: configuration)
        defer { other.invalidate() }
        other.setDelegate(recorder, queue: DispatchQueue(label: "beta"))
        #expect(recorder.story(1) == ["begin"])
    }

    @Test func `A name that is too long is cut, and a handle that is too long is left out`() async throws {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: Self.long)
        update.localizedCallerName = Self.long
        try await provider.reportNewIncomingCall(with: call, update: update)
        #expect(try property("LocalizedCallerName").string == String(repeating: "ä", count: 512))
        #expect(try property("RemoteHandle") == .structure([.string(""), .string("")]))
        let second = CXCallUpdate()
        second.localizedCallerName = "Ada"
        second.remoteHandle = CXHandle(type: .generic, value: Self.long)
        provider.reportCall(with: call, updated: second)
        let deadline = Deadline()
        while try property("LocalizedCallerName") != "Ada" { try #require(!deadline.hasPassed) }
    }

    @Test func `A start with a long contact identifier is placed, and one with a long handle is refused`() async throws
    {
        let start = CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "ada"))
        start.contactIdentifier = Self.long
        try await controller.requestTransaction(with: start)
        #expect(delegate.story(2) == ["start ada", "activate"])
        let other = CXStartCallAction(call: UUID(), handle: CXHandle(type: .generic, value: Self.long))
        await #expect(throws: CXErrorCodeRequestTransactionError.self) {
            try await controller.requestTransaction(with: other)
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e18, -1e18])
    func `A date that no report can have is now, or the beginning of time`(_ seconds: Double) async throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(Double(date.microseconds) <= Date().timeIntervalSince1970 * 1_000_000)
        try await controller.requestTransaction(
            with: CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "ada")))
        #expect(delegate.story(2) == ["start ada", "activate"])
        provider.reportOutgoingCall(with: call, startedConnectingAt: date)
        provider.reportOutgoingCall(with: call, connectedAt: date)
        provider.reportCall(with: call, endedAt: date, reason: .remoteEnded)
        #expect(delegate.story(1) == ["deactivate"])
    }
}
